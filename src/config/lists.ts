import type { PeopleList } from "../people-list.ts";
import { type PhoneNumber, parsePhoneNumber } from "../phone-number.ts";
import { isCommandWord, mostRecipients } from "../recipient-names.ts";
import { toEntries } from "./values.ts";
import { WrongValue } from "./variable.ts";

/** `name` is null for a number listed without one, `holder` where nobody is asked whether a message arrived. */
export type TestRecipient = PhoneNumber & { name: string | null; holder: string | null };

/** A name for several test recipients, `members` by their names. */
export type TestGroup = { name: string; members: readonly string[] };

export const everyone: PeopleList = { everyone: true, users: [], groups: [] };
export const nobody: PeopleList = { everyone: false, users: [], groups: [] };

/** `*`, `nobody`, or ids. `nobody` is a word of its own since an empty value counts as not set. */
export function toPeople(text: string): PeopleList {
  if (text === "*") return everyone;
  if (text.toLowerCase() === "nobody") return nobody;
  const ids = toEntries(text).map(({ entry, place }) => {
    if (entry === "*") throw new WrongValue("has both * and ids; * alone names everybody");
    if (!/^[UWS][A-Z0-9]{2,}$/.test(entry)) {
      throw new WrongValue(`must be *, nobody, or ids that begin with U, W or S; entry ${place} is neither`);
    }
    return entry;
  });
  return {
    everyone: false,
    users: distinct(ids.filter((id) => !id.startsWith("S"))),
    groups: distinct(ids.filter((id) => id.startsWith("S"))),
  };
}

/** Slack opens no form with a longer selector. */
const mostSenderNumbers = 100;

/** Registered sender numbers: 8 to 11 digits, numbers of 030 up to 12 (the rules for Korean sender numbers). */
export function toSenderNumbers(text: string): readonly string[] {
  const numbers = toEntries(text).map(({ entry, place }) => {
    const digits = entry.replace(/[\s-]/g, "");
    if (!/^\d+$/.test(digits)) {
      throw new WrongValue(`entry ${place} has other characters than digits, - and spaces`);
    }
    if (!/^(?:\d{8,11}|030\d{9})$/.test(digits)) {
      throw new WrongValue(
        `entry ${place} has ${digits.length} digits; sender numbers have 8 to 11, with area code`,
      );
    }
    return digits;
  });
  const all = distinct(numbers);
  if (all.length > mostSenderNumbers) {
    throw new WrongValue(`has ${all.length} numbers; a selector in Slack holds ${mostSenderNumbers}`);
  }
  return all;
}

/** `01012345678`, `+1 202 555 0123`, `name:number` or `name@U…:number`, whose holder is that member. */
export function toTestRecipients(text: string): readonly TestRecipient[] {
  const recipients = toEntries(text).map(({ entry, place }) => toTestRecipient(entry, place));
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

const numberProblems = {
  letters: "has letters in its number",
  too_short: "has too few digits in its number",
  too_long: "has too many digits in its number",
  not_a_number: "isn't a phone number",
  no_such_country: "has a country that doesn't exist",
};

function toTestRecipient(entry: string, place: number): TestRecipient {
  const colon = entry.indexOf(":");
  const [named = "", ...members] = entry.slice(0, Math.max(colon, 0)).split("@");
  const name = colon === -1 ? null : named.trim().normalize("NFC");
  const holder = members.length === 0 ? null : members.join("@").trim();
  if (holder !== null && !/^[UW][A-Z0-9]{2,}$/.test(holder)) {
    throw new WrongValue(`entry ${place}: behind @ stands a member's id (U…) and nothing else`);
  }
  if (name !== null) checkName(name, place);
  const number = parsePhoneNumber(entry.slice(colon + 1));
  if ("problem" in number) throw new WrongValue(`entry ${place} ${numberProblems[number.problem]}`);
  return { name, holder, ...number };
}

/** The first word behind a command: `joon`, `me`, `help` … */
function checkName(name: string, place: number): void {
  if (!/^\p{L}[\p{L}\p{N}._-]*$/u.test(name)) {
    throw new WrongValue(
      `entry ${place}: a name begins with a letter and has no spaces, commas or plus signs`,
    );
  }
  if (isCommandWord(name)) {
    throw new WrongValue(`entry ${place}: me, help, all, failed and import mean something else in a command`);
  }
}

/** `qa=joon+mina,phones=…` */
export function toTestGroups(text: string): readonly TestGroup[] {
  const groups = toEntries(text).map(({ entry, place }) => {
    const [name = "", ...rest] = entry.split("=").map((part) => part.trim().normalize("NFC"));
    checkName(name, place);
    const members = rest
      .join("=")
      .split("+")
      .map((member) => member.trim());
    if (rest.length !== 1 || members.includes("")) {
      throw new WrongValue(
        `entry ${place}: behind the name stand = and names of test recipients joined by +`,
      );
    }
    if (members.length > mostRecipients) {
      throw new WrongValue(
        `entry ${place} has ${members.length} members; at most ${mostRecipients} are sent to at once`,
      );
    }
    return { name, members };
  });
  const names = groups.map(({ name }) => name.toLowerCase());
  if (distinct(names).length < names.length)
    throw new WrongValue("has one name twice; upper case doesn't count");
  return groups;
}

/** What is right one by one and can't be meant: `TEST_GROUPS` and `TEST_RECIPIENTS` share their names. */
export function findGroupProblem(
  groups: readonly TestGroup[],
  recipients: readonly TestRecipient[],
): string | null {
  const names = new Set(recipients.flatMap(({ name }) => name?.toLowerCase() ?? []));
  for (const [index, { name, members }] of groups.entries()) {
    if (names.has(name.toLowerCase())) return `entry ${index + 1} has the name of a test recipient`;
    const stranger = members.findIndex((member) => !names.has(member.toLowerCase()));
    if (stranger !== -1) return `entry ${index + 1}: member ${stranger + 1} is no name in TEST_RECIPIENTS`;
  }
  return null;
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)];
}
