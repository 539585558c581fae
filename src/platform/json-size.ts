/** Few bytes can be millions of values, or nested without end: checking them would hold up everybody else. */
export function hasMoreThan(most: { values: number; depth: number }, json: unknown): boolean {
  let count = 0;
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
      count += children.length;
      if (count > most.values || depth > most.depth) return true;
      for (const child of children) next.push(child);
    }
    level = next;
  }
  return false;
}
