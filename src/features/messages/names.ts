import { storeBudgetMs, type Within } from "../../deadline.ts";
import type { Person } from "../../slack/people/people.ts";
import { splitChosen } from "./address.input.ts";
import type { FormValues } from "./form-body.input.ts";
import { fields } from "./ids.ts";
import { findNamed, type Group, type NameSources, splitNames } from "./recipients.input.ts";
import type { SendRules } from "./send.input.ts";

export type NameDeps = {
  rules: SendRules;
  /** Those that people made in chat. */
  groups: () => Promise<readonly Group[]>;
  within: Within;
};

/**
 * The rules for a person, with colleagues' groups where one of these names is none of the operator's; undefined where the
 * store doesn't say in time whether it is one of theirs.
 */
export async function rulesFor(
  { id: me }: Pick<Person, "id">,
  names: readonly string[],
  { rules, groups, within }: NameDeps,
): Promise<SendRules | undefined> {
  const own = { ...rules, me };
  const isOpen = (name: string) => /^\p{L}/u.test(name) && findNamed(name, own) === null;
  if (!names.some(isOpen)) return own;
  const made = await within(storeBudgetMs, groups());
  return made === undefined ? undefined : { ...own, groups: withMade(rules, made) };
}

/** The operator's first, whose name a colleague's may have been before. */
export function withMade({ groups = [] }: NameSources, made: readonly Group[]): readonly Group[] {
  return [...groups, ...made];
}

/** Whoever a form names, typed or chosen. */
export function namesIn(values: FormValues): string[] {
  const chosen = splitChosen(values[fields.recipients] ?? "").map((key) => key.replace(/^@/, ""));
  return [...splitNames(values[fields.to] ?? ""), ...chosen];
}
