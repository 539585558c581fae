import { trimBlank, withoutUndrawn } from "../../blank-text.ts";
import { editDistance } from "../../edit-distance.ts";
import { type PhoneNumber, parsePhoneNumber } from "../../phone-number.ts";
import { mostRecipients } from "../../recipient-names.ts";

export type TestRecipient = PhoneNumber & { name: string | null; holder?: string | null };

/** A name for several test recipients, `members` by their names; `author`: who made it in chat, and not the operator. */
export type Group = { name: string; members: readonly string[]; author?: string };

/**
 * What these names, numbers of test recipients and "me" stand for, each phone once and in their order. `byColleague`: no
 * operator put them together, so they are confirmed.
 */
export type Found = { recipients: readonly TestRecipient[]; byColleague?: boolean };

export type NameProblem =
  | { problem: "unknown_name"; name: string; close: readonly string[] }
  /** Several are sent to at once only where all of them are test recipients. */
  | { problem: "number_among"; name: string }
  | { problem: "not_mine" }
  | { problem: "which_mine"; names: readonly string[] }
  | { problem: "retired"; group: string; name: string }
  | { problem: "many_recipients"; count: number; limit: number };

/** Whose names there are. */
export type NameSources = {
  testRecipients: readonly TestRecipient[];
  groups?: readonly Group[];
  /** Who asks, for whom "me" is the phone that they hold: Slack user id. */
  me?: string;
};

/** `joon,mina` or `joon, mina`, as one types it. */
export function splitNames(text: string): string[] {
  return text
    .split(",")
    .map(trimBlank)
    .filter((name) => name !== "");
}

/** Null for what is no name of anybody's here, and may be a number. */
export function findNamed(name: string, rules: NameSources): Found | NameProblem | null {
  const wanted = fold(name);
  const { testRecipients, groups = [] } = rules;
  const one = testRecipients.find((recipient) => recipient.name !== null && fold(recipient.name) === wanted);
  if (one !== undefined) return { recipients: [one] };
  const group = groups.find((each) => fold(each.name) === wanted);
  if (group !== undefined) return membersOf(group, rules);
  return wanted === "me" ? findMine(rules) : null;
}

/** All of several, or what is wrong with the first that is. */
export function findAll(names: readonly string[], rules: NameSources): Found | NameProblem {
  return join(names.map((name) => findNamed(name, rules) ?? findByNumber(name, rules)));
}

/** Each phone once, whoever names it, up to as many as are sent to at once. */
export function join(parts: readonly (Found | NameProblem)[]): Found | NameProblem {
  const recipients = new Map<string, TestRecipient>();
  let byColleague = false;
  for (const part of parts) {
    if ("problem" in part) return part;
    byColleague ||= part.byColleague === true;
    for (const one of part.recipients) recipients.set(`${one.country} ${one.to}`, one);
  }
  const count = recipients.size;
  if (count > mostRecipients) return { problem: "many_recipients", count, limit: mostRecipients };
  return { recipients: [...recipients.values()], byColleague };
}

function findByNumber(text: string, rules: NameSources): Found | NameProblem {
  const number = parsePhoneNumber(text);
  if ("problem" in number) {
    return { problem: "unknown_name", name: text, close: closeNames(text, rules) };
  }
  const listed = rules.testRecipients.find((one) => isSame(one, number));
  return listed === undefined ? { problem: "number_among", name: text } : { recipients: [listed] };
}

function isSame(one: PhoneNumber, other: PhoneNumber): boolean {
  return one.to === other.to && one.country === other.country;
}

function membersOf(
  { name: group, members, author }: Group,
  { testRecipients }: NameSources,
): Found | NameProblem {
  const recipients: TestRecipient[] = [];
  for (const name of members) {
    const one = testRecipients.find((each) => fold(nameOf(each)) === fold(name));
    if (one === undefined) return { problem: "retired", group, name };
    recipients.push(one);
  }
  return { recipients, byColleague: author !== undefined };
}

function findMine({ me, testRecipients }: NameSources): Found | NameProblem {
  const mine = testRecipients.filter(({ holder }) => holder != null && holder === me);
  if (mine.length === 0) return { problem: "not_mine" };
  if (mine.length > 1) return { problem: "which_mine", names: mine.map(nameOf) };
  return { recipients: mine };
}

/** What a recipient is called where its sender reads. */
export function nameOf({ name, to, country }: Pick<TestRecipient, "name" | "to" | "country">): string {
  return name ?? `+${country} ${to}`;
}

function namesIn({ testRecipients, groups = [] }: NameSources): string[] {
  return [...testRecipients.flatMap(({ name }) => name ?? []), ...groups.map(({ name }) => name)];
}

const mostClose = 3;

/** Names that a slip of a finger or two makes of this one, and those that begin alike. */
export function closeNames(typed: string, sources: NameSources): string[] {
  return closeTo(typed, namesIn(sources));
}

export function closeTo(typed: string, names: readonly string[]): string[] {
  const wanted = fold(typed);
  const isClose = (name: string) =>
    editDistance(wanted, name) <= Math.max(1, Math.floor(wanted.length / 3)) ||
    (wanted.length > 1 && name.startsWith(wanted));
  return names.filter((name) => isClose(fold(name))).slice(0, mostClose);
}

function fold(name: string): string {
  return withoutUndrawn(name).toLowerCase();
}
