/** A country as a menu has it: what it is called, what it is searched for by, and its number as it is shown. */
type Named = { name: string; id: string | null; number: string };

/** By what is searched for, in the order in which they stand: a country number may be that of several. */
export function groupByNumber(
  countries: readonly Named[],
): ReadonlyMap<string, { names: Set<string>; number: string }> {
  const groups = new Map<string, { names: Set<string>; number: string }>();
  for (const { name, id, number } of countries) {
    const group = groups.get(id ?? name);
    if (group === undefined) groups.set(id ?? name, { names: new Set([name]), number });
    else group.names.add(name);
  }
  return groups;
}
