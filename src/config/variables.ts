import { isIP } from "node:net";
import { z } from "zod";
import { findInvisible, withoutInvisible } from "../blank-text.ts";
import { defaultLocale, locales } from "../languages.ts";
import { logLevels } from "../log.ts";
import type { PeopleList } from "../people-list.ts";
import { type PhoneNumber, parsePhoneNumber, parseSenderNumber } from "../phone-number.ts";
import { commas, isCommandWord, maxRecipients } from "../recipient-names.ts";
import { Secret } from "./secret.ts";

/** Problem of a value. Never contains the value, which may be a secret set in the wrong variable. */
class WrongValue extends Error {
  override name = "WrongValue";
}

function toSlackToken(prefix: "xoxb-" | "xapp-"): (text: string) => Secret {
  return (text) => {
    if (!text.startsWith(prefix)) throw new WrongValue(`must begin with ${prefix}`);
    if (/^[A-Za-z0-9-]+$/.test(text.slice(prefix.length))) return new Secret(text);
    throw new WrongValue("has characters that no token has, or is cut short");
  };
}

function toSecret(text: string): Secret {
  if (/^(?:xox|xapp-)/.test(text)) throw new WrongValue("holds a Slack token, which belongs elsewhere");
  checkAscii(text);
  if (/[,"]/.test(text)) throw new WrongValue("has a comma or a quote in it, which can't be sent");
  return new Secret(text);
}

function checkAscii(text: string): void {
  if (!/^[\x21-\x7e]+$/.test(text)) {
    throw new WrongValue("has white space or other than ASCII characters in it");
  }
}

function checkVisible(text: string): void {
  if (findInvisible(text) !== undefined) throw new WrongValue("has an invisible character in it");
}

function toAppId(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text))
    throw new WrongValue("must be letters, digits, - and _ (at most 64)");
  return text;
}

