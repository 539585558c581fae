/** How long to wait after the first failure, and at the most. */
export type Backoff = { firstMs: number; longestMs: number };

/** Twice as long after each failure in a row, counted from 1, up to the longest. */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1));
}

/** The same less up to half of it by chance (`random` in [0, 1)): what failed together must not come back together. */
export function spreadBackoffMs(backoff: Backoff, failures: number, random: number): number {
  const ceilingMs = backoffMs(backoff, failures);
  return ceilingMs / 2 + (ceilingMs / 2) * random;
}
