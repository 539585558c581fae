/** What a host may be asked for: Slack's own get the token, addresses that are signed already don't need it. */
export type Trust = "token" | "no_token";

/** From the field, since Slack documents no list: Enterprise Grid's, the PDF detour's, GovSlack's. */
const slackHosts: readonly { suffix: string; trust: Trust }[] = [
  { suffix: ".slack.com", trust: "token" },
  { suffix: ".slack-gov.com", trust: "token" },
  { suffix: ".slack-files.com", trust: "token" },
  { suffix: ".slack-edge.com", trust: "no_token" },
];

/**
 * Whether an address may be asked for a file, by its name alone: an address within the own network has none of these.
 * Null: never.
 */
export function trustOf(url: URL, apiOrigin: string): Trust | null {
  if (url.origin === apiOrigin) return "token";
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return null;
  // A dot in front, so that evilslack.com is not Slack's; `slack-files.com` itself counts.
  const host = `.${url.hostname}`;
  return slackHosts.find(({ suffix }) => host.endsWith(suffix))?.trust ?? null;
}
