/** Whether a host gets the token: Slack's own hosts need it, signed addresses don't. */
export type Trust = "token" | "no_token";

/** Hosts seen in use, including Enterprise Grid, PDF downloads and GovSlack; Slack documents no list. */
const slackHosts: readonly { suffix: string; trust: Trust }[] = [
  { suffix: ".slack.com", trust: "token" },
  { suffix: ".slack-gov.com", trust: "token" },
  { suffix: ".slack-files.com", trust: "token" },
  { suffix: ".slack-edge.com", trust: "no_token" },
];

/** Checks for a response_url of Slack's. Paths with `/services/` are incoming webhooks, which anybody may own. */
export function isResponseUrl({ protocol, host, origin, pathname }: URL, apiOrigin: string): boolean {
  if (origin === apiOrigin) return true;
  const isSlack = protocol === "https:" && /^hooks\.slack(?:-gov)?\.com$/.test(host);
  return isSlack && !pathname.startsWith("/services/");
}

/** Decides by the host's name alone, since no host in a private network has such a name. Null: not to be requested. */
export function findTrust(url: URL, apiOrigin: string): Trust | null {
  if (url.origin === apiOrigin) return "token";
  if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") return null;
  // Leading dot, so that evilslack.com doesn't match but slack-files.com does.
  const host = `.${url.hostname}`;
  return slackHosts.find(({ suffix }) => host.endsWith(suffix))?.trust ?? null;
}
