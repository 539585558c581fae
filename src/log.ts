import type { Logger as SlackLogger, LogLevel as SlackLogLevel } from "@slack/bolt";
import { type DestinationStream, type Logger, pino } from "pino";
import { maskDigits } from "./phone-number.ts";

export type Log = Logger;

export type LoggerOptions = {
  level: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
  /** What must never be written. Shorter than four characters is not looked for: it would be in every line. */
  secrets: readonly { reveal(): string }[];
  /** @default standard output */
  destination?: DestinationStream;
};

/** Names of fields that hold numbers, texts, files or credentials, wherever they turn up. */
const privateFields = new Set([
  ...["to", "from", "text", "subject", "content", "comment", "description", "variables", "phone", "number"],
  ...["body", "blocks", "view", "payload", "headers", "authorization", "Authorization", "file"],
  ...["token", "apiKey", "apiSecret", "signature", "signingSecret", "secret", "password", "response_url"],
]);

/**
 * JSON lines with ISO times. Three lines of defence: errors give up only what is known to be harmless, fields are
 * taken out by name, and whatever still holds a secret or a phone number is masked in the written line.
 */
export function createLogger({ level, secrets, destination }: LoggerOptions): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: withoutPrivateFields,
    },
    // For what child loggers are given, which no formatter sees; ours give them one flat field.
    redact: { paths: [...privateFields], censor: "[redacted]" },
    serializers: errorSerializers,
    hooks: { streamWrite: createBarrier(secrets.map((secret) => secret.reveal())) },
  };
  // Written at once, as Node itself writes to a pipe: lines held back until the exit keep it waiting for ever when
  // whoever read them is gone.
  return pino(options, destination ?? pino.destination({ dest: 1, sync: true }));
}

const deepestField = 6;

/** By hand: pino's own redaction by wildcard paths takes fifty times as long, on every line. */
function withoutPrivateFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toPublic(name, value, 1)]));
}

function toPublic(name: string, value: unknown, depth: number): unknown {
  if (privateFields.has(name) && value !== undefined) return "[redacted]";
  if (typeof value !== "object" || value === null) return value;
  if (depth === 1 && Object.hasOwn(errorSerializers, name)) return value;
  if (value instanceof Error) return toErrorRecord(value);
  if ("toJSON" in value) return value;
  if (depth === deepestField) return "[too deep]";
  if (Array.isArray(value)) return value.map((element) => toPublic("", element, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([inner, innerValue]) => [inner, toPublic(inner, innerValue, depth + 1)]),
  );
}

/** A whole Slack error holds the request it failed on, with its texts. */
const harmlessFields = [
  "code",
  "status",
  "statusCode",
  "certainty",
  "operation",
  "errno",
  "errcode",
  "syscall",
  "retryAfter",
];
const longestMessageChars = 1000;
/** A message may be a whole page, and looking for addresses takes by the square of it. */
const longestReadChars = 4000;
const deepestCause = 4;
const mostFrames = 12;
const longestFrameChars = 300;
/** As V8 writes it: a file's line and column at the end, but for what has none. */
const frame = /^ {4}at .*(?::\d+:\d+\)?|<anonymous>\)?|\(native\)|\(index \d+\))$/;
/** By name, since pino has one of its own for `err`. */
const errorSerializers = { err: toErrorRecord, error: toErrorRecord };

function toErrorRecord(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error === undefined ? undefined : `not an error: ${typeof error}`;
  const fields = Object.entries(error).filter(
    ([name, value]) =>
      harmlessFields.includes(name) && (typeof value === "string" || typeof value === "number"),
  );
  return {
    type: error.name,
    message: shorten(error.message),
    ...Object.fromEntries(fields),
    stack: framesOf(error),
    ...(error.cause === undefined || depth >= deepestCause
      ? {}
      : { cause: toErrorRecord(error.cause, depth + 1) }),
  };
}

/** A stack begins with the message, where lines may look like frames; not with one that was changed later. */
function framesOf({ message, stack = "" }: Error): string {
  const at = stack.indexOf(message);
  const lines = stack.slice(at === -1 ? 0 : at + message.length).split("\n");
  const frames = lines.filter((line) => frame.test(line)).slice(0, mostFrames);
  return frames.map((line) => shorten(line, longestFrameChars)).join("\n");
}

/**
 * Words of others: addresses lose their query, where tickets and tokens are, and what is too long ends between two
 * words, since half a secret is found by nobody.
 */
