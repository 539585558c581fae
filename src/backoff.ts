export type Backoff = { firstMs: number; longestMs: number };

/** Doubles the wait with each failure in a row, up to the longest. `failures` counts from 1. */
export function backoffMs({ firstMs, longestMs }: Backoff, failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1));
}

/** Shortens the wait at random by up to half (`random` in [0, 1)), so that failed callers don't retry together. */
export function jitteredBackoffMs(backoff: Backoff, failures: number, random: number): number {
  const ceilingMs = backoffMs(backoff, failures);
  return ceilingMs / 2 + (ceilingMs / 2) * random;
}