/** Parses a URL and drops slashes at its end. Only a loopback URL may lack TLS, since credentials are sent to it. */
function toBaseUrl(text: string): string {
  checkAscii(text);
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) throw new WrongValue("must be an https:// address");
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new WrongValue("must be https:// (http:// only for this machine, such as http://127.0.0.1:4000)");
  }
  if (url.username !== "" || url.password !== "") throw new WrongValue("must not have a user or password");
  if (/[?#]/.test(text)) throw new WrongValue("must not have a query or a fragment");
  return url.href.replace(/\/+$/, "");
}

/** Adds the slash at the end that Slack's client needs. */
function toApiUrl(text: string): string {
  return `${toBaseUrl(text)}/`;
}

const maxLinkLength = 3000;

function toLink(text: string): string {
  checkVisible(text);
  if (/\s/.test(text)) throw new WrongValue("has white space in it");
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:") throw new WrongValue("must be an https:// address");
  if (url.username !== "" || url.password !== "") throw new WrongValue("must not have a user or password");
  if (url.href.length > maxLinkLength) throw new WrongValue(`must have at most ${maxLinkLength} characters`);
  return url.href;
}

function toMention(text: string): string {
  if (/^[UWS][A-Z0-9]{2,}$/.test(text)) return text;
  throw new WrongValue("must be the id of a user group (S…) or of a person (U… or W…)");
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

function toDatabaseUrl(text: string): Secret {
  if (text.startsWith("file:")) {
    checkVisible(text);
    if (/^file:(?!\/\/[^/])[^?#]*[^/?#]$/.test(text)) return new Secret(text);
    throw new WrongValue("must name a file: file:data/chatops.db, or file:///… for an absolute path");
  }
  checkAscii(text);
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return new Secret(text);
  throw new WrongValue(
    "must begin with file: or be a readable postgres:// address; special characters of a password go as %XX",
  );
}

function toHost(text: string): string {
  if (isIP(text) === 0 && !/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(text)) {
    throw new WrongValue("must be an address or a host name, without a port");
  }
  return text;
}

function toInteger(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new WrongValue(`must be a whole number from ${min} to ${max}`);
  };
}

/** Port; 0 lets the system choose one. */
const toPort = toInteger(0, 65_535);

function toOneOf<const T extends string>(values: readonly T[]): (text: string) => T {
  return (text) => {
    const value = values.find((one) => one.toLowerCase() === text.toLowerCase());
    if (value === undefined) throw new WrongValue(`must be one of ${values.join(", ")}`);
    return value;
  };
}

function toConversationId(text: string): string {
  if (/^[CG][A-Z0-9]{2,}$/.test(text)) return text;
  throw new WrongValue("must be a channel's id (C… or G…), at the end of its details in Slack, not its name");
}

function toTimeZone(text: string): string {
  try {
    // Intl takes offsets such as +09:00 too, but they have no daylight saving.
    if (/^[A-Za-z]/.test(text)) {
      return new Intl.DateTimeFormat(undefined, { timeZone: text }).resolvedOptions().timeZone;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw new WrongValue("must be a time zone's IANA name");
}

/** A variable that must be set. `parse` gets trimmed text and may throw WrongValue; messages show the example. */
function required<T>(parse: (text: string) => T, example: string) {
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

function optional<T, D>(parse: (text: string) => T, example: string, fallback: D) {
  return required(parse, example)
    .optional()
    .transform((value): T | D => (value === undefined ? fallback : value));
}

/** Refuses quotes, which Docker's --env-file and systemd pass on. */
function withoutQuotes(text: string): string {
  if (/^(["']).*\1$/s.test(text)) throw new WrongValue("has quotes around its value; remove them");
  return text;
}

const anyComma = new RegExp(`[${commas}\n]`);

/** `name`: null for a number without one. `phoneOwner`: null if nobody is asked whether a message arrived. */
export type TestRecipient = PhoneNumber & { name: string | null; phoneOwner: string | null };

type TestGroup = { name: string; members: readonly string[] };

const everyone: PeopleList = { everyone: true, users: [], groups: [] };
const nobody: PeopleList = { everyone: false, users: [], groups: [] };

/** Parses `*`, `nobody` or ids. `nobody` is a word because an empty value counts as not set. */
export function parsePeople(text: string): PeopleList {
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

/** Slack's limit of options in a menu. */
const maxSenderNumbers = 100;

export function parseSenderNumbers(text: string): readonly string[] {
  const all = distinct(parseEntries(text, toSenderNumber));
  if (all.length > maxSenderNumbers) {
    throw new WrongValue(`has ${all.length} numbers; a selector in Slack holds ${maxSenderNumbers}`);
  }
  return all;
}

function toSenderNumber(entry: string): string {
  const number = parseSenderNumber(entry);
  if ("to" in number) return number.to;
  throw toNumberProblem(number.problem);
}

/** Parses `01012345678`, `+1 202 555 0123`, `name:number`, or `name@U…:number` with the phone's owner. */
export function parseTestRecipients(text: string): readonly TestRecipient[] {
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

/** Checks a recipient's name, one word of a command: it has no spaces and isn't a command word (`me`, `help` …). */
function checkName(name: string): void {
  if (!/^\p{L}[\p{L}\p{N}._-]*$/u.test(name)) {
    throw new WrongValue("a name begins with a letter and has no spaces, commas or plus signs");
  }
  if (isCommandWord(name)) {
    throw new WrongValue("me, help, all, failed and import mean something else in a command");
  }
}

/** Parses `qa=joon+mina,phones=…`. */
export function parseTestGroups(text: string): readonly TestGroup[] {
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
  if (members.length > maxRecipients) {
    throw new WrongValue(`${members.length} members, where at most ${maxRecipients} are sent to at once`);
  }
  return { name, members };
}

/** Finds a group with a recipient's name, which would make commands ambiguous, or a member that is no recipient. */
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

/** Parses entries separated by commas of any keyboard or newlines. Throws once, with all wrong positions from 1. */
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

const person = "U012AB3CD,S0456EF7G";
const conversation = "C012AB3CD";

export const Variables = z.object({
  SLACK_BOT_TOKEN: required(toSlackToken("xoxb-"), "xoxb-1111-2222-abcd"),
  SLACK_APP_TOKEN: optional(toSlackToken("xapp-"), "xapp-1-A111-2222-abcd", null),
  SLACK_SIGNING_SECRET: optional(toSecret, "8f742231b10e8888abcd99yyyzzz85a5", null),
  SLACK_API_URL: optional(toApiUrl, "https://slack.com/api/", "https://slack.com/api/"),
  HOST: optional(toHost, "0.0.0.0", null),
  PORT: optional(toPort, "3000", 3000),
  OPS_PORT: optional(toPort, "3001", null),
  PLATFORM_BASE_URL: required(toBaseUrl, "https://api.example.com"),
  PLATFORM_API_KEY: required(toSecret, "NCSABCDEFGHIJKLM"),
  PLATFORM_API_SECRET: required(toSecret, "the secret shown beside the key in the platform's console"),
  PLATFORM_TIMEOUT_MS: optional(toInteger(50, 120_000), "10000", 10_000),
  PLATFORM_APP_ID: optional(toAppId, "AB1CDEF2GHIJ", null),
  DATABASE_URL: optional(toDatabaseUrl, "file:data/chatops.db", new Secret("file:data/chatops.db")),
  RESULTS_CHANNEL: optional(toConversationId, conversation, null),
  REVIEW_CHANNEL: optional(toConversationId, conversation, null),
  ONCALL_CHANNEL: optional(toConversationId, conversation, null),
  SENDERS: optional(parsePeople, person, everyone),
  FILE_MANAGERS: optional(parsePeople, person, everyone),
  REVIEWERS: optional(parsePeople, person, nobody),
  BILLING_VIEWERS: optional(parsePeople, person, nobody),
  OPERATORS: optional(parsePeople, person, nobody),
  REQUIRED_APPROVALS: optional(toInteger(1, 100), "1", 1),
  SENDER_NUMBERS: optional(parseSenderNumbers, "029302266,010-1234-5678", []),
  TEST_RECIPIENTS: optional(parseTestRecipients, "01012345678,mina@U012AB3CD:01087654321", []),
  TEST_GROUPS: optional(parseTestGroups, "qa=joon+mina", []),
  RECIPIENT_POLICY: optional(toOneOf(["confirm", "test-only"]), "confirm", "confirm" as const),
  QUIET_ADVERTS: optional(toOneOf(["on", "off"]), "on", "on" as const),
  DAILY_SEND_LIMIT: optional(toInteger(1, 1_000_000), "100", 100),
  PROPOSAL_EXPIRES_HOURS: optional(toInteger(1, 8760), "72", 72),
  REVIEW_REMINDER_DAYS: optional(toInteger(0, 90), "2", 2),
  ONCALL_REMINDER_MINUTES: optional(toInteger(0, 1440), "15", 15),
  ONCALL_MENTION: optional(toMention, "S0456EF7G", null),
  DIGEST: optional(toOneOf(["on", "off"]), "on", "on" as const),
  CONSOLE_URL: optional(toLink, "https://console.example.com", null),
  RUNBOOK_URL: optional(toLink, "https://wiki.example.com/runbook", null),
  TIME_ZONE: optional(toTimeZone, "Asia/Seoul", "Asia/Seoul"),
  LOCALE: optional(toOneOf(locales), defaultLocale, defaultLocale),
  RETENTION_DAYS: optional(toInteger(1, 3650), "180", 180),
  LOG_LEVEL: optional(toOneOf(logLevels), "info", "info" as const),
});
