import { WebAPIRateLimitedError } from "@slack/web-api";
import { pause } from "../../deadline.ts";
import { ResponseUrlError, toRetryAfterMs } from "./slack-error.ts";

/** Slack's limits are of a minute, and so is the longest wait that it asks for. */
const longestWaitMs = 60_000;
/** Slack counts in seconds. */
const shortestWaitMs = 1000;
/**
 * Behind an answer that may have been shown: once too often harms less than never. Slack takes five through one
 * response_url, so that one is left for what else there is to say.
 */
const blindWaitsMs = [1000, 5000, 20_000];

/**
 * Asks again what Slack was too busy for, and an answer that it gave no word of, for a minute in all or until the app
 * stops. Not for what a trigger opens: it has run out by then.
 */
export async function onceMore<T>(call: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  let leftMs = longestWaitMs;
  for (let failures = 0; ; failures += 1) {
    try {
      return await call();
    } catch (error) {
      const afterMs = toWaitMs(error, failures);
      if (afterMs === undefined || afterMs > leftMs) throw error;
      await pause(afterMs, stopping);
      if (stopping.aborted) throw error;
      leftMs -= afterMs;
    }
  }
}

/** Undefined: it isn't asked again. */
function toWaitMs(error: unknown, failuresBefore: number): number | undefined {
  const isOfResponseUrl = error instanceof ResponseUrlError;
  if (error instanceof WebAPIRateLimitedError || (isOfResponseUrl && error.kind === "limited")) {
    return Math.max(toRetryAfterMs(error), shortestWaitMs);
  }
  return isOfResponseUrl && error.kind === "lost" ? blindWaitsMs[failuresBefore] : undefined;
}
