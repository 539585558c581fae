import { trimBlank, withoutInvisible } from "../../blank-text.ts";
import {
  type PhoneNumber,
  type PhoneNumberProblem,
  parsePhoneNumber,
  parseSenderNumber,
} from "../../phone-number.ts";
import { commas, maxRecipients } from "../../recipient-names.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { fields } from "./ids.ts";
import type { SendRules } from "./send.input.ts";
import type { FormValues } from "./send-form.ts";

export type TestRecipient = PhoneNumber & { name: string | null; phoneOwner?: string | null };

export type Group = { name: string; members: readonly string[] };

export type FoundRecipients = { recipients: readonly TestRecipient[] };

export type NameProblem =
  | { problem: "unknown_name"; name: string; close: readonly string[] }
  | NumberProblem
  /** Name with a number that isn't its own: "joon (010-0000-0002)". */
  | { problem: "other_number"; name: string }
  /** Several recipients, not all test recipients: only test recipients can get a message together. */
  | { problem: "number_among" }
  | { problem: "not_mine" }
  | { problem: "which_mine"; names: readonly string[] }
  | { problem: "many_recipients"; count: number; limit: number };

/** Problems of a number without "letters", since text with letters is parsed as a name. */
type NumberProblem = Exclude<PhoneNumberProblem, { problem: "letters" }>;

export type NameSources = {
  testRecipients: readonly TestRecipient[];
  groups?: readonly Group[];
  /** Slack user id of the sender, whose own phone is "me". */
  me?: string;
};

const anyComma = new RegExp(`[${commas}]`);

export function splitNames(text: string): string[] {
  return text
    .split(anyComma)
    .map(trimBlank)
    .filter((name) => name !== "");
}

/** Finds test recipients with this name or in this group; null if there are none, since the text may be a number. */
function findNamed(name: string, rules: NameSources): FoundRecipients | NameProblem | null {
  const wanted = toNameKey(name);
  const { testRecipients, groups = [] } = rules;
  const one = testRecipients.find(
    (recipient) => recipient.name !== null && toNameKey(recipient.name) === wanted,
  );
  if (one !== undefined) return { recipients: [one] };
  const group = groups.find((each) => toNameKey(each.name) === wanted);
  if (group !== undefined) return { recipients: membersOf(group, rules) };
  return wanted === "me" ? findMine(rules) : null;
}

/** Finds the recipients of several names. An unknown name is reported first, since it may be the only mistake. */
export function findRecipients(
  names: readonly string[],
  rules: NameSources,
  country?: string,
): FoundRecipients | NameProblem {
  const found = names.map((name): FoundRecipients | NameProblem => {
    const one = findRecipient(name, rules, country);
    return "to" in one ? { problem: "number_among" } : one;
  });
  return found.find((one) => "problem" in one && one.problem === "unknown_name") ?? join(found);
}

/** Finds a test recipient or group by name, else a test recipient by number, else the number. */
export function findRecipient(
  text: string,
  rules: NameSources,
  country?: string,
): FoundRecipients | PhoneNumber | NameProblem {
  const [, before = text, behind] = nameAndNumber.exec(text) ?? [];
  const named = findNamed(before, rules);
  if (named !== null) return behind === undefined ? named : checkBehind(named, before, behind);
  const number = parsePhoneNumber(text, country);
  if ("to" in number) {
    const listed = findTestRecipient(number, rules);
    return listed === undefined ? number : { recipients: [listed] };
  }
  if (number.problem !== "letters") return number;
  return { problem: "unknown_name", name: shorten(text, maxNameLength), close: closeNames(text, rules) };
}

/** Name with its number: `joon (010-0000-0001)`, `joon: 010-0000-0001`, `joon - 010-0000-0001`. */
const nameAndNumber =
  /^([^()<>[\]:：]*[^()<>[\]:：\s])(?:\s*[(<[:：]\s*|\s+\p{Pd}\s+)((?=\D{0,60}\d)[^()<>[\]\p{L}]{1,60})[)>\]]?$/u;

