import { withoutUndrawn } from "../../../blank-text.ts";
import { givesAway } from "../../../foreign-words.ts";
import type { SendBody } from "../../../platform/index.ts";
import { isCommandWord } from "../../../recipient-names.ts";
import { contentsOf } from "../stored.ts";

export const longestName = 40;
const shortestName = 2;

/** `several_words`: of a suite, which is one word among others behind a command. */
export type NamingProblem = "length" | "digits" | "several_words" | "command_word" | "repeats_text";

/** Without what isn't drawn or turns its surroundings around, so that two names that look the same are the same. */
export function toSavedName(typed: string): string {
  return withoutUndrawn(typed).replace(/\s+/g, " ").trim();
}

/** Conversations read the name, so it says nothing of the message and holds no number. */
export function findNamingProblem(name: string, of: { text: SendBody } | "word"): NamingProblem | null {
  const { length } = [...name];
  if (length < shortestName || length > longestName) return "length";
  if (name.normalize("NFKC").replace(/\P{Nd}/gu, "").length >= 7) return "digits";
  if (of !== "word") return givesAway(name, contentsOf(of.text)) ? "repeats_text" : null;
  if (!/^\p{L}[\p{L}\p{N}._-]*$/u.test(name)) return "several_words";
  return isCommandWord(name) ? "command_word" : null;
}
