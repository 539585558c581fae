/** A row of a list, with what it says beside its time. */
type Row = { says: string; at: Date };

/** For each row, whether another one says the same in the same minute: such rows show their times to the second. */
export function tellApart(rows: readonly Row[]): boolean[] {
  const keys = rows.map(({ says, at }) => `${Math.floor(at.getTime() / 60_000)} ${says}`);
  const alike = Map.groupBy(keys, (key) => key);
  return keys.map((key) => (alike.get(key)?.length ?? 0) > 1);
}
