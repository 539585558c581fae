import { isAscii } from "node:buffer";
import { z } from "zod";
import { normalizeTexts } from "../composed-text.ts";
import type { Method } from "./call.ts";
import { clientCodes, type OperationName, PlatformError, type PlatformErrorDetails } from "./errors.ts";
import type { Concealer } from "./signature.ts";
import type { AttemptEnd, Exchange } from "./transport.ts";

/** A reply's departure from the platform's description: path and expectation, never a value. */
export type Deviation = { operation: OperationName; path: string; problem: string };

export type CallIdentity = { operation: OperationName; method: Method; path: string };

/** `details`: those of the error thrown for an unreadable reply; its certainty is `unknown`. */
export type ReplyContext = {
  details: Omit<PlatformErrorDetails, "code">;
  onDeviation: (deviation: Deviation) => void;
  onGaps?: ReportGaps | undefined;
};

/** Called if a list is incomplete. Without this callback, a list without a readable entry is a failure. */
export type ReportGaps = (entriesLeftOut: number) => void;

export type ReplyReader<T> = (json: unknown, context: ReplyContext) => T;

export type ReadOptions<T> = {
  read: ReplyReader<T>;
  conceal: Concealer;
  onDeviation: (deviation: Deviation) => void;
  onGaps?: ReportGaps | undefined;
  /** Current time, for dates in Retry-After. */
  now: Date;
};

const maxMessageCharacters = 1000;
/** Limits of a page in JSON values and levels. A channel has 28 values; checking 50,000 wrong ones takes 100 ms. */
const maxInList = { values: 50_000, depth: 32 };
const maxInReply = { values: 5_000, depth: 32 };
const limitsFor = ({ method }: { method: string }) => (method === "GET" ? maxInList : maxInReply);
const ErrorBody = z.object({
  errorCode: z.string().nullish().catch(undefined),
  errorMessage: z.string().nullish().catch(undefined),
  statusMessage: z.string().nullish().catch(undefined),
});

/** A received status decides the certainty, even if the body was cut; only a 2xx needs its body. */
export function readExchange<T>(exchange: Exchange, call: CallIdentity, options: ReadOptions<T>): T {
  const identity = { operation: call.operation, method: call.method, path: call.path };
  const { status } = exchange;
  if (!exchange.hasLeft || status === null) {
    throw new PlatformError({
      ...identity,
      certainty: exchange.hasLeft ? "unknown" : "not_sent",
      code: toCode(exchange),
      cause: exchange.cause,
    });
  }
  if (status < 200 || status >= 300) throw toStatusError(exchange, status, { identity, options });
  const context = {
    details: { ...identity, status, certainty: "unknown" },
    onDeviation: options.onDeviation,
    onGaps: options.onGaps,
  } as const;
  return options.read(toWords(toJson(exchange, context.details), exchange.body, options.conceal), context);
}

function toWords(json: unknown, body: Buffer, conceal: Concealer): unknown {
  const words = conceal(json, body);
  return isAscii(body) && !body.includes("\\u") ? words : normalizeTexts(words);
}

function toCode({ end, hasLeft }: Exchange): string {
  if (end === "complete" || end === "failed" || end === "lost") {
    return hasLeft ? clientCodes.connectionLost : clientCodes.connectionFailed;
  }
  return endCodes[end];
}

const endCodes: Record<Exclude<AttemptEnd, "complete" | "failed">, string> = {
  lost: clientCodes.replyCut,
  too_large: clientCodes.replyTooLarge,
  timed_out: clientCodes.timedOut,
  too_late: clientCodes.tooLate,
  aborted: clientCodes.aborted,
  closed: clientCodes.closed,
};

function toStatusError(
  exchange: Exchange,
  status: number,
  { identity, options }: { identity: CallIdentity; options: Pick<ReadOptions<never>, "conceal" | "now"> },
): PlatformError {
  const most = limitsFor(identity);
  const json = isRawJsonTooLarge(most, exchange.body) ? undefined : parseJson(exchange.body);
  const body = isJsonTooLarge(most, json)
    ? undefined
    : ErrorBody.safeParse(toWords(json, exchange.body, options.conceal)).data;
  return new PlatformError({
    ...identity,
    certainty: toCertainty(status),
    code: toPlainCode(body?.errorCode) ?? `HTTP_${status}`,
    status,
    platformMessage: toPlatformMessage(body?.errorMessage),
    retryAfterMs: toRetryAfterMs(exchange.retryAfter, options.now),
    cause: exchange.cause,
  });
}

