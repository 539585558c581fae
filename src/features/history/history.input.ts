import { z } from "zod";
import { Trail } from "../../lists/trail.ts";

/** Which operations: everybody's or one's own, all or those that may have had no effect. */
export type Selection = { everybody: boolean; failed: boolean };

export type Asked =
  | { kind: "list"; selection: Selection }
  | { kind: "one"; id: string }
  | { kind: "unknown_words" };

/** Any id that is looked up fits, with what may stand around it: what is longer is not looked at. */
const longestPasted = 256;

/** `all`, `failed`, both, or a single id as people paste it, between backticks or quotes. */
export function parseAsked(text: string): Asked {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.every((word) => word === "all" || word === "failed")) {
    const selection = { everybody: words.includes("all"), failed: words.includes("failed") };
    return { kind: "list", selection };
  }
  const pasted = text.trim();
  if (pasted.length > longestPasted) return { kind: "unknown_words" };
  const id = /^[`"'“‘<]*([\x21-\x7e]{1,200}?)[`"'”’>]*$/.exec(pasted)?.[1];
  return id === undefined ? { kind: "unknown_words" } : { kind: "one", id };
}

/** Where in which list somebody looks. */
export const Place = z.object({ everybody: z.boolean(), failed: z.boolean(), trail: Trail });
export type Place = z.infer<typeof Place>;
