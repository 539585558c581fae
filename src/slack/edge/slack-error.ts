import { WebAPIHTTPError, WebAPIRateLimitedError, WebAPIRequestError } from "@slack/web-api";

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

/** Answers to a call that may be right. */
const slacksOwn = new Set([
  "ratelimited",
  "fatal_error",
  "internal_error",
  "request_timeout",
  "service_unavailable",
]);

/** Slack didn't take a call, or didn't say that it did, for reasons that aren't this app's. */
export function isSlacksOwn(error: unknown): boolean {
  const kinds = [WebAPIRateLimitedError, WebAPIRequestError, WebAPIHTTPError];
  const isKnown = kinds.some((kind) => error instanceof kind) || isUntimedLimit(error);
  return isKnown || slacksOwn.has(slackErrorCode(error) ?? "");
}

/** 429 without `Retry-After`: the client has no error of its own for it. */
export function isUntimedLimit(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Retry header did not contain");
}

/** Nothing of this app's waits longer, whatever Slack's header says. */
const longestAskedS = 15 * 60;

/** When Slack may be asked again, in milliseconds from now. */
export function toRetryAfterMs({ retryAfter }: WebAPIRateLimitedError): number {
  return Math.min(Math.max(retryAfter, 0), longestAskedS) * 1000;
}
