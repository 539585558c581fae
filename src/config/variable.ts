import { z } from "zod";

/** What is wrong with a variable's value. The words never hold the value: it may be a secret in the wrong place. */
export class WrongValue extends Error {
  override name = "WrongValue";
}

/**
 * A variable that must be set. `parse` throws WrongValue; the text it gets has no white space around it. The
 * example ends up in every complaint.
 */
export function required<T>(parse: (text: string) => T, example: string) {
  const withExample = (problem: string) => `${problem} (example: ${example})`;
  return z.string({ error: withExample("is missing") }).transform((text, context): T => {
    try {
      return parse(withoutQuotes(text));
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      context.addIssue(withExample(error.message));
      return z.NEVER;
    }
  });
}

/** A variable that counts as `fallback` when it isn't set. */
export function optional<T, D>(parse: (text: string) => T, example: string, fallback: D) {
  return required(parse, example)
    .optional()
    .transform((value): T | D => (value === undefined ? fallback : value));
}

/** Docker's --env-file and systemd hand quotes through. */
function withoutQuotes(text: string): string {
  if (/^(["']).*\1$/s.test(text)) throw new WrongValue("has quotes around its value; remove them");
  return text;
}
