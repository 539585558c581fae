/** Two of them, since one can be set back and the other stands still while the machine sleeps. */
export type Clocks = { monotonicMs: () => number; wallMs: () => number };

export const systemClocks: Clocks = { monotonicMs: () => performance.now(), wallMs: () => Date.now() };

export type Moment = { monotonicMs: number; wallMs: number };

export function readClocks({ monotonicMs, wallMs }: Clocks): Moment {
  return { monotonicMs: monotonicMs(), wallMs: wallMs() };
}

/** By whichever of the two says more. */
export function passedMs(from: Moment, to: Moment): number {
  return Math.max(to.monotonicMs - from.monotonicMs, to.wallMs - from.wallMs);
}

/** What has passed since now. */
export function startMonitor(clocks: Clocks): () => number {
  const started = readClocks(clocks);
  return () => passedMs(started, readClocks(clocks));
}

/** How far another clock is ahead of this machine's: something between these. */
export type Offset = { fromMs: number; toMs: number };

/** A reply's Date header has whole seconds and was written somewhere between sending and receiving. */
export function readOffset(
  date: string | null,
  { sentMs, receivedMs }: { sentMs: number; receivedMs: number },
): Offset | null {
  const theirMs = Date.parse(date ?? "");
  // Date makes a day of much that HTTP doesn't write like that.
  if (Number.isNaN(theirMs) || new Date(theirMs).toUTCString() !== date) return null;
  return { fromMs: theirMs - receivedMs, toMs: theirMs + 1000 - sentMs };
}
