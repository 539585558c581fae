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

/** An HTML page instead of JSON arrives as the `error`. */
export function isCode(error: string): boolean {
  return /^[a-z0-9_]{1,60}$/.test(error);
}

/** Slack didn't take an answer through a response_url, or didn't say that it did. */
export class ResponseUrlError extends Error {
  /** closed: it is used up, too old, or what it was to replace is gone; lost: it may have been taken, or not. */
  readonly kind: "limited" | "closed" | "lost" | "refused";
  /** Seconds that Slack asks for after a limit. */
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

/** Slack's docs say of these that some part of the work may have been done. */
export const perhapsDone: ReadonlySet<string> = new Set(["fatal_error", "internal_error", "request_timeout"]);
const passing: ReadonlySet<string> = new Set(["ratelimited", "service_unavailable"]);

/** Slack may have done what a call asked for: it didn't come to an answer, or to none that says so. */
export function mayBeDone(error: unknown): boolean {
  const code = slackErrorCode(error);
  if (code !== undefined) return perhapsDone.has(code) || !isCode(code);
  return !(error instanceof WebAPIRateLimitedError || isUntimedLimit(error));
}

/** Slack didn't take a call, or didn't say that it did, for reasons that aren't this app's. */
export function isSlacksOwn(error: unknown): boolean {
  if (error instanceof ResponseUrlError) return error.kind !== "refused";
  const code = slackErrorCode(error);
  if (code !== undefined) return passing.has(code) || mayBeDone(error);
  const kinds = [WebAPIRateLimitedError, WebAPIRequestError, WebAPIHTTPError];
  return kinds.some((kind) => error instanceof kind) || isUntimedLimit(error);
}

/** 429 without `Retry-After`: the client has no error of its own for it. */
export function isUntimedLimit(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith("Retry header did not contain");
}

/** Nothing of this app's waits longer, whatever Slack's header says. */
const longestAskedS = 15 * 60;

/** When Slack may be asked again, in milliseconds from now. */
export function toRetryAfterMs({ retryAfter }: Pick<WebAPIRateLimitedError, "retryAfter">): number {
  return Math.min(Math.max(retryAfter, 0), longestAskedS) * 1000;
}
