import { trimBlank, withoutUndrawn } from "../../blank-text.ts";
import { type PhoneNumber, parseSenderNumber } from "../../phone-number.ts";
import type { FormValues } from "./form-body.input.ts";
import { fields } from "./ids.ts";
import {
  type Found,
  findAll,
  findNamed,
  findOne,
  type Group,
  join,
  type NameProblem,
  type NumberProblem,
  splitNames,
} from "./recipients.input.ts";
import type { SendRules } from "./send.input.ts";

/** Whom a message goes to, and from which number. */

/** The platform's list has country numbers of up to four digits. */
export const callingCode = /^[1-9][0-9]{0,3}$/;

/** The country that was typed; none where it is wrong. */
export function readCountry(values: FormValues): { country: string | undefined; isWrong: boolean } {
  const country = withoutUndrawn(values[fields.country] ?? "").trim();
  const isOne = callingCode.test(country);
  return { country: isOne ? country : undefined, isWrong: country !== "" && !isOne };
}

/** `isListed`: all are test recipients, which may be sent to at once. */
export type Addressees = {
  first: PhoneNumber & { name: string | null };
  others: readonly (PhoneNumber & { name: string | null })[];
  isListed: boolean;
};

type RecipientProblem = NameProblem | { problem: "missing" | "test_only" | "two_recipients" };

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
    return { first: { ...unlisted, name: null }, others: [], isListed: false };
  }
  const all = join([typed, chosen]);
  if ("problem" in all) return all;
  const [first, ...others] = all.recipients.map(({ to, country: own, name }) => ({ to, country: own, name }));
  if (first === undefined) return { problem: "missing" };
  return { first, others, isListed: true };
}

type Typed = Found & { unlisted: PhoneNumber | null };

const nobody = { recipients: [], unlisted: null };

function readTyped(text: string, country: string | undefined, rules: SendRules): Typed | RecipientProblem {
  const [only, ...others] = splitNames(text);
  if (only === undefined) return text === "" ? nobody : { problem: "not_a_number" };
  const found =
    others.length > 0 ? findAll([only, ...others], rules, country) : findOne(only, rules, country);
  if ("problem" in found) return found;
  if (!("to" in found)) return { ...found, unlisted: null };
  return rules.recipientPolicy === "test-only" ? { problem: "test_only" } : { ...nobody, unlisted: found };
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

/** A test recipient as an option's value. */
export function recipientKey({ to, country }: PhoneNumber): string {
  return `+${country} ${to}`;
}

export function groupKey({ name }: Group): string {
  return `@${name}`;
}

/** The sender's digits; any Korean number where none is registered. */
export function parseSender(text: string, { senderNumbers }: SendRules): string | SenderProblem {
  const number = parseSenderNumber(text);
  const isAny = senderNumbers.length === 0;
  if ("to" in number) {
    return isAny || senderNumbers.includes(number.to) ? number.to : { problem: "unknown_sender" };
  }
  if (!isAny) return { problem: "unknown_sender" };
  switch (number.problem) {
    case "letters":
      return { problem: "sender_letters" };
    case "two_numbers":
      return { problem: "sender_numbers" };
    case "abroad":
    case "other_country":
      return { problem: "sender_abroad" };
    case "not_a_number":
      return { problem: "unknown_sender" };
    default:
      return number;
  }
}

/** Whatever is said of a recipient in words that aren't true of a sender is a problem of its own. */
export type SenderProblem =
  | { problem: "unknown_sender" | "sender_letters" | "sender_numbers" | "sender_abroad" }
  | Exclude<NumberProblem, { problem: "two_numbers" | "two_countries" | "not_a_number" }>;

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