function toCertainty(status: number): PlatformError["certainty"] {
  if (status === 429) return "not_sent";
  return status >= 400 && status < 500 && status !== 408 ? "refused" : "unknown";
}

function toJson(exchange: Exchange, details: ReplyContext["details"]): unknown {
  if (exchange.end !== "complete") {
    const code = exchange.end === "failed" ? clientCodes.replyCut : endCodes[exchange.end];
    throw new PlatformError({ ...details, code, cause: exchange.cause });
  }
  const tooLarge = () => new PlatformError({ ...details, code: clientCodes.replyTooLarge });
  const most = limitsFor(details);
  if (isRawJsonTooLarge(most, exchange.body)) throw tooLarge();
  const json = parseJson(exchange.body);
  if (json === undefined) throw new PlatformError({ ...details, code: clientCodes.replyUnreadable });
  if (isJsonTooLarge(most, json)) throw tooLarge();
  return json;
}

/** Checks only required fields strictly, so that an odd date can't make a paid send unknown; drops other wrong fields. */
export function createReplyReader<T>(schema: z.ZodType<T>): ReplyReader<T> {
  return (json, context) => {
    const first = schema.safeParse(json);
    if (first.success) return first.data;
    report(first.error, context);
    const second = schema.safeParse(withoutFields(json, first.error));
    if (second.success) return second.data;
    throw toUselessError(json, context);
  };
}

/** Leaves out unreadable entries and reports them to `onGaps`, as it does unreadable `keyFields`, which identify entries. */
export function createListReplyReader<T>(
  schema: z.ZodType<T>,
  { name, keyFields }: { name?: string; keyFields: readonly string[] },
): ReplyReader<T> {
  const read = createReplyReader(schema);
  const count = (reply: unknown) => {
    const list: unknown = name === undefined ? reply : toChild(reply, name);
    const entries: unknown[] = Array.isArray(list) ? list : [];
    const fields = entries.flatMap((entry) =>
      keyFields.filter((key) => (toChild(entry, key) ?? null) !== null),
    );
    return { entries: entries.length, fields: fields.length };
  };
  return (json, context) => {
    const given = count(json);
    const reply = read(json, context);
    const left = count(reply);
    const leftOut = given.entries - left.entries;
    if (left.entries === 0 && leftOut > 0 && context.onGaps === undefined)
      throw toUselessError(json, context);
    if (leftOut > 0 || left.fields < given.fields) context.onGaps?.(leftOut);
    return reply;
  };
}

export function toUselessError(json: unknown, { details }: ReplyContext): PlatformError {
  const body = ErrorBody.safeParse(json).data;
  const platformMessage = toPlatformMessage(body?.errorMessage ?? body?.statusMessage);
  return new PlatformError({ ...details, code: clientCodes.replyUseless, platformMessage });
}

