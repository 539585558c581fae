import { WebAPIRateLimitedError } from "@slack/web-api";
import { pause } from "../../deadline.ts";
import { toRetryAfterMs } from "./slack-error.ts";

/** Whoever waits for it with a form before them has gone on by then, and hears that it failed. */
const longestWaitMs = 10_000;
/** Slack's limits are of a minute, and so is the longest wait that it asks for. */
const patientWaitMs = 60_000;
/** Slack counts in seconds. */
const shortestWaitMs = 1000;
const never = new AbortController().signal;

/**
 * What Slack takes nothing of for a moment is asked for once more behind it, for ten seconds in all. With `stopping`, for
 * a minute in all or until the app stops: what nobody waits for and nothing else tells. Not for what a trigger opens: it
 * has run out by then.
 */
export async function onceMore<T>(call: () => Promise<T>, stopping?: AbortSignal): Promise<T> {
  let leftMs = stopping === undefined ? longestWaitMs : patientWaitMs;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof WebAPIRateLimitedError)) throw error;
      const afterMs = Math.max(toRetryAfterMs(error), shortestWaitMs);
      if (afterMs > leftMs) throw error;
      await pause(afterMs, stopping ?? never);
      if (stopping?.aborted === true) throw error;
      leftMs -= afterMs;
    }
  }
}
