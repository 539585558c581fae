import { CALLS_PER_MINUTE, type Tier } from "./limits.ts";
import { RateLimited } from "./web-api-method.ts";
import type { World } from "./world.ts";

type Rate = { readonly perSecond: number; readonly burst: number };

/** Token buckets by key: a burst, then a steady rate. Takes one and answers 0, or the seconds until there is one. */
function createBuckets(world: World): (key: string, rate: Rate) => number {
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return (key, { perSecond, burst }) => {
    const nowMs = world.now().getTime();
    const bucket = buckets.get(key) ?? { tokens: burst, atMs: nowMs };
    const refilled = bucket.tokens + ((nowMs - bucket.atMs) / 1000) * perSecond;
    const tokens = Math.min(burst, refilled);
    if (tokens < 1) return Math.max(1, Math.ceil((1 - tokens) / perSecond));
    buckets.set(key, { tokens: tokens - 1, atMs: nowMs });
    return 0;
  };
}

/** Posts by conversation. */
export function createPostLimit(world: World): (conversation: string) => void {
  const take = createBuckets(world);
  return (conversation) => {
    const limit = world.postLimit;
    if (limit === null) return;
    const waitS = take(conversation, limit);
    if (waitS === 0) return;
    const detail = `${conversation}: more than ${limit.perSecond} a second`;
    world.report("chat.postMessage", "ratelimited", detail);
    throw new RateLimited(waitS);
  };
}

/** Calls by method, as its tier promises them and no more. */
export function createMethodLimit(world: World): (method: string, tier: Tier) => void {
  const take = createBuckets(world);
  return (method, tier) => {
    if (!world.hasMethodLimits) return;
    const perMinute = CALLS_PER_MINUTE[tier];
    const waitS = take(method, { perSecond: perMinute / 60, burst: perMinute });
    if (waitS === 0) return;
    world.report(method, "ratelimited", `more than ${perMinute} a minute`);
    throw new RateLimited(waitS);
  };
}
