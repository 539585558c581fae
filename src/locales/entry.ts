/**
 * The entry for a value that others chose: a code, a type, what somebody typed. Undefined for one without; names that every
 * object has (`constructor`) are no entries.
 */
export function entryFor<T>(entries: Readonly<Record<string, T>>, value: string): T | undefined {
  return Object.hasOwn(entries, value) ? entries[value] : undefined;
}
