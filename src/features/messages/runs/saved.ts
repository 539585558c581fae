import { z } from "zod";
import { givesAway } from "../../../foreign-words.ts";
import { SendBody } from "../../../platform/index.ts";
import { isCommandWord } from "../../../recipient-names.ts";
import type { LibraryEntry } from "../../../store/index.ts";
import { contentsOf } from "../stored.ts";

/** A whole message without its recipient, as a run sends it to each. */
const Saved = z.object({ message: z.looseObject({ from: z.string() }) }).loose();

/** A saved message; null of what this version can't send. */
export function readSaved(
  { body }: Pick<LibraryEntry, "body">,
  to = { to: "0", country: "82" },
): SendBody | null {
  const saved = Saved.safeParse(body).data;
  if (saved === undefined) return null;
  const country = to.country === "82" ? {} : { country: to.country };
  return SendBody.safeParse({ ...saved, message: { to: to.to, ...saved.message, ...country } }).data ?? null;
}

export function toSaved({ message, ...beside }: SendBody): object {
  const { to: _to, country: _country, ...rest } = message;
  return { ...beside, message: rest };
}

/** Saved messages by their ids, and recipients by the names that operators and colleagues gave them. */
const Suite = z.object({
  messages: z.array(z.string()).readonly(),
  recipients: z.array(z.string()).readonly(),
});
export type Suite = z.infer<typeof Suite>;

export function readSuite({ body }: Pick<LibraryEntry, "body">): Suite | null {
  return Suite.safeParse(body).data ?? null;
}

export const mostMessages = 10;
export const mostOperations = 100;
export const longestName = 40;
const shortestName = 2;

/** `several_words`: of a suite, which is the first word behind its command. */
export type NamingProblem = "length" | "digits" | "several_words" | "command_word" | "repeats_text";

/** Conversations read the name, so it says nothing of the message and holds no number. */
export function findNamingProblem(name: string, of: { text: SendBody } | "suite"): NamingProblem | null {
  const { length } = [...name];
  if (length < shortestName || length > longestName) return "length";
  if (name.replace(/\P{Nd}/gu, "").length >= 7) return "digits";
  if (of !== "suite") return givesAway(name, contentsOf(of.text)) ? "repeats_text" : null;
  if (!/^\p{L}[\p{L}\p{N}._-]*$/u.test(name)) return "several_words";
  return isCommandWord(name) ? "command_word" : null;
}
