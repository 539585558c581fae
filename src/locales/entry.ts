/** Finds the entry for a value from outside, such as a code; `constructor` and other inherited names find nothing. */
export function entryFor<T>(entries: Readonly<Record<string, T>>, value: string): T | undefined {
  return Object.hasOwn(entries, value) ? entries[value] : undefined;
}
