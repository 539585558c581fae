export type PoolWatchOptions = {
  /** A question over the pool. */
  ask: () => Promise<void>;
  /** The same over a connection made for it. */
  askAnew: () => Promise<void>;
  /** When a connection last came back to the pool, by `performance.now()`. */
  returnedAtMs: () => number;
  /** Longer than any statement may take: in that time connections come back, however busy the pool is. */
  lostAfterMs: number;
};

/** Whoever asks often is told what was seen shortly before. */
const lookEveryMs = 5_000;

/**
 * Tells a pool that can't be used any more from a database that is away. Only the first is mended by a restart: for
 * a while nothing has come back to the pool and it gives nothing out, and yet the database answers others.
 * The answer is given at once, by the last look; whoever asks has the next one taken behind.
 */
export function createPoolWatch({ ask, askAnew, returnedAtMs, lostAfterMs }: PoolWatchOptions) {
  let uselessSinceMs: number | null = null;
  let isLost = false;
  let isLooking = false;
  let nextLookMs = 0;

  async function look(): Promise<void> {
    const startedMs = performance.now();
    const isUsable = await succeeds(ask);
    const isUseless = !isUsable && returnedAtMs() < startedMs && (await succeeds(askAnew));
    uselessSinceMs = isUseless ? Math.max(uselessSinceMs ?? startedMs, returnedAtMs()) : null;
    isLost = uselessSinceMs !== null && performance.now() - uselessSinceMs >= lostAfterMs;
  }

  return (): boolean => {
    if (!isLooking && performance.now() >= nextLookMs) {
      isLooking = true;
      void look().finally(() => {
        isLooking = false;
        nextLookMs = performance.now() + Math.min(lookEveryMs, lostAfterMs);
      });
    }
    return isLost;
  };
}

async function succeeds(work: () => Promise<void>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  );
}
