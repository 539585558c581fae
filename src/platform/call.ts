import type { z } from "zod";
import { backoffMs } from "../backoff.ts";
import { type Clocks, startStopwatch } from "../clocks.ts";
import { type Certainty, clientCodes, type OperationName, PlatformError } from "./errors.ts";
import { type InputIssue, toInputIssues } from "./limits.ts";
import {
  type CallIdentity,
  type Deviation,
  type ReplyReader,
  type ReportGaps,
  readExchange,
} from "./reply.ts";
import type { Concealer } from "./signature.ts";
import type { ChunkedBody, Exchange, Transport } from "./transport.ts";

/** A reply after the timeout. Replies that leave the outcome unknown (a reset, a 5xx) are not reported. */
export type LateReply<T> = { ok: true; reply: T } | { ok: false; error: PlatformError };

export type CallOptions<T> = {
  /** Aborts the call: as `not_sent` before the request left, as `unknown` afterwards. */
  signal?: AbortSignal | undefined;
  /** Called at most once, after the call was rejected as timed out. Must not throw. */
  onLateReply?: ((late: LateReply<T>) => void) | undefined;
  /**
   * Called before each attempt. False ends the call, as `not_sent` before the first attempt, later with the last
   * attempt's error. After true, the first byte must leave within 30 s. Must not reject.
   */
  mayLeave?: ((attempt: number) => Promise<boolean>) | undefined;
  onGaps?: ReportGaps | undefined;
};

export type CallSpec<T> = CallIdentity & {
  query?: Record<string, string | number | undefined> | undefined;
  body?: (() => string | ChunkedBody) | undefined;
  isAnonymous?: boolean | undefined;
  read: ReplyReader<T>;
};

export type Caller = <T>(spec: CallSpec<T>, call?: CallOptions<T>) => Promise<T>;

export type CallerOptions = {
  transport: Transport;
  pathPrefix: string;
  sign: () => string;
  conceal: Concealer;
  now: () => Date;
  /** Clock for durations, since the wall clock may be adjusted. */
  monotonicMs: () => number;
  random: () => number;
  wait: (delayMs: number, signal: AbortSignal) => Promise<unknown>;
  closing: AbortSignal;
  onDeviation: (deviation: Deviation) => void;
  onCall: (call: CallRecord) => void;
};

export type CallRecord = {
  operation: OperationName;
  isSigned: boolean;
  end: "accepted" | Certainty;
  error: PlatformError | null;
  tookMs: number;
};

/** Creates the only function that sends requests. It signs them, and never retries a change that may have had an effect. */
export function createCaller(options: CallerOptions): Caller {
  return async (spec, call = {}) => {
    const isInTime = await askLeave(options, call, 1);
    if (isInTime === null) {
      const { operation, method, path } = spec;
      const code = clientCodes.withheld;
      throw new PlatformError({ operation, method, path, certainty: "not_sent", code });
    }
    const startedMs = options.monotonicMs();
    const report = (error: PlatformError | null) =>
      options.onCall({
        operation: spec.operation,
        isSigned: spec.isAnonymous !== true,
        end: error?.certainty ?? "accepted",
        error,
        tookMs: options.monotonicMs() - startedMs,
      });
    try {
      const reply = await callUntilDone(options, spec, { ...call, isInTime });
      report(null);
      return reply;
    } catch (error) {
      if (error instanceof PlatformError) report(error);
      throw error;
    }
  };
}

/** `isInTime` is called just before the first byte is written; false keeps the request from leaving. */
type LetCall<T> = CallOptions<T> & { isInTime: () => boolean };

/** Time until a true of `mayLeave` expires: long before the caller's lease, after which a person may send again. */
const leaveHoldsMs = 30_000;

/** Returns null if the request may not leave. The 30 s include the call of `mayLeave`, which may stall. */
async function askLeave(
  options: CallerOptions,
  { mayLeave }: Pick<CallOptions<never>, "mayLeave">,
  attempt: number,
): Promise<(() => boolean) | null> {
  if (mayLeave === undefined) return () => true;
  const sinceAskedMs = startStopwatch(clocksOf(options));
  return (await mayLeave(attempt)) ? () => sinceAskedMs() <= leaveHoldsMs : null;
}

/** Two clocks: the monotonic clock stops while the machine sleeps, and the wall clock may be adjusted. */
function clocksOf({ monotonicMs, now }: CallerOptions): Clocks {
  return { monotonicMs, wallMs: () => now().getTime() };
}

async function callUntilDone<T>(options: CallerOptions, spec: CallSpec<T>, call: LetCall<T>): Promise<T> {
  const elapsedMs = startStopwatch(clocksOf(options));
  let { isInTime } = call;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await callOnce(options, spec, { ...call, isInTime });
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const failed = { error, method: spec.method, attempt, elapsedMs: elapsedMs() };
      const delayMs = toRetryDelayMs(failed, options.random());
      if (delayMs === null || !(await hasWaited(options, delayMs, call.signal))) throw error;
      // Exceeded only if the process or its machine was suspended during the wait.
      if (elapsedMs() > retryLimits.longestMs) throw error;
      const again = await askLeave(options, call, attempt + 1);
      if (again === null) throw error;
      isInTime = again;
    }
  }
}