function checkBehind(
  named: FoundRecipients | NameProblem,
  name: string,
  behind: string,
): FoundRecipients | NameProblem {
  if ("problem" in named) return named;
  const number = parsePhoneNumber(behind);
  const isIts =
    "to" in number && findTestRecipient(number, { testRecipients: named.recipients }) !== undefined;
  return isIts && named.recipients.length === 1 ? named : { problem: "other_number", name };
}

export function findTestRecipient(
  { to, country }: PhoneNumber,
  { testRecipients }: Pick<NameSources, "testRecipients">,
): TestRecipient | undefined {
  return testRecipients.find((one) => one.to === to && one.country === country);
}

function join(parts: readonly (FoundRecipients | NameProblem)[]): FoundRecipients | NameProblem {
  const recipients = new Map<string, TestRecipient>();
  for (const part of parts) {
    if ("problem" in part) return part;
    for (const one of part.recipients) recipients.set(`${one.country} ${one.to}`, one);
  }
  const count = recipients.size;
  if (count > maxRecipients) return { problem: "many_recipients", count, limit: maxRecipients };
  return { recipients: [...recipients.values()] };
}

function membersOf({ members }: Group, { testRecipients }: NameSources): TestRecipient[] {
  const names = members.map(toNameKey);
  return names.flatMap(
    (name) => testRecipients.find((each) => toNameKey(recipientNameOf(each)) === name) ?? [],
  );
}

function findMine({ me, testRecipients }: NameSources): FoundRecipients | NameProblem {
  const mine = testRecipients.filter(({ phoneOwner }) => phoneOwner != null && phoneOwner === me);
  if (mine.length === 0) return { problem: "not_mine" };
  if (mine.length > 1) return { problem: "which_mine", names: mine.map(recipientNameOf) };
  return { recipients: mine };
}

/** Configured name, else the whole number: only for the sender. */
export function recipientNameOf({
  name,
  to,
  country,
}: Pick<TestRecipient, "name" | "to" | "country">): string {
  return name ?? `+${country} ${to}`;
}

function namesIn({ testRecipients, groups = [] }: NameSources): string[] {
  return [...testRecipients.flatMap(({ name }) => name ?? []), ...groups.map(({ name }) => name)];
}

const maxSuggestions = 3;
/** Limit in characters of an unknown name in the error. */
const maxNameLength = 40;

/** Suggests similar names for an unknown name, or "joon,mina" for "joon mina". */
function closeNames(typed: string, sources: NameSources): string[] {
  const words = typed.split(/\s+/);
  const areNames = words.length > 1 && words.every((word) => findNamed(word, sources) !== null);
  if (areNames) return [words.join(",")];
  return closeTo(typed, namesIn(sources));
}

function closeTo(typed: string, names: readonly string[]): string[] {
  const wanted = toNameKey(typed);
  const isClose = (name: string) =>
    editDistance(wanted, name) <= Math.max(1, Math.floor(Math.min(wanted.length, maxNameLength) / 3)) ||
    (wanted.length > 1 && name.startsWith(wanted));
  return names.filter((name) => isClose(toNameKey(name))).slice(0, maxSuggestions);
}

export function toNameKey(name: string): string {
  return normalizeName(name).toLowerCase();
}

