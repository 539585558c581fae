import { setTimeout as wait } from "node:timers/promises";

/** What one round of load came to. `cpuUs`: of this process, for each act. */
export type Sample = { perSecond: number; p50Ms: number; p99Ms: number; cpuUs: number };

type Act = () => Promise<unknown>;

/** `concurrency` acts under way at any time, for `durationMs`; those still under way at the end are awaited. */
export async function load(
  act: Act,
  { concurrency, durationMs }: { concurrency: number; durationMs: number },
): Promise<Sample> {
  const latenciesMs: number[] = [];
  const startedCpu = process.cpuUsage();
  const startedMs = performance.now();
  const work = async () => {
    for (let beganMs = performance.now(); beganMs - startedMs < durationMs; beganMs = performance.now()) {
      await act();
      latenciesMs.push(performance.now() - beganMs);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return toSample(latenciesMs, { tookMs: performance.now() - startedMs, startedCpu });
}

/** `perSecond` acts begun a second, whether earlier ones have ended or not, for `durationMs`. */
export async function pace(
  act: Act,
  { perSecond, durationMs }: { perSecond: number; durationMs: number },
): Promise<Sample> {
  const latenciesMs: number[] = [];
  const startedCpu = process.cpuUsage();
  const startedMs = performance.now();
  const acts: Promise<void>[] = [];
  const one = async (dueMs: number) => {
    await act();
    // From when it was due: a load that falls behind must not look fast.
    latenciesMs.push(performance.now() - dueMs);
  };
  for (let count = 0; count < Math.max(1, (perSecond * durationMs) / 1000); count += 1) {
    const dueMs = startedMs + (count * 1000) / perSecond;
    if (dueMs > performance.now()) await wait(dueMs - performance.now());
    acts.push(one(Math.max(dueMs, startedMs)));
  }
  await Promise.all(acts);
  return toSample(latenciesMs, { tookMs: performance.now() - startedMs, startedCpu });
}

function toSample(
  latenciesMs: number[],
  { tookMs, startedCpu }: { tookMs: number; startedCpu: NodeJS.CpuUsage },
): Sample {
  const { user, system } = process.cpuUsage(startedCpu);
  latenciesMs.sort((one, other) => one - other);
  return {
    perSecond: (latenciesMs.length * 1000) / tookMs,
    p50Ms: quantile(latenciesMs, 0.5),
    p99Ms: quantile(latenciesMs, 0.99),
    cpuUs: (user + system) / latenciesMs.length,
  };
}

/** For sorted values. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    0.5,
  );
}
