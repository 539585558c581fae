import type { Logger as SlackLogger, LogLevel as SlackLogLevel } from "@slack/bolt";
import { type DestinationStream, pino } from "pino";
import { maskDigits } from "./phone-number.ts";
import { toSourceFrame } from "./source-lines.ts";

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Fields with ids of this app and of Slack, logged unmasked: a masked id could not be searched for. */
const idFields = ["operation", "reference", "destination", "person", "subject"] as const;
const wordFields = [
  ...["kind", "outcome", "code", "transition", "surface", "reason", "source"],
  ...["job", "closedBefore", "event", "what", "was", "signal", "call", "path", "problem"],
] as const;
const measuredFields = ["entry", "port", "postId", "rows", "tries", "givenUp"] as const;
const allowedFields: ReadonlySet<string> = new Set([...idFields, ...wordFields, ...measuredFields, "err"]);

/** Fields of a line besides its message. None may hold a phone number, typed text, file or payload. */
export type LogFields = {
  [Name in (typeof idFields)[number] | (typeof wordFields)[number]]?: string | null | undefined;
} & { [Name in (typeof measuredFields)[number]]?: number | boolean } & { err?: unknown };

type Write = (fields: LogFields, message: string) => void;

export type Log = {
  level: string;
  child: (fields: LogFields) => Log;
  fatal: Write;
  error: Write;
  warn: Write;
  info: Write;
};

export type AppLog = Log & {
  /** Writes an audit entry, whatever the log level. */
  audit: (fields: LogFields) => void;
};

export type LoggerOptions = {
  level: LogLevel;
  /** Texts that are never written; those of fewer than four characters are ignored, as they occur by chance. */
  secrets: readonly { reveal(): string }[];
  /** @default standard output */
  destination?: DestinationStream;
};

/** Writes allowed fields without secrets, tickets and phone numbers; searches finished lines for secrets once more. */
export function createLogger({ level, secrets, destination }: LoggerOptions): AppLog {
  const strike = createBarrier(secrets.map((secret) => secret.reveal()));
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // Replaces pino's serializer of errors: `err` is a plain record already.
    serializers: { err: (record: unknown) => record },
    hooks: { streamWrite: strike },
  };
  // Synchronous: buffered lines would keep the process from exiting if the reader of the pipe is gone.
  const logger = pino(options, destination ?? pino.destination({ dest: 1, sync: true }));
  // Removes secrets before masking: a secret with masked digits would not be found.
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

/** Characters of ids of this app and of Slack; a value with other characters is treated as text. */
const idSigns = /^[\w.:-]+$/;
/** Value of an id field that may be a phone number, and is therefore masked. */
const nothingButANumber = /^[\d-]{9,20}$/;

function toWritten(name: string, value: unknown, toWords: ToWords): unknown {
  if (name === "err") return toErrorRecord(value, toWords);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "string") return undefined;
  const isId = idFields.some((id) => id === name) && idSigns.test(value) && !nothingButANumber.test(value);
  return isId ? value : toWords(value);
}

/** Fields of an error that are logged. Others may hold private texts: a Slack error has its request. */
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
const maxMessageChars = 1000;
/** Most characters examined of a message: it may be a whole page, and finding URLs takes quadratic time. */
const maxReadChars = 4000;
const deepestCause = 4;
const maxFrames = 12;
const maxFrameChars = 300;
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
      .map((line) => toWords(toSourceFrame(line), maxFrameChars))
      .join("\n"),
    ...(error.cause === undefined || depth >= deepestCause
      ? {}
      : { cause: toErrorRecord(error.cause, toWords, depth + 1) }),
  };
}

/** Finds stack frames after the message, whose lines may look like frames. A changed message isn't in the stack. */
function framesOf({ message, stack = "" }: Error): string[] {
  const at = stack.indexOf(message);
  const lines = stack.slice(at === -1 ? 0 : at + message.length).split("\n");
  return lines.filter((line) => frame.test(line)).slice(0, maxFrames);
}

/** Removes URLs' queries, which may hold tokens, and cuts between words, since half a secret would not be found. */
function shorten(text: string, longestChars = maxMessageChars): string {
  const start = text.slice(0, maxReadChars);
  const bare = start.replace(/(\b(?:https?|wss?):\/\/[^\s?"]+)\?[^\s"]*/g, "$1?…");
  const isWhole = start.length === text.length && bare.length <= longestChars;
  return isWhole ? bare : `${bare.slice(0, longestChars).replace(/\S*$/, "")}…`;
}

/** Digits that are not masked: UUIDs, ISO times, and IP addresses with ports, which explain failed connections. */
const readable = new RegExp(
  [
    "(?<![\\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\\w-])",
    "(?<![\\w-])\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,3})?Z(?![\\w-])",
    "(?<![\\w.-])(?:(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)\\.){3}(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(?::\\d{1,5})?(?!\\.?\\w|-)",
    "(?<=\\.[cm]?[jt]s|:[a-z_/]{1,60}):\\d{1,5}:\\d{1,5}(?=\\)?(?:\\n|$))",
  ].join("|"),
  "g",
);

/** Quick check before the slow `maskDigits`: seven digits, or characters that may be digits. */
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

/** Creates a function that removes secrets: plain, escaped in JSON, and encoded in URLs. */
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

/** Receives the log of Slack's libraries. Drops their debug level, which has whole request bodies. */
export function createSlackLogger(log: Log): SlackLogger {
  const slack = log.child({ source: "slack" });
  return {
    debug() {},
    info: (...parts) => slack.info({}, toText(parts)),
    warn: (...parts) => slack.warn({}, toText(parts)),
    error: (...parts) => slack.error({}, toText(parts)),
    getLevel: () => toSlackLevel(log.level),
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
