/** Slack's own hosts get the token; signed addresses don't need it. */
export type Trust = "token" | "no_token";

/** Hosts seen in use, since Slack documents no list: Enterprise Grid's, the one that PDFs are redirected to, GovSlack's. */
const slackHosts: readonly { suffix: string; trust: Trust }[] = [
  { suffix: ".slack.com", trust: "token" },
  { suffix: ".slack-gov.com", trust: "token" },
  { suffix: ".slack-files.com", trust: "token" },
  { suffix: ".slack-edge.com", trust: "no_token" },
];

/** Whether answers may be sent to an address. `/services/` is anybody's incoming webhook. */
export function isResponseUrl({ protocol, host, origin, pathname }: URL, apiOrigin: string): boolean {
  if (origin === apiOrigin) return true;
  const isSlack = protocol === "https:" && /^hooks\.slack(?:-gov)?\.com$/.test(host);
  return isSlack && !pathname.startsWith("/services/");
}

/** Judges an address by its host's name alone, since no host in a private network has such a name. Null: never ask it. */
export function findTrust(url: URL, apiOrigin: string): Trust | null {
  if (url.origin === apiOrigin) return "token";
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return null;
  // With a dot in front, so that evilslack.com doesn't match and slack-files.com does.
  const host = `.${url.hostname}`;
  return slackHosts.find(({ suffix }) => host.endsWith(suffix))?.trust ?? null;
}