function shorten(text: string, longestChars = longestMessageChars): string {
  const start = text.slice(0, longestReadChars);
  const bare = start.replace(/(\b(?:https?|wss?):\/\/[^\s?"]+)\?[^\s"]*/g, "$1?…");
  const isWhole = start.length === text.length && bare.length <= longestChars;
  return isWhole ? bare : `${bare.slice(0, longestChars).replace(/\S*$/, "")}…`;
}

const tokens = /\b(?:xox[a-z]|xapp|xoxe\.xox[a-z])-[A-Za-z0-9-]+/g;
const signatures = /\b(signature=)(?:v0=)?[0-9a-f]{16,}/gi;
/** Ids of this app, Slack and the platform, and times: without their digits nothing could be found by them. */
const idFields = new Set([
  ...["operation", "id", "reference", "messageId", "groupId", "fileId", "templateId"],
  ...["destination", "conversation", "time", "ts"],
]);
/** So that an id's name doesn't let through a number that somebody took for an id. A Slack time has a dot. */
const nothingButANumber = /^\+?[\d\s()-]{9,20}$/;
/** In words: UUIDs, ISO times, and addresses with ports, which are what a failed connection is about. */
const readable = new RegExp(
  [
    "(?<![\\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\\w-])",
    "(?<![\\w-])\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?Z(?![\\w-])",
    "(?<![\\w.-])(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?::\\d{1,5})?(?!\\.?\\w|-)",
    // Line and column of a stack's frame.
    "(?<=\\.[cm]?[jt]s|:[a-z_/]{1,60}):\\d{1,5}:\\d{1,5}(?=\\)?(?:\\n|$))",
  ].join("|"),
  "g",
);

const quote = 0x22;
const colon = 0x3a;
const backslash = 0x5c;
/** What `maskDigits` takes for a number has seven digits at least. */
const fewestDigits = 7;

/**
 * Masks what may be a phone number in each text of a line of JSON, which stays one. Texts and names of fields only:
 * what is outside them are measured numbers.
 */
function maskStrings(line: string): string {
  let masked = "";
  let taken = 0;
  let name = "";
  for (let start = line.indexOf('"'); start !== -1; ) {
    const { end, mayHoldNumber } = readString(line, start);
    const isName = line.charCodeAt(end) === colon;
    const isOfId = !isName && idFields.has(name);
    if (isName) name = line.slice(start + 1, end - 1);
    if (mayHoldNumber && !(isOfId && !nothingButANumber.test(line.slice(start + 1, end - 1)))) {
      masked += line.slice(taken, start) + maskWritten(line.slice(start, end));
      taken = end;
    }
    start = line.indexOf('"', end);
  }
  return masked + line.slice(taken);
}

/**
 * The string that begins at `start` up to behind its closing quote, and whether the closer look is worth its while,
 * which takes many times as long: with seven digits, or anything whose digits can't be told here.
 */
function readString(line: string, start: number): { end: number; mayHoldNumber: boolean } {
  let digits = 0;
  let isForeign = false;
  let at = start + 1;
  for (; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === quote) break;
    if (code === backslash) {
      at += 1;
      isForeign ||= line[at] === "u";
    } else if (code >= 0x30 && code <= 0x39) digits += 1;
    else if (code > 0x7f) isForeign = true;
  }
  return { end: at + 1, mayHoldNumber: isForeign || digits >= fewestDigits };
}

/** An escaped line break or tab counts as a space between digits, so what is escaped is read first. */
function maskWritten(written: string): string {
  if (!written.includes("\\")) return maskWords(written);
  const words = parseText(written);
  return words === null ? maskWords(written) : JSON.stringify(maskWords(words));
}

/** Null when taking out a secret has cut an escape in two. */
function parseText(written: string): string | null {
  try {
    return String(JSON.parse(written));
  } catch {
    return null;
  }
}

function maskWords(words: string): string {
  let masked = "";
  let at = 0;
  for (const { 0: kept, index } of words.matchAll(readable)) {
    masked += maskDigits(words.slice(at, index)) + kept;
    at = index + kept.length;
  }
  return masked + maskDigits(words.slice(at));
}

/** What goes over every line just before it is written, whatever led to it. */
function createBarrier(secrets: readonly string[]): (line: string) => string {
  const written = secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const forms = [...new Set(written)].sort((one, other) => other.length - one.length);
  return (line) => {
    let bare = line;
    for (const form of forms) if (bare.includes(form)) bare = bare.replaceAll(form, "[secret]");
    if (bare.includes("xox") || bare.includes("xapp")) bare = bare.replace(tokens, "[secret]");
    if (bare.includes("=")) bare = bare.replace(signatures, "$1[secret]");
    return maskStrings(bare);
  };
}

/**
 * Slack's libraries' log as lines of ours. Their debug level is dropped: it holds whole request bodies. From the rest
 * only texts and the messages of errors are kept.
 */
export function createSlackLogger(log: Log): SlackLogger {
  const slack = log.child({ source: "slack" });
  return {
    debug() {},
    info: (...parts) => slack.info(toText(parts)),
    warn: (...parts) => slack.warn(toText(parts)),
    error: (...parts) => slack.error(toText(parts)),
    getLevel: () => toSlackLevel(log.level),
    // Level and name are ours to give.
    setLevel() {},
    setName() {},
  };
}

function toSlackLevel(level: string): SlackLogLevel {
  return isSlackLevel(level) ? level : toSlackLevel("error");
}

function isSlackLevel(level: string): level is SlackLogLevel {
  return ["debug", "info", "warn", "error"].includes(level);
}

function toText(parts: readonly unknown[]): string {
  const texts = parts.map((part) => {
    if (typeof part === "string") return part;
    return part instanceof Error ? `${part.name}: ${part.message}` : `(${typeof part})`;
  });
  return shorten(texts.join(" "));
}
