import { shorten } from "../../slack/blocks/limits.ts";

/** A page of ten stays within a message. */
const longestName = 80;

/** Somebody else's words: of a title's length, and without marks that turn what follows them around. */
export function shownName(name: string): string {
  return shorten(name.replace(/\p{Bidi_Control}/gu, ""), longestName);
}
