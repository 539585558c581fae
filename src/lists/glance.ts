import { BoundedMap } from "../bounded-map.ts";
import type { Within } from "../deadline.ts";
import type { Reading } from "./recent.ts";

/** More than there are countries; what is asked for may be any text, and each has a whole list. */
const mostKept = 300;

/**
 * A list at a glance, for what is shown beside something else: as it is known within a moment, else as it was read
 * last, else null. Asking is also what has it read beforehand, but for a moment of null: then nothing is read. A failure
 * is told where the list itself is shown.
 */
export function createGlance<T>(
  read: (which: string) => Promise<Reading<T>>,
  within: Within,
): (which: string, momentMs: number | null) => Promise<T | null> {
  const last = new BoundedMap<string, T>(mostKept);
  return async (which, momentMs) => {
    if (momentMs === null) return last.get(which) ?? null;
    const reading = read(which).then(
      ({ value }) => {
        last.set(which, value);
        return value;
      },
      () => null,
    );
    return (await within(momentMs, reading)) ?? last.get(which) ?? null;
  };
}
