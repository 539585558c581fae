import { isIP } from "node:net";
import { inspect } from "node:util";
import { z } from "zod";
import { findInvisible } from "../blank-text.ts";
import { defaultLocale, locales } from "../languages.ts";
import { logLevels } from "../log.ts";
import {
  everyone,
  nobody,
  toPeople,
  toSenderNumbers,
  toTestGroups,
  toTestRecipients,
  WrongValue,
} from "./lists.ts";

/** Parsers of variables. Each throws WrongValue, in words without the text. */

function toSlackToken(prefix: "xoxb-" | "xapp-"): (text: string) => Secret {
  return (text) => {
    if (!text.startsWith(prefix)) throw new WrongValue(`must begin with ${prefix}`);
    if (/^[A-Za-z0-9-]+$/.test(text.slice(prefix.length))) return new Secret(text);
    throw new WrongValue("has characters that no token has, or is cut short");
  };
}

/** For credentials in headers or signatures. */
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

/** Where letters of any language are allowed. */
function checkVisible(text: string): void {
  if (findInvisible(text) !== undefined) throw new WrongValue("has an invisible character in it");
}

/** An id in a list of the platform's, sent along and never shown. */
function toAppId(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(text))
    throw new WrongValue("must be letters, digits, - and _ (at most 64)");
  return text;
}

/** An address without a slash at its end. Without TLS only on this machine, since credentials travel there. */
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

/** With a slash at its end, as Slack's client needs it. */
function toApiUrl(text: string): string {
  return `${toBaseUrl(text)}/`;
}

const longestLink = 3000;

function toLink(text: string): string {
  checkVisible(text);
  if (/\s/.test(text)) throw new WrongValue("has white space in it");
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:") throw new WrongValue("must be an https:// address");
  if (url.username !== "" || url.password !== "") throw new WrongValue("must not have a user or password");
  if (url.href.length > longestLink) throw new WrongValue(`must have at most ${longestLink} characters`);
  return url.href;
}

function toMention(text: string): string {
  if (/^[UWS][A-Z0-9]{2,}$/.test(text)) return text;
  throw new WrongValue("must be the id of a user group (S…) or of a person (U… or W…)");
}

function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Usually with PostgreSQL's password in it. */
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

/** 0 lets the system choose. */
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

/** A variable that must be set. `parse` gets trimmed text and throws WrongValue; every complaint shows the example. */
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

/** Docker's --env-file and systemd pass quotes through. */
function withoutQuotes(text: string): string {
  if (/^(["']).*\1$/s.test(text)) throw new WrongValue("has quotes around its value; remove them");
  return text;
}

const shown = "[secret]";

/** A value that can be used and not shown: text, JSON, `console.log` and `%o` print "[secret]". */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return shown;
  }

  toJSON(): string {
    return shown;
  }

  [inspect.custom](): string {
    return shown;
  }
}

/** Credentials, and the password alone of a database's address: drivers quote it without the rest. */
export function toSecrets(credentials: readonly (Secret | null)[], databaseUrl: Secret): Secret[] {
  const set = credentials.filter((secret) => secret !== null);
  const address = URL.parse(databaseUrl.reveal());
  const inQuery = address?.searchParams.getAll("password") ?? [];
  const passwords = [address?.password ?? "", ...inQuery].filter((password) => password !== "");
  return passwords.length === 0 ? set : [...set, databaseUrl, ...passwords.flatMap(toPasswords)];
}

function toPasswords(encoded: string): Secret[] {
  try {
    return [new Secret(encoded), new Secret(decodeURIComponent(encoded))];
  } catch {
    return [new Secret(encoded)];
  }
}

const person = "U012AB3CD,S0456EF7G";
const conversation = "C012AB3CD";

/** Each with an example, and a default where it may be missing. */
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
  SENDERS: optional(toPeople, person, everyone),
  FILE_MANAGERS: optional(toPeople, person, everyone),
  REVIEWERS: optional(toPeople, person, nobody),
  BILLING_VIEWERS: optional(toPeople, person, nobody),
  OPERATORS: optional(toPeople, person, nobody),
  REQUIRED_APPROVALS: optional(toInteger(1, 100), "1", 1),
  SENDER_NUMBERS: optional(toSenderNumbers, "029302266,010-1234-5678", []),
  TEST_RECIPIENTS: optional(toTestRecipients, "01012345678,mina@U012AB3CD:01087654321", []),
  TEST_GROUPS: optional(toTestGroups, "qa=joon+mina", []),
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
