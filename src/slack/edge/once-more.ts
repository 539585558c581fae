import { setTimeout as wait } from "node:timers/promises";
import { WebAPIRateLimitedError } from "@slack/web-api";
import { toRetryAfterMs } from "./slack-error.ts";

/** Whoever waits for an answer has gone on by then, and hears that it failed. */
const longestWaitMs = 10_000;

/**
 * What Slack takes nothing of for a moment is asked for once more behind it. Not for what a trigger opens: it has run out
 * by then.
 */
export async function onceMore<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof WebAPIRateLimitedError)) throw error;
    const afterMs = toRetryAfterMs(error);
    if (afterMs > longestWaitMs) throw error;
    await wait(afterMs);
    return await call();
  }
}