/** Returns undefined for invalid JSON. Drops the parser's error, since it quotes the text. */
function parseJson(body: Buffer): unknown {
  const text = body.toString("utf8");
  try {
    return JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

function report(error: z.ZodError, { details: { operation }, onDeviation }: ReplyContext): void {
  const seen = new Set<string>();
  for (const issue of error.issues) {
    const path = issue.path.map((key) => (typeof key === "number" ? "[]" : String(key))).join(".");
    const problem = issue.code === "invalid_type" ? `expected ${issue.expected}` : issue.code;
    if (!seen.has(`${path} ${problem}`)) {
      seen.add(`${path} ${problem}`);
      onDeviation({ operation, path, problem });
    }
  }
}

function withoutFields(json: unknown, error: z.ZodError): unknown {
  const shortened = new Set<unknown[]>();
  for (const { path } of error.issues) {
    const last = path.at(-1);
    const parent = path.slice(0, -1).reduce<unknown>(toChild, json);
    if (last === undefined || typeof parent !== "object" || parent === null) continue;
    if (Array.isArray(parent)) shortened.add(parent);
    Reflect.set(parent, last, undefined);
  }
  for (const list of shortened) {
    // JSON has no undefined, so only removed elements are undefined.
    list.splice(0, list.length, ...list.filter((element) => element !== undefined));
  }
  return json;
}

function toChild(value: unknown, key: PropertyKey): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

/** Returns a code only if it looks like a code and has no phone number, since codes appear in posts and logs. */
export function toPlainCode(code: string | null | undefined): string | undefined {
  return code && /^[A-Za-z0-9_.-]{1,64}$/.test(code) && !/\d{7}/.test(code) ? code : undefined;
}

export function toPlatformMessage(words: string | null | undefined): string | undefined {
  return words ? words.slice(0, maxMessageCharacters) : undefined;
}

/** Parses seconds or an HTTP date; undefined for anything else. */
function toRetryAfterMs(header: string | undefined, now: Date): number | undefined {
  const text = header?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const at = /^[A-Za-z]{3,9},? /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime());
}

/** Whether JSON has so many values or levels that checking them would stall the process. */
export function isJsonTooLarge(most: { values: number; depth: number }, json: unknown): boolean {
  let count = 0;
  let level: unknown[] = [json];
  for (let depth = 0; level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== "object" || value === null) continue;
      const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
      count += children.length;
      if (count > most.values || depth > most.depth) return true;
      for (const child of children) next.push(child);
    }
    level = next;
  }
  return false;
}

/** Estimates `isJsonTooLarge` without parsing, which takes a second for megabytes. Never true for allowed JSON. */
export function isRawJsonTooLarge({ values }: { values: number }, json: Buffer): boolean {
  let marks = 0;
  let isText = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (byte === quote) isText = !isText;
    else if (isText && byte === backslash) index += 1;
    else if (!isText && (byte === comma || byte === brace || byte === bracket)) marks += 1;
    // A value adds at most two marks: its opening bracket and a comma.
    if (marks > 2 * values + 1) return true;
  }
  return false;
}

const [quote, backslash, comma, brace, bracket] = Buffer.from('"\\,{[');

/** Most characters of an id: the platform's are shorter, and database indexes take 256. */
const maxIdCharacters = 256;
/** Most characters of a text: those in the platform's description are shorter. */
const maxTextCharacters = 10_000;
const maxLineCharacters = 200;
/** Most characters of a name: every country's is shorter. */
const maxNameCharacters = 100;

function cutTo(limit: number) {
  return (text: string) =>
    text.length <= limit ? text : `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/* Parts of reply schemas. All but `requiredId` may be missing or null; a cut text ends in `…`. */
export const optionalText = z.string().transform(cutTo(maxTextCharacters)).nullish();
/** A shorter text for rows, since a list may have thousands. */
export const optionalLine = z.string().transform(cutTo(maxLineCharacters)).nullish();
export const optionalName = z.string().transform(cutTo(maxNameCharacters)).nullish();
/** Id as a string. Accepts numbers too, though the platform's description has none. */
export const requiredId = z.union([z.string().transform(cutTo(maxIdCharacters)), z.number().transform(toId)]);
export const optionalId = requiredId.nullish();
export const optionalNumber = z.number().nullish();
export const optionalFlag = z.boolean().nullish();
export const textList = z.array(z.string()).nullish();

/** Appends `…` to a number that isn't a safe integer, since parsing has rounded it. */
function toId(number: number): string {
  return Number.isSafeInteger(number) ? String(number) : `${number}…`;
}

/** Rejects a 2xx reply with an `errorCode`, which contradicts the status. */
export function rejectErrorCode<T>(schema: z.ZodType<T>): z.ZodType<T> {
  return schema.refine((reply) => !hasErrorCode(reply));
}

function hasErrorCode(reply: unknown): boolean {
  if (typeof reply !== "object" || reply === null || !("errorCode" in reply)) return false;
  const { errorCode } = reply;
  return typeof errorCode === "number" ? errorCode !== 0 : typeof errorCode === "string" && errorCode !== "";
}
