import { withoutInvisible } from "../blank-text.ts";
import type { PeopleList } from "../people-list.ts";
import { type PhoneNumber, parsePhoneNumber, parseSenderNumber } from "../phone-number.ts";
import { commas, isCommandWord, mostRecipients } from "../recipient-names.ts";

/** What is wrong with a value, without the value: it may be a secret in the wrong variable. */
export class WrongValue extends Error {
  override name = "WrongValue";
}

const anyComma = new RegExp(`[${commas}\n]`);

/** `name`: null for a number without one; `phoneOwner`: null where nobody is asked whether a message arrived. */
export type TestRecipient = PhoneNumber & { name: string | null; phoneOwner: string | null };

/** `members`: names of test recipients. */
export type TestGroup = { name: string; members: readonly string[] };

export const everyone: PeopleList = { everyone: true, users: [], groups: [] };
export const nobody: PeopleList = { everyone: false, users: [], groups: [] };

/** `*`, `nobody`, or ids. `nobody` is a word, since an empty value counts as not set. */
export function toPeople(text: string): PeopleList {
  if (text === "*") return everyone;
  if (text.toLowerCase() === "nobody") return nobody;
  const ids = parseEntries(text, toPersonOrGroup);
  return {
    everyone: false,
    users: distinct(ids.filter((id) => !id.startsWith("S"))),
    groups: distinct(ids.filter((id) => id.startsWith("S"))),
  };
}

function toPersonOrGroup(entry: string): string {
  if (/^[UWS][A-Z0-9]{2,}$/.test(entry)) return entry;
  throw new WrongValue(
    "not an id such as U012AB3CD (U, W or S, then two or more capital letters or digits), nor * or nobody alone",
  );
}

/** Slack's limit of options. */
const mostSenderNumbers = 100;

export function toSenderNumbers(text: string): readonly string[] {
  const all = distinct(parseEntries(text, toSenderNumber));
  if (all.length > mostSenderNumbers) {
    throw new WrongValue(`has ${all.length} numbers; a selector in Slack holds ${mostSenderNumbers}`);
  }
  return all;
}

function toSenderNumber(entry: string): string {
  const number = parseSenderNumber(entry);
  if ("to" in number) return number.to;
  throw toNumberProblem(number.problem);
}

/** `01012345678`, `+1 202 555 0123`, `name:number` or `name@U…:number`, whose owner is that member. */
export function toTestRecipients(text: string): readonly TestRecipient[] {
  const recipients = parseEntries(text, toTestRecipient);
  const names = recipients.flatMap(({ name }) => (name === null ? [] : [name.toLowerCase()]));
  if (distinct(names).length < names.length) {
    throw new WrongValue("has one name twice; upper case doesn't count");
  }
  const numbers = recipients.map(({ country, to }) => `${country} ${to}`);
  if (distinct(numbers).length < numbers.length) {
    throw new WrongValue("has one number twice; give it one name and one member");
  }
  return recipients;
}

/** `start_missing`: the 0 or + at the beginning of a number. */
function toNumberProblem(problem: string): WrongValue {
  return new WrongValue(`not a phone number (${problem.replaceAll("_", " ")})`);
}

function toTestRecipient(entry: string): TestRecipient {
  const colon = entry.indexOf(":");
  const [named = "", ...members] = entry.slice(0, Math.max(colon, 0)).split("@");
  const name = colon === -1 ? null : named.trim();
  const phoneOwner = members.length === 0 ? null : members.join("@").trim();
  if (phoneOwner !== null && !/^[UW][A-Z0-9]{2,}$/.test(phoneOwner)) {
    throw new WrongValue("something else than a member's id (such as U012AB3CD) behind @");
  }
  if (name !== null) checkName(name);
  const number = parsePhoneNumber(entry.slice(colon + 1));
  if ("problem" in number) throw toNumberProblem(number.problem);
  return { name, phoneOwner, ...number };
}

/** A name is the first word behind a command: `joon`, `me`, `help` … */
function checkName(name: string): void {
  if (!/^\p{L}[\p{L}\p{N}._-]*$/u.test(name)) {
    throw new WrongValue("a name begins with a letter and has no spaces, commas or plus signs");
  }
  if (isCommandWord(name)) {
    throw new WrongValue("me, help, all, failed and import mean something else in a command");
  }
}

/** `qa=joon+mina,phones=…` */
export function toTestGroups(text: string): readonly TestGroup[] {
  const groups = parseEntries(text, toTestGroup);
  const names = groups.map(({ name }) => name.toLowerCase());
  if (distinct(names).length < names.length)
    throw new WrongValue("has one name twice; upper case doesn't count");
  return groups;
}

function toTestGroup(entry: string): TestGroup {
  const [name = "", ...rest] = entry.split("=").map((part) => part.trim());
  const members = rest
    .join("=")
    .split("+")
    .map((member) => member.trim());
  if (rest.length !== 1 || members.includes("")) {
    throw new WrongValue("behind the name stand = and names of test recipients joined by +");
  }
  checkName(name);
  if (members.length > mostRecipients) {
    throw new WrongValue(`${members.length} members, where at most ${mostRecipients} are sent to at once`);
  }
  return { name, members };
}

/** `TEST_GROUPS` and `TEST_RECIPIENTS` share their names. */
export function findGroupProblem(
  groups: readonly TestGroup[],
  recipients: readonly TestRecipient[],
): string | null {
  const names = new Set(recipients.flatMap(({ name }) => name?.toLowerCase() ?? []));
  const problems = groups.flatMap(({ name, members }, index) => {
    const strangers = members.flatMap((member, at) => (names.has(member.toLowerCase()) ? [] : [at + 1]));
    return [
      ...(names.has(name.toLowerCase()) ? [`entry ${index + 1}: the name of a test recipient`] : []),
      ...strangers.map((at) => `entry ${index + 1}: member ${at} is no name in TEST_RECIPIENTS`),
    ];
  });
  return problems.length === 0 ? null : problems.join("; ");
}

/**
 * Parses a list with commas of any keyboard, or lines. Complains once about all wrong entries, by their positions from 1.
 */
function parseEntries<T>(text: string, read: (entry: string) => T): T[] {
  const values: T[] = [];
  const positions = new Map<string, number[]>();
  for (const [index, entry] of text.split(anyComma).entries()) {
    const written = withoutInvisible(entry)
      .normalize("NFC")
      .replace(/[：＝＋＠]/g, (sign) => sign.normalize("NFKC"))
      .trim();
    if (written === "") continue;
    try {
      values.push(read(written));
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error;
      positions.set(error.message, [...(positions.get(error.message) ?? []), index + 1]);
    }
  }
  if (positions.size === 0) return values;
  const problems = [...positions].map(
    ([problem, at]) => `${at.length === 1 ? "entry" : "entries"} ${at.join(", ")}: ${problem}`,
  );
  throw new WrongValue(problems.join("; "));
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
