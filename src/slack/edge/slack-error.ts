import { WebAPIHTTPError, WebAPIRateLimitedError, WebAPIRequestError } from "@slack/web-api";

export const tokenErrors = [
  "not_authed",
  "invalid_auth",
  "account_inactive",
  "token_revoked",
  "token_expired",
];

/** Returns the `error` of `{ok: false, error}`; undefined for anything else. */
export function slackErrorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("data" in error)) return undefined;
  const { data } = error;
  if (typeof data !== "object" || data === null || !("error" in data)) return undefined;
  return typeof data.error === "string" ? data.error : undefined;
}

/** True for a code; if Slack answered with an HTML page, `error` is that page. */
export function isCode(error: string): boolean {
  return /^[a-z0-9_]{1,60}$/.test(error);
}

/** Thrown if Slack didn't take an answer through a response_url, or didn't confirm it. */
export class ResponseUrlError extends Error {
  /** `closed`: the URL is used up or too old, or its answer is gone. `lost`: the answer may have been shown. */
  readonly kind: "limited" | "closed" | "lost" | "refused";
  /** Wait that Slack demands, in seconds. */
  readonly retryAfter: number;

  constructor(
    kind: ResponseUrlError["kind"],
    { message, retryAfter = 0, cause }: { message: string; retryAfter?: number; cause?: unknown },
  ) {
    super(message, { cause });
    this.name = "ResponseUrlError";
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** Errors after which Slack may have done part of the work, by Slack's docs. */
export const ambiguousErrors: ReadonlySet<string> = new Set([
  "fatal_error",
  "internal_error",
  "request_timeout",
]);
const passing: ReadonlySet<string> = new Set(["ratelimited", "service_unavailable"]);

export function mayHaveSucceeded(error: unknown): boolean {
  const code = slackErrorCode(error);
  if (code !== undefined) return ambiguousErrors.has(code) || !isCode(code);
  return !(error instanceof WebAPIRateLimitedError || isUntimedRateLimit(error));
}

/** True if a call failed for reasons that aren't this app's, such as an outage of Slack. */
export function isSlackFault(error: unknown): boolean {
  if (error instanceof ResponseUrlError) return error.kind !== "refused";
  const code = slackErrorCode(error);
  if (code !== undefined) return passing.has(code) || mayHaveSucceeded(error);
  const kinds = [WebAPIRateLimitedError, WebAPIRequestError, WebAPIHTTPError];
  return kinds.some((kind) => error instanceof kind) || isUntimedRateLimit(error);
}

/** True for a 429 without `Retry-After`, for which the client has no error class. */
export function isUntimedRateLimit(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Retry header did not contain");
}

/** Longest wait, whatever Slack's header says. */
const maxRetryAfterS = 15 * 60;

export function toRetryAfterMs({ retryAfter }: Pick<WebAPIRateLimitedError, "retryAfter">): number {
  return Math.min(Math.max(retryAfter, 0), maxRetryAfterS) * 1000;
}