const quotesBefore = /^["'`“”„‘’«「]+/;
/** The lookbehind lets a match begin only at the first of several quotes, which keeps the time linear. */
const quotesBehind = /(?<!["'`“”‘’»」])["'`“”‘’»」]+$/;

/** Removes invisible characters and surrounding quotes from a name, in NFKC. */
export function normalizeName(name: string): string {
  const plain = withoutInvisible(name).normalize("NFKC").trim();
  const opened = plain.replace(quotesBefore, "");
  const bare = opened.replace(quotesBehind, "");
  return opened === plain || bare === opened || bare === "" ? plain : bare;
}

/** Calling code; some have four digits in the platform's list (1809). */
export const callingCode = /^[1-9][0-9]{0,3}$/;

/** `country`: undefined if the field is empty or wrong. `isWrong`: false for an empty field. */
export function parseCountryCode(values: FormValues): { country: string | undefined; isWrong: boolean } {
  const country = withoutInvisible(values[fields.country] ?? "").trim();
  const isOne = callingCode.test(country);
  return { country: isOne ? country : undefined, isWrong: country !== "" && !isOne };
}

/** `isListed`: set if all are test recipients, which need no confirmation. */
type Addressees = {
  first: PhoneNumber & { name: string | null };
  others: readonly (PhoneNumber & { name: string | null })[];
  isListed: boolean;
};

type RecipientProblem = NameProblem | { problem: "missing" | "no_recipient" | "test_only" };

/** Parses typed and chosen recipients. A number without a test recipient must be the only one. */
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
    if (chosen.recipients.length > 0) return { problem: "number_among" };
    return { first: { ...unlisted, name: null }, others: [], isListed: false };
  }
  const all = join([typed, chosen]);
  if ("problem" in all) return all;
  const [first, ...others] = all.recipients.map(({ to, country: own, name }) => ({ to, country: own, name }));
  if (first === undefined) return { problem: rules.testRecipients.length > 0 ? "no_recipient" : "missing" };
  return { first, others, isListed: true };
}

type Typed = FoundRecipients & { unlisted: PhoneNumber | null };

const nobody = { recipients: [], unlisted: null };

function readTyped(text: string, country: string | undefined, rules: SendRules): Typed | RecipientProblem {
  const [only, ...others] = splitNames(text);
  if (only === undefined) return text === "" ? nobody : { problem: "not_a_number" };
  const found =
    others.length > 0
      ? findRecipients([only, ...others], rules, country)
      : findRecipient(only, rules, country);
  if ("problem" in found) return found;
  if (!("to" in found)) return { ...found, unlisted: null };
  return rules.recipientPolicy === "test-only" ? { problem: "test_only" } : { ...nobody, unlisted: found };
}

/** Finds the recipients of chosen options. A test recipient removed since the form was shown is an unknown name. */
function readChosen(value: string, rules: SendRules): FoundRecipients | NameProblem {
  const found = splitRecipientKeys(value).map((key): FoundRecipients | NameProblem => {
    const group = /^@(.*)$/s.exec(key)?.[1];
    const one = rules.testRecipients.find((each) => toRecipientKey(each) === key);
    if (one !== undefined) return { recipients: [one] };
    const named = group === undefined ? null : findNamed(group, rules);
    return named ?? { problem: "unknown_name", name: group ?? key, close: [] };
  });
  return join(found);
}

export function splitRecipientKeys(value: string): string[] {
  return value.split("\n").filter((key) => key !== "");
}

export function toRecipientKey({ to, country }: PhoneNumber): string {
  return `+${country} ${to}`;
}

export function toGroupKey({ name }: Group): string {
  return `@${name}`;
}

/** Returns the sender's digits. The number has to be registered; without registered numbers, any Korean one. */
export function parseSender(text: string, { senderNumbers }: SendRules): string | SenderProblem {
  const number = parseSenderNumber(text);
  const isOne = "to" in number && (senderNumbers.length === 0 || senderNumbers.includes(number.to));
  return isOne ? number.to : { problem: "unknown_sender" };
}

export type SenderProblem = { problem: "unknown_sender" };

type Body = Readonly<Record<string, unknown>>;

/** Sets recipient and sender in the platform's form; null leaves one as typed. */
export function withAddresses(body: Body, number: PhoneNumber | null, from: string | null): Body {
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

function editDistance(one: string, other: string): number {
  const [a, b] = [[...one].slice(0, 40), [...other].slice(0, 40)];
  let above = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [row, letter] of a.entries()) {
    const line = [row + 1];
    for (const [column, against] of b.entries()) {
      const changed = (above[column] ?? 0) + (letter === against ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
