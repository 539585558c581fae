/** Ignores inherited properties: a code from outside may be `constructor`. */
export function entryFor<T>(entries: Readonly<Record<string, T>>, value: string): T | undefined {
  return Object.hasOwn(entries, value) ? entries[value] : undefined;
}
