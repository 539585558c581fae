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

/**
 * The same, seen by the bytes before they are parsed, which for a few megabytes takes a second: never true of what
 * `hasMoreThan` lets through.
 */
export function showsMoreThan({ values }: { values: number }, json: Buffer): boolean {
  let marks = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === quote) isText = !isText;
    else if (isText && byte === backslash) index += 1;
    else if (!isText && (byte === comma || byte === brace || byte === bracket)) marks += 1;
    // Each of so many values may be a list or an object and have a comma behind it.
    if (marks > 2 * values + 1) return true;
  }
  return false;
}

const [quote, backslash, comma, brace, bracket] = Buffer.from('"\\,{[');
