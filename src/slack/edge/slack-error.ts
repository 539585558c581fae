import type { WebAPIRateLimitedError } from "@slack/web-api";

/** Slack's answers to a token that works no more, whatever is called with it. */
export const tokenErrors = [
  "not_authed",
  "invalid_auth",
  "account_inactive",
  "token_revoked",
  "token_expired",
];

/** The `error` of an answer `{ok: false, error}`; undefined for anything else. */
export function slackErrorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("data" in error)) return undefined;
  const { data } = error;
  if (typeof data !== "object" || data === null || !("error" in data)) return undefined;
  return typeof data.error === "string" ? data.error : undefined;
}

/** Nothing of this app's waits longer, whatever Slack's header says. */
const longestAskedS = 15 * 60;

/** When Slack may be asked again, in milliseconds from now. */
export function toRetryAfterMs({ retryAfter }: WebAPIRateLimitedError): number {
  return Math.min(Math.max(retryAfter, 0), longestAskedS) * 1000;
}
