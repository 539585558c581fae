import { clientCodes, PlatformError } from "../platform/index.ts";
import { createRecent, type Reading } from "./recent.ts";

/**
 * A list of the platform's as a whole. `isCut`: it went on beyond what is read at most, so this is its beginning.
 * `hasGaps`: entries of it, or their IDs, can't be read.
 */
export type PlatformList<T> = { items: T[]; isCut: boolean; hasGaps: boolean };

type ReadItems<T> = (call: { signal: AbortSignal; onGaps: () => void }) => AsyncIterable<T>;

export type ReadPlatformList<T> = () => Promise<Reading<PlatformList<T>>>;

/** Within this, a page and the one after it are of the same list. */
const maxAgeMs = 60_000;
/** Each page has the client's own time limit; at a slow platform they still come, and who asked is told later. */
const limitMs = 5 * 60_000;

/** Reads a whole list, page after page, and gives the same to all who ask within a minute. */
export function createPlatformList<T>(readItems: ReadItems<T>, now: () => Date): ReadPlatformList<T> {
  return createRecent({ read: (signal) => collect(readItems, signal), maxAgeMs, limitMs, now });
}

async function collect<T>(readItems: ReadItems<T>, signal: AbortSignal): Promise<PlatformList<T>> {
  const items: T[] = [];
  let hasGaps = false;
  const onGaps = () => {
    hasGaps = true;
  };
  try {
    for await (const item of readItems({ signal, onGaps })) items.push(item);
  } catch (error) {
    const isEndless = error instanceof PlatformError && error.code === clientCodes.tooManyPages;
    if (!isEndless || items.length === 0) throw error;
    return { items, isCut: true, hasGaps };
  }
  return { items, isCut: false, hasGaps };
}
