/** Both, since one can be set back and the other stands still while the machine sleeps. */
export type Clocks = { monotonicMs: () => number; wallMs: () => number };

export const systemClocks: Clocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

export type Moment = { monotonicMs: number; wallMs: number };

export function readClocks({ monotonicMs, wallMs }: Clocks): Moment {
  return { monotonicMs: monotonicMs(), wallMs: wallMs() };
}

/** By the clock that says more. */
export function passedMs(from: Moment, to: Moment): number {
  return Math.max(to.monotonicMs - from.monotonicMs, to.wallMs - from.wallMs);
}

export function startStopwatch(clocks: Clocks): () => number {
  const started = readClocks(clocks);
  return () => passedMs(started, readClocks(clocks));
}
