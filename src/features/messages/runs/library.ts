import { z } from "zod";
import { withoutInvisible } from "../../../blank-text.ts";
import { repeatsSecret } from "../../../foreign-words.ts";
import { SendBody } from "../../../platform/index.ts";
import { isCommandWord } from "../../../recipient-names.ts";
import type { LibraryEntry } from "../../../store/index.ts";
import { collectContents } from "../stored.ts";

export const maxSuiteMessages = 10;
export const maxRunOperations = 100;
export const maxSavedNameLength = 40;
const minSavedNameLength = 2;

const Saved = z.object({ message: z.looseObject({ from: z.string() }) }).loose();

/** Returns the saved message, addressed to `to`; null if this version can't send it. */
export function readSaved(
  { body }: Pick<LibraryEntry, "body">,
  to = { to: "0", country: "82" },
): SendBody | null {
  const saved = Saved.safeParse(body).data;
  if (saved === undefined) return null;
  const country = to.country === "82" ? {} : { country: to.country };
  return SendBody.safeParse({ ...saved, message: { to: to.to, ...saved.message, ...country } }).data ?? null;
}

export function toSaved({ message, ...others }: SendBody): object {
  const { to: _to, country: _country, ...rest } = message;
  return { ...others, message: rest };
}

/** Saved messages by id; recipients and groups by name. */
const Suite = z.object({
  messages: z.array(z.string()).readonly(),
  recipients: z.array(z.string()).readonly(),
});
export type Suite = z.infer<typeof Suite>;

export function readSuite({ body }: Pick<LibraryEntry, "body">): Suite | null {
  return Suite.safeParse(body).data ?? null;
}

/** `several_words`: problem of a suite's name, since recipients follow it in a command. */
type NamingProblem = "length" | "digits" | "several_words" | "command_word" | "repeats_text";

/** Removes invisible characters, so that names that look alike are equal. */
export function toSavedName(typed: string): string {
  return withoutInvisible(typed).replace(/\s+/g, " ").trim();
}

/** Checks a name. Conversations show it, so it must not repeat the message's text or contain a phone number. */
export function findNamingProblem(name: string, of: { text: SendBody } | "word"): NamingProblem | null {
  const { length } = [...name];
  if (length < minSavedNameLength || length > maxSavedNameLength) return "length";
  if (name.normalize("NFKC").replace(/\P{Nd}/gu, "").length >= 7) return "digits";
  if (of !== "word") return repeatsSecret(name, collectContents(of.text)) ? "repeats_text" : null;
  if (!/^\p{L}[\p{L}\p{N}._-]*$/u.test(name)) return "several_words";
  return isCommandWord(name) ? "command_word" : null;
}
