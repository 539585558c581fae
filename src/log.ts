import type { Logger as SlackLogger, LogLevel as SlackLogLevel } from "@slack/bolt";
import { type DestinationStream, pino } from "pino";
import { maskDigits } from "./phone-number.ts";
import { toSourceFrame } from "./source-lines.ts";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Ids of this app and of Slack: without their digits nothing could be found by them. */
const idFields = ["operation", "reference", "destination", "person", "subject"] as const;
const wordFields = [
  ...["kind", "outcome", "code", "transition", "surface", "reason", "source"],
  ...["job", "closedBefore", "event", "what", "was", "signal", "call", "path", "problem"],
] as const;
const measuredFields = ["entry", "port", "postId", "rows", "tries", "givenUp"] as const;
const allowedFields: ReadonlySet<string> = new Set([...idFields, ...wordFields, ...measuredFields, "err"]);

/** All that a line may hold beside its message. No field takes a number, a text, a file or a payload. */
export type LogFields = {
  [Name in (typeof idFields)[number] | (typeof wordFields)[number]]?: string | null | undefined;
} & { [Name in (typeof measuredFields)[number]]?: number | boolean } & { err?: unknown };

type Write = (fields: LogFields, message: string) => void;

/** `child`: the same, with these fields in each line. */
export type Log = {
  level: string;
  child: (fields: LogFields) => Log;
  fatal: Write;
  error: Write;
  warn: Write;
  info: Write;
};

export type AppLog = Log & {
  /** Who did what: written whatever the level is. */
  audit: (fields: LogFields) => void;
};

export type LoggerOptions = {
  level: LogLevel;
  /** What must never be written. Shorter than four characters is not looked for: it would be in every line. */
  secrets: readonly { reveal(): string }[];
  /** @default standard output */
  destination?: DestinationStream;
};

/**
 * JSON lines with ISO times. A line is made of allowed fields, and each of its texts loses secrets, tickets and phone
 * numbers before it becomes JSON. The written line is searched once more, for secrets alone.
 */
export function createLogger({ level, secrets, destination }: LoggerOptions): AppLog {
  const strike = createBarrier(secrets.map((secret) => secret.reveal()));
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // In the place of pino's own, which takes our record for an error.
    serializers: { err: (record: unknown) => record },
    hooks: { streamWrite: strike },
  };
  // Written at once, as Node itself writes to a pipe: lines held back until the exit keep it waiting for ever when
  // whoever read them is gone.
  const logger = pino(options, destination ?? pino.destination({ dest: 1, sync: true }));
  // Secrets first: with their digits masked they would be found no more.
  const toWords: ToWords = (text, longestChars) => maskWords(strike(shorten(text, longestChars)));
  const create = (bound: LogFields): Log => {
    const writeAt =
      (at: "fatal" | "error" | "warn" | "info"): Write =>
      (fields, message) => {
        if (!logger.isLevelEnabled(at)) return;
        logger[at](toAllowed({ ...bound, ...fields }, toWords), toWords(message));
      };
    return {
      level,
      child: (fields) => create({ ...bound, ...fields }),
      fatal: writeAt("fatal"),
      error: writeAt("error"),
      warn: writeAt("warn"),
      info: writeAt("info"),
    };
  };
  const auditing = logger.child({}, { level: "info" });
  const audit = (fields: LogFields) =>
    auditing.info(toAllowed({ event: "audit", ...fields }, toWords), "audit");
  return { ...create({}), audit };
}

type ToWords = (text: string, longestChars?: number) => string;

function toAllowed(fields: LogFields, toWords: ToWords): Record<string, unknown> {
  const known = Object.entries(fields).filter(([name]) => allowedFields.has(name));
  return Object.fromEntries(known.map(([name, value]) => [name, toWritten(name, value, toWords)]));
}

/** As ids of this app and of Slack are written: a text under an id's name is a text. */
const idSigns = /^[\w.:-]+$/;
/** So that an id's name doesn't let through a number that somebody took for an id. */
const nothingButANumber = /^[\d-]{9,20}$/;

function toWritten(name: string, value: unknown, toWords: ToWords): unknown {
  if (name === "err") return toErrorRecord(value, toWords);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  const isId = idFields.some((id) => id === name) && idSigns.test(value) && !nothingButANumber.test(value);
  return isId ? value : toWords(value);
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

function toErrorRecord(error: unknown, toWords: ToWords, depth = 0): unknown {
  if (!(error instanceof Error)) return error === undefined ? undefined : `not an error: ${typeof error}`;
  const fields = Object.entries(error).flatMap(([name, value]: [string, unknown]) => {
    if (!harmlessFields.includes(name)) return [];
    if (typeof value === "string") return [[name, toWords(value)]];
    return typeof value === "number" ? [[name, value]] : [];
  });
  return {
    type: toWords(error.name),
    message: toWords(error.message),
    ...Object.fromEntries(fields),
    stack: framesOf(error)
      .map((line) => toWords(toSourceFrame(line), longestFrameChars))
      .join("\n"),
    ...(error.cause === undefined || depth >= deepestCause
      ? {}
      : { cause: toErrorRecord(error.cause, toWords, depth + 1) }),
  };
}

/** A stack begins with the message, where lines may look like frames; not with one that was changed later. */
function framesOf({ message, stack = "" }: Error): string[] {
  const at = stack.indexOf(message);
  const lines = stack.slice(at === -1 ? 0 : at + message.length).split("\n");
  return lines.filter((line) => frame.test(line)).slice(0, mostFrames);
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

/** A closer look takes many times as long: seven digits, as `maskDigits` wants, or signs that may be digits. */
const mayHoldNumber = /^(?:[^0-9]*[0-9]){7}|[^\0-\x7f]/;

function maskWords(words: string): string {
  if (!mayHoldNumber.test(words)) return words;
  let masked = "";
  let at = 0;
  for (const { 0: kept, index } of words.matchAll(readable)) {
    masked += maskDigits(words.slice(at, index)) + kept;
    at = index + kept.length;
  }
  return masked + maskDigits(words.slice(at));
}

const tokens = /\b(?:xox[a-z]|xapp|xoxe\.xox[a-z])-[A-Za-z0-9-]+/g;
const signatures = /\b(signature=)(?:v0=)?[0-9a-f]{16,}/gi;

/** Strikes out secrets as they are, as JSON has them, and as addresses do. */
function createBarrier(secrets: readonly string[]): (text: string) => string {
  const written = secrets
    .filter((secret) => secret.length >= 4)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  const forms = [...new Set(written)].sort((one, other) => other.length - one.length);
  return (text) => {
    let bare = text;
    for (const form of forms) if (bare.includes(form)) bare = bare.replaceAll(form, "[secret]");
    if (bare.includes("xox") || bare.includes("xapp")) bare = bare.replace(tokens, "[secret]");
    return bare.includes("=") ? bare.replace(signatures, "$1[secret]") : bare;
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
    info: (...parts) => slack.info({}, toText(parts)),
    warn: (...parts) => slack.warn({}, toText(parts)),
    error: (...parts) => slack.error({}, toText(parts)),
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
  return texts.join(" ");
}
