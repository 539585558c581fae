import { isDeepStrictEqual } from "node:util";
import { type PhoneNumber, type PhoneNumberProblem, parsePhoneNumber } from "../../phone-number.ts";
import type { FormValues } from "./form-body.input.ts";
import { fields } from "./ids.ts";
import type { SendRules } from "./send.input.ts";

/** Whom a message goes to, and from which number. */

/** The platform's list has country numbers of up to four digits. */
export const callingCode = /^[1-9][0-9]{0,3}$/;

/** The country that was typed; none where it is wrong. */
export function readCountry(values: FormValues): { country: string | undefined; isWrong: boolean } {
  const country = values[fields.country]?.trim() ?? "";
  const isOne = callingCode.test(country);
  return { country: isOne ? country : undefined, isWrong: country !== "" && !isOne };
}

export type Recipient = { number: PhoneNumber; testRecipient: { name: string | null } | null };

/** Typed, as a number or the name of a test recipient, or chosen from these. */
export function parseRecipient(
  values: FormValues,
  country: string | undefined,
  rules: SendRules,
): Recipient | { problem: PhoneNumberProblem | "missing" | "test_only" | "two_recipients" } {
  const typed = (values[fields.to] ?? "").trim();
  const chosen = rules.testRecipients.find((one) => recipientKey(one) === values[fields.recipient]);
  if (chosen === undefined) return typed === "" ? { problem: "missing" } : parseTyped(typed, country, rules);
  const recipient = {
    number: { to: chosen.to, country: chosen.country },
    testRecipient: { name: chosen.name },
  };
  if (typed === "") return recipient;
  const other = parseTyped(typed, country, rules);
  if ("problem" in other) return other;
  return isDeepStrictEqual(other.number, recipient.number) ? recipient : { problem: "two_recipients" };
}

function parseTyped(
  typed: string,
  country: string | undefined,
  rules: SendRules,
): Recipient | { problem: PhoneNumberProblem | "test_only" } {
  const wanted = typed.normalize("NFC").toLowerCase();
  const named = rules.testRecipients.find(({ name }) => name?.toLowerCase() === wanted);
  if (named !== undefined) {
    return { number: { to: named.to, country: named.country }, testRecipient: { name: named.name } };
  }
  const number = parsePhoneNumber(typed, country);
  if ("problem" in number) return number;
  const testRecipient = findListed(number, rules);
  if (testRecipient !== null) return { number, testRecipient };
  return rules.recipientPolicy === "test-only" ? { problem: "test_only" } : { number, testRecipient };
}

export function findListed(number: PhoneNumber, { testRecipients }: SendRules): Recipient["testRecipient"] {
  const listed = testRecipients.find(({ to, country }) => to === number.to && country === number.country);
  return listed === undefined ? null : { name: listed.name };
}

/** A test recipient as an option's value. */
export function recipientKey({ to, country }: PhoneNumber): string {
  return `+${country} ${to}`;
}

/** Null for what is no sender here. */
export function parseSender(text: string, rules: SendRules): string | null {
  const digits = text.replace(/[\s().-]/g, "");
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
