/** What one round of load came to. */
export type Sample = { perSecond: number; p50Ms: number; p99Ms: number };

/** `concurrency` acts under way at any time, for `durationMs`; those still under way at the end are awaited. */
export async function load(
  act: () => Promise<unknown>,
  { concurrency, durationMs }: { concurrency: number; durationMs: number },
): Promise<Sample> {
  const latenciesMs: number[] = [];
  const startedMs = performance.now();
  const work = async () => {
    for (let beganMs = performance.now(); beganMs - startedMs < durationMs; beganMs = performance.now()) {
      await act();
      latenciesMs.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  const tookMs = performance.now() - startedMs;
  latenciesMs.sort((one, other) => one - other);
  return {
    perSecond: (latenciesMs.length * 1000) / tookMs,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
  };
}

/** Of sorted values. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    [...values].sort((one, other) => one - other),
    0.5,
  );
}
