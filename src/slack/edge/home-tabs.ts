import type { HomeView } from "@slack/types";
import { WebAPIRateLimitedError, type WebClient } from "@slack/web-api";
import { isSlacksOwn, isUntimedLimit, slackErrorCode, toRetryAfterMs } from "./slack-error.ts";

export type HomeTabs = ReturnType<typeof createTabs>;

/**
 * Fifteen drawings at once, then 75 a minute: never more than 90 in any minute. Slack's tier 4 allows 100 or more, and
 * the rest is for who opens theirs.
 */
export const homePace = { everyMs: 10_000, renderMs: 800, burst: 15 } as const;

/** `newer`: something else stands there than was thought. `later`: Slack takes nothing now. */
export type HomeShown =
  | { kind: "shown"; hash: string | null }
  | { kind: "newer" }
  | { kind: "later"; afterMs: number; isLimited: boolean };

/** A limit without a time, and whatever else passes by itself. */
const retryAfterMs = 30_000;

/** People's Home tabs, none drawn over another one than is known to stand there. */
export function createTabs(client: Pick<WebClient, "views">) {
  return {
    /** `hash`: of what stands there; null draws over anything. Throws what won't pass by itself. */
    async show(userId: string, view: HomeView, hash: string | null): Promise<HomeShown> {
      try {
        const { view: shown } = await client.views.publish({
          user_id: userId,
          view,
          ...(hash === null ? {} : { hash }),
        });
        return { kind: "shown", hash: shown?.hash ?? null };
      } catch (error) {
        if (slackErrorCode(error) === "hash_conflict") return { kind: "newer" };
        if (error instanceof WebAPIRateLimitedError) {
          return { kind: "later", afterMs: toRetryAfterMs(error), isLimited: true };
        }
        if (!isSlacksOwn(error)) throw error;
        const isLimited = isUntimedLimit(error) || slackErrorCode(error) === "ratelimited";
        return { kind: "later", afterMs: retryAfterMs, isLimited };
      }
    },
  };
}
