import { backoffMs } from "../backoff.ts";
import { clientCodes, type PlatformError } from "./errors.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export const retryLimits = { maxAttempts: 3, firstMs: 250, longestMs: 30_000 } as const;

/** A call that failed: `attempt` counts from 1, `elapsedMs` runs since the first one began. */
export type FailedAttempt = { error: PlatformError; method: Method; attempt: number; elapsedMs: number };

const neverRetried: ReadonlySet<string> = new Set([
  clientCodes.invalidInput,
  clientCodes.tooLate,
  clientCodes.aborted,
  clientCodes.closed,
]);

/**
 * How long to wait before trying again, or null to let the failure stand. A change is tried again only when it
 * certainly wasn't processed; a read also after a lost connection, 408 and 5xx, but not after a time-out, which
 * the person has already waited for.
 * @param random in [0, 1): spreads the attempts of many callers.
 */
export function toRetryDelayMs(failed: FailedAttempt, random: number): number | null {
  const { error, attempt, elapsedMs } = failed;
  if (attempt >= retryLimits.maxAttempts || !isRetryable(failed)) return null;
  const jitterMs = random * retryLimits.firstMs;
  const leastMs = error.retryAfterMs ?? backoffMs(retryLimits, attempt);
  const delayMs = Math.ceil(leastMs + jitterMs);
  return elapsedMs + delayMs <= retryLimits.longestMs ? delayMs : null;
}

function isRetryable({ error, method }: FailedAttempt): boolean {
  if (neverRetried.has(error.code)) return false;
  return error.certainty === "not_sent" || (method === "GET" && isPassing(error));
}

function isPassing(error: PlatformError): boolean {
  if (error.status === 408 || (error.status !== undefined && error.status >= 500)) return true;
  return error.code === clientCodes.connectionLost || error.code === clientCodes.replyCut;
}
