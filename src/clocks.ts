/** Two clocks: the wall clock can be set back, the monotonic clock stops while the machine sleeps. */
export type Clocks = { monotonicMs: () => number; wallMs: () => number };

export const systemClocks: Clocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

export type Moment = { monotonicMs: number; wallMs: number };

export function readClocks({ monotonicMs, wallMs }: Clocks): Moment {
  return { monotonicMs: monotonicMs(), wallMs: wallMs() };
}

/** Returns the milliseconds passed by the clock that shows more. */
export function msBetween(from: Moment, to: Moment): number {
  return Math.max(to.monotonicMs - from.monotonicMs, to.wallMs - from.wallMs);
}

export function startStopwatch(clocks: Clocks): () => number {
  const started = readClocks(clocks);
  return () => msBetween(started, readClocks(clocks));
}
