import { WebAPIRateLimitedError } from "@slack/web-api";
import { pause } from "../../deadline.ts";
import { toRetryAfterMs } from "./slack-error.ts";

/** Slack's limits are of a minute, and so is the longest wait that it asks for. */
const longestWaitMs = 60_000;
/** Slack counts in seconds. */
const shortestWaitMs = 1000;

/**
 * Asks again what Slack was too busy for, for a minute in all or until the app stops. Not for what a trigger opens: it has
 * run out by then.
 */
export async function onceMore<T>(call: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  let leftMs = longestWaitMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof WebAPIRateLimitedError)) throw error;
      const afterMs = Math.max(toRetryAfterMs(error), shortestWaitMs);
      if (afterMs > leftMs) throw error;
      await pause(afterMs, stopping);
      if (stopping.aborted) throw error;
      leftMs -= afterMs;
    }
  }
}
