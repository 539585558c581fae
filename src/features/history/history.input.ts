import { z } from "zod";

/** Which operations: everybody's or one's own, all or those that may have had no effect. */
export type Selection = { everybody: boolean; failed: boolean };

export type Asked =
  | { kind: "list"; selection: Selection }
  | { kind: "one"; id: string }
  | { kind: "unknown_words" };

/** `all`, `failed`, both, or a single id as people paste it, between backticks or quotes. */
export function parseAsked(text: string): Asked {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.every((word) => word === "all" || word === "failed")) {
    const selection = { everybody: words.includes("all"), failed: words.includes("failed") };
    return { kind: "list", selection };
  }
  const id = /^[`"'“‘<]*([\x21-\x7e]{1,200}?)[`"'”’>]*$/.exec(text.trim())?.[1];
  return id === undefined ? { kind: "unknown_words" } : { kind: "one", id };
}

/**
 * A page of a list: `trail` holds the cursors that led to it, the last of them its own; empty is the newest page.
 * It comes back from a button as a person's client sent it, so it is no authority.
 */
export const Place = z.object({
  everybody: z.boolean(),
  failed: z.boolean(),
  trail: z.array(z.string()),
});
export type Place = z.infer<typeof Place>;

/** Null for what is no place. */
export function parsePlace(value: string): Place | null {
  try {
    return Place.safeParse(JSON.parse(value)).data ?? null;
  } catch {
    return null;
  }
}

/** Slack's limit for a button's value. */
const longestValue = 2000;

/** As a button's value. Of a trail that is too long the beginning goes: back leads to the newest page then. */
export function renderPlace(place: Place): string {
  for (let { trail } = place; ; trail = trail.slice(1)) {
    const value = JSON.stringify({ ...place, trail } satisfies Place);
    if (value.length <= longestValue || trail.length === 0) return value;
  }
}
