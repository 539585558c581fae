import { setTimeout } from "node:timers/promises";
import type { Instance } from "./instances.ts";

/** One look tells little: what a process holds swings by a third while it collects what is dead. */
const lookMs = 5_000;

/** In shares of the flows: V8 has made its heap as wide as they ask by half of them. */
const windows = { warm: { from: 0.5, to: 0.6 }, end: { from: 0.9, to: 1 } };

/** What an instance held while people acted: medians over a tenth of the flows, in bytes, and by how many percent it grew. */
export type Held = { warm: number; end: number; grown: number };

/** Looks until `isDone`; `share`: how much of all flows has begun. */
export async function watchMemory(
  instance: Instance | undefined,
  { share, isDone }: { share: () => number; isDone: () => boolean },
): Promise<Held> {
  const looks: { at: number; bytes: number }[] = [];
  while (!isDone()) {
    const bytes = await instance?.resident().catch(() => null);
    if (bytes != null) looks.push({ at: share(), bytes });
    await setTimeout(lookMs);
  }
  const medianIn = ({ from, to }: { from: number; to: number }) => {
    const within = looks.filter(({ at }) => at >= from && at < to).map(({ bytes }) => bytes);
    return within.toSorted((a, b) => a - b)[Math.floor(within.length / 2)] ?? Number.NaN;
  };
  const [warm, end] = [medianIn(windows.warm), medianIn(windows.end)];
  return { warm, end, grown: (end / warm - 1) * 100 };
}
