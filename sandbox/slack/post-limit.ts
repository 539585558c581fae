import { RateLimited } from "./web-api-method.ts";
import type { World } from "./world.ts";

/** Token buckets by conversation: a burst, then a steady rate. */
export function createPostLimit(world: World): (conversation: string) => void {
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return (conversation) => {
    const limit = world.postLimit;
    if (limit === null) return;
    const nowMs = world.now().getTime();
    const bucket = buckets.get(conversation) ?? { tokens: limit.burst, atMs: nowMs };
    const refilled = bucket.tokens + ((nowMs - bucket.atMs) / 1000) * limit.perSecond;
    const tokens = Math.min(limit.burst, refilled);
    if (tokens < 1) {
      world.report(
        "chat.postMessage",
        "ratelimited",
        `${conversation}: more than ${limit.perSecond} a second`,
      );
      throw new RateLimited(Math.max(1, Math.ceil((1 - tokens) / limit.perSecond)));
    }
    buckets.set(conversation, { tokens: tokens - 1, atMs: nowMs });
  };
}
