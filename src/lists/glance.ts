import { BoundedMap } from "../bounded-map.ts";
import { within } from "../deadline.ts";
import type { Reading } from "./recent.ts";

/** More than there are countries; what is asked for may be any text, and each has a whole list. */
const mostKept = 300;

/**
 * A list at a glance, for what is shown beside something else: as it is known within a moment, else as it was read
 * last, else null. Asking is also what has it read beforehand; a failure is told where the list itself is shown.
 */
export function createGlance<T>(
  read: (which: string) => Promise<Reading<T>>,
): (which: string, momentMs: number) => Promise<T | null> {
  const last = new BoundedMap<string, T>(mostKept);
  return async (which, momentMs) => {
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
