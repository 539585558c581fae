import type { JsonObject } from "./types.ts";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value itself, or an empty object when it is none: for reading fields of what may be absent. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function toObjects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function toStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** The string, or "" for anything else. */
export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The `text` of a text object, or "". */
export function textOf(value: unknown): string {
  return toText(toObject(value)["text"]);
}

/** Form-encoded calls spell booleans as words or digits. */
export function toBoolean(value: unknown): boolean {
  return value === true || value === "true" || value === "1" || value === 1;
}

/** undefined when the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(sortKeys(one)) === JSON.stringify(sortKeys(other));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const sorted: JsonObject = {};
  for (const key of Object.keys(value).toSorted()) sorted[key] = sortKeys(value[key]);
  return sorted;
}