async function callOnce<T>(options: CallerOptions, spec: CallSpec<T>, call: LetCall<T>): Promise<T> {
  const { onLateReply } = call;
  const read = (exchange: Exchange) =>
    readExchange(exchange, spec, {
      read: spec.read,
      conceal: options.conceal,
      onDeviation: options.onDeviation,
      onGaps: call.onGaps,
      now: options.now(),
    });
  const exchange = await options.transport.exchange({
    method: spec.method,
    path: options.pathPrefix + spec.path + toQueryText(spec.query),
    headers: toHeaders(options, spec),
    body: spec.body?.(),
    signal: call.signal,
    isInTime: call.isInTime,
    onLate: onLateReply && ((late) => reportLateReply(() => read(late), onLateReply)),
  });
  return read(exchange);
}

function toHeaders(options: CallerOptions, spec: CallSpec<unknown>): Record<string, string> {
  return {
    accept: "application/json",
    ...(spec.body === undefined ? {} : { "content-type": "application/json" }),
    ...(spec.isAnonymous === true ? {} : { authorization: options.sign() }),
  };
}

function reportLateReply<T>(read: () => T, onLateReply: (late: LateReply<T>) => void): void {
  const late = toLateReply(read);
  if (late.ok || late.error.certainty !== "unknown") onLateReply(late);
}

function toLateReply<T>(read: () => T): LateReply<T> {
  try {
    return { ok: true, reply: read() };
  } catch (error) {
    if (error instanceof PlatformError) return { ok: false, error };
    throw error;
  }
}

async function hasWaited(options: CallerOptions, delayMs: number, signal: AbortSignal | undefined) {
  const ending = signal === undefined ? options.closing : AbortSignal.any([options.closing, signal]);
  await options.wait(delayMs, ending);
  return !ending.aborted;
}

function toQueryText(query: CallSpec<unknown>["query"]): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) parameters.append(name, String(value));
  }
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/** Parses the input of a call. @throws {PlatformError} `not_sent`, InvalidInput, with the issues */
export function parseInput<T>(identity: CallIdentity, schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw toInputError(identity, toInputIssues(result.error, input));
}

export function toInputError(identity: CallIdentity, issues: readonly InputIssue[]): PlatformError {
  return new PlatformError({ ...identity, certainty: "not_sent", code: clientCodes.invalidInput, issues });
}

/** Encodes an id as a path segment. @throws {PlatformError} `not_sent`, InvalidInput, if the id would change the path */
export function toPathSegment(identity: CallIdentity, field: string, id: string): string {
  // encodeURIComponent leaves "." and ".." unchanged, and servers resolve them.
  if (id === "" || id === "." || id === ".." || !id.isWellFormed()) {
    throw toInputError(identity, [{ problem: id === "" ? "missing" : "malformed", field }]);
  }
  return encodeURIComponent(id);
}

export type Method = "GET" | "POST" | "PUT" | "DELETE";

export const retryLimits = { maxAttempts: 3, firstMs: 250, longestMs: 30_000 } as const;

/** `attempt` counts from 1; `elapsedMs` starts with the first attempt. */
export type FailedAttempt = { error: PlatformError; method: Method; attempt: number; elapsedMs: number };

const neverRetried: ReadonlySet<string> = new Set([
  clientCodes.invalidInput,
  clientCodes.tooLate,
  clientCodes.aborted,
  clientCodes.closed,
]);

/**
 * Changes are retried only if certainly not processed; reads also after a lost connection, 408 and 5xx. No retry
 * follows a timeout, since a person already waited. `random`, in [0, 1), spreads many callers. Null for no retry.
 */
export function toRetryDelayMs(failed: FailedAttempt, random: number): number | null {
  const { error, attempt, elapsedMs } = failed;
  if (attempt >= retryLimits.maxAttempts || !isRetryable(failed)) return null;
  const jitterMs = random * retryLimits.firstMs;
  const leastMs = error.retryAfterMs ?? backoffMs(retryLimits, attempt);
  const delayMs = Math.ceil(leastMs + jitterMs);
  return elapsedMs + delayMs <= retryLimits.longestMs ? delayMs : null;
}

function isRetryable({ error, method }: FailedAttempt): boolean {
  if (neverRetried.has(error.code)) return false;
  return error.certainty === "not_sent" || (method === "GET" && isPassing(error));
}

function isPassing(error: PlatformError): boolean {
  if (error.status === 408 || (error.status !== undefined && error.status >= 500)) return true;
  return error.code === clientCodes.connectionLost || error.code === clientCodes.replyCut;
}
