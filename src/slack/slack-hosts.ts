/** Slack's hosts get the token; signed addresses don't need it. */
export type Trust = "token" | "no_token";

/** From the field, since Slack documents no list: Enterprise Grid's, the PDF detour's, GovSlack's. */
const slackHosts: readonly { suffix: string; trust: Trust }[] = [
  { suffix: ".slack.com", trust: "token" },
  { suffix: ".slack-gov.com", trust: "token" },
  { suffix: ".slack-files.com", trust: "token" },
  { suffix: ".slack-edge.com", trust: "no_token" },
];

/** Whether an address is Slack's, by its name alone; null if it isn't. */
export function trustOf(url: URL, apiOrigin: string): Trust | null {
  if (url.origin === apiOrigin) return "token";
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return null;
  // With a dot in front, so that evilslack.com doesn't match and slack-files.com does.
  const host = `.${url.hostname}`;
  return slackHosts.find(({ suffix }) => host.endsWith(suffix))?.trust ?? null;
}
