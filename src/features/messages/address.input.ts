import { trimBlank, withoutUndrawn } from "../../blank-text.ts";
import { type PhoneNumber, type PhoneNumberProblem, parsePhoneNumber } from "../../phone-number.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { FormValues } from "./form-body.input.ts";
import { fields } from "./ids.ts";
import {
  closeNames,
  type Found,
  findAll,
  findNamed,
  type Group,
  join,
  type NameProblem,
  splitNames,
  type TestRecipient,
} from "./recipients.input.ts";
import type { SendRules } from "./send.input.ts";

/** Whom a message goes to, and from which number. */

/** As much of a name that nobody has as is said again. */
const longestName = 40;

/** The platform's list has country numbers of up to four digits. */
export const callingCode = /^[1-9][0-9]{0,3}$/;

/** The country that was typed; none where it is wrong. */
export function readCountry(values: FormValues): { country: string | undefined; isWrong: boolean } {
  const country = withoutUndrawn(values[fields.country] ?? "").trim();
  const isOne = callingCode.test(country);
  return { country: isOne ? country : undefined, isWrong: country !== "" && !isOne };
}

/** `isListed`: all are test recipients, which may be sent to at once unless a colleague put them together. */
export type Addressees = {
  first: PhoneNumber & { name: string | null };
  others: readonly (PhoneNumber & { name: string | null })[];
  isListed: boolean;
  byColleague: boolean;
};

type RecipientProblem =
  | NameProblem
  | { problem: Exclude<PhoneNumberProblem, "letters"> | "missing" | "test_only" | "two_recipients" };

/** Typed, as a number or the names of test recipients, and chosen from these: any other number goes alone. */
export function parseRecipients(
  values: FormValues,
  country: string | undefined,
  rules: SendRules,
): Addressees | RecipientProblem {
  const typed = readTyped(trimBlank(values[fields.to] ?? ""), country, rules);
  if ("problem" in typed) return typed;
  const chosen = readChosen(values[fields.recipients] ?? "", rules);
  if ("problem" in chosen) return chosen;
  const { unlisted } = typed;
  if (unlisted !== null) {
    if (chosen.recipients.length > 0) return { problem: "two_recipients" };
    return { first: { ...unlisted, name: null }, others: [], isListed: false, byColleague: false };
  }
  const all = join([typed, chosen]);
  if ("problem" in all) return all;
  const [first, ...others] = all.recipients.map(({ to, country: own, name }) => ({ to, country: own, name }));
  if (first === undefined) return { problem: "missing" };
  return { first, others, isListed: true, byColleague: all.byColleague === true };
}

type Typed = Found & { unlisted: PhoneNumber | null };

const nobody = { recipients: [], unlisted: null };

function readTyped(text: string, country: string | undefined, rules: SendRules): Typed | RecipientProblem {
  const names = splitNames(text);
  const [only = text] = names;
  if (names.length > 1) {
    const found = findAll(names, rules);
    return "problem" in found ? found : { ...found, unlisted: null };
  }
  if (text === "") return nobody;
  const named = findNamed(only, rules);
  if (named !== null) return "problem" in named ? named : { ...named, unlisted: null };
  const number = parsePhoneNumber(text, country);
  if ("problem" in number) {
    const { problem } = number;
    if (problem !== "letters") return { problem };
    return { problem: "unknown_name", name: shorten(only, longestName), close: closeNames(only, rules) };
  }
  const listed = findListed(number, rules);
  if (listed !== undefined) return { recipients: [listed], unlisted: null };
  return rules.recipientPolicy === "test-only" ? { problem: "test_only" } : { ...nobody, unlisted: number };
}

/** What an option's value stands for; a phone that was retired since the form was shown is said to be unknown. */
function readChosen(value: string, rules: SendRules): Found | NameProblem {
  const found = splitChosen(value).map((key): Found | NameProblem => {
    const group = /^@(.*)$/s.exec(key)?.[1];
    const one = rules.testRecipients.find((each) => recipientKey(each) === key);
    if (one !== undefined) return { recipients: [one] };
    const named = group === undefined ? null : findNamed(group, rules);
    return named ?? { problem: "unknown_name", name: group ?? key, close: [] };
  });
  return join(found);
}

/** The options chosen, as a form's values hold them. */
export function splitChosen(value: string): string[] {
  return value.split("\n").filter((key) => key !== "");
}

export function findListed(
  { to, country }: PhoneNumber,
  { testRecipients }: Pick<SendRules, "testRecipients">,
): TestRecipient | undefined {
  return testRecipients.find((one) => one.to === to && one.country === country);
}

/** A test recipient as an option's value. */
export function recipientKey({ to, country }: PhoneNumber): string {
  return `+${country} ${to}`;
}

export function groupKey({ name }: Group): string {
  return `@${name}`;
}

/** Null for what is no sender here. */
export function parseSender(text: string, rules: SendRules): string | null {
  const digits = withoutUndrawn(text).replace(/[\s().-]/g, "");
  if (rules.senderNumbers.length > 0) return rules.senderNumbers.includes(digits) ? digits : null;
  return /^[0-9]{4,15}$/.test(digits) ? digits : null;
}

type Body = Readonly<Record<string, unknown>>;

/** The body with recipient and sender as the platform takes them, or as they were typed where that says nobody. */
export function addressed(body: Body, number: PhoneNumber | null, from: string | null): Body {
  const { to, from: typed, country, ...message } = messageOf(body);
  const typedTo = { to, ...(country === undefined ? {} : { country }) };
  const recipient =
    number === null
      ? typedTo
      : { to: number.to, ...(number.country === "82" ? {} : { country: number.country }) };
  return { ...body, message: { ...recipient, from: from ?? typed, ...message } };
}

function messageOf(body: Body): Record<string, unknown> {
  const { message } = body;
  return typeof message === "object" && message !== null ? { ...message } : {};
}
