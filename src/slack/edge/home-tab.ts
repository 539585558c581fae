import type { HomeView } from "@slack/types";
import { WebAPIRateLimitedError, type WebClient } from "@slack/web-api";
import { isSlacksOwn, toRetryAfterMs } from "./slack-error.ts";

/** A limit without a time, and whatever else passes by itself. */
const retryAfterMs = 30_000;

/**
 * Shows people their Home tabs. Returns 0, or after how many milliseconds Slack may take it. Throws what Slack takes no
 * later either.
 */
export function createHomePublisher({ views }: Pick<WebClient, "views">) {
  return async (person: string, view: HomeView): Promise<number> => {
    try {
      await views.publish({ user_id: person, view });
      return 0;
    } catch (error) {
      if (error instanceof WebAPIRateLimitedError) return Math.max(toRetryAfterMs(error), 1);
      if (isSlacksOwn(error)) return retryAfterMs;
      throw error;
    }
  };
}
