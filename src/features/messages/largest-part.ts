import type { SendBody } from "../../platform/index.ts";

/** The part that makes a message as large as it is, by its path: the first that no single one of its own makes up. */
export function largestPart({ message, ...beside }: SendBody): string {
  const path: string[] = [];
  let whole: unknown = { ...message, ...beside };
  for (;;) {
    const [largest] = partsOf(whole).toSorted((one, other) => other.size - one.size);
    const isMost = largest !== undefined && (path.length === 0 || 2 * largest.size > sizeOf(whole));
    if (!isMost) return path.join(".");
    path.push(largest.name);
    whole = largest.value;
  }
}

/** Lists are one part, whatever is in them. */
function partsOf(value: unknown): { name: string; value: unknown; size: number }[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value).map(([name, inner]: [string, unknown]) => ({
    ...{ name, value: inner },
    size: sizeOf(inner),
  }));
}

function sizeOf(value: unknown): number {
  return (JSON.stringify(value) ?? "").length;
}
