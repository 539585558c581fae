import { pause } from "../deadline.ts";
import { type Caller, type CallRecord, createCaller } from "./call.ts";
import { deleteFile, uploadFile } from "./files.ts";
import { listChannels, listPayments, listPrices } from "./lists.ts";
import { sendMessage } from "./messages.ts";
import type { Deviation } from "./reply.ts";
import { createConcealer, createSigner } from "./signature.ts";
import { commentTemplate, updateTemplate } from "./templates.ts";
import { type AttemptTimer, createTransport } from "./transport.ts";

export type PlatformClientOptions = {
  /** Base URL of the platform; may have a path, but no credentials, query or fragment. */
  baseUrl: string;
  apiKey: string;
  apiSecret: string;
  /** Time limit of one attempt, from the call to the reply's last byte, including the wait for a connection. */
  timeoutMs: number;
  /** Time for which a timed-out call with `onLateReply` keeps its connection to wait for the reply. @default 60_000 */
  lateReplyMs?: number | undefined;
  /** Most calls that wait for a late reply; a further call ends the oldest. @default a quarter of the connections */
  lateReplies?: number | undefined;
  /** Most connections at once; other calls wait. @default 64 */
  connections?: number | undefined;
  /** Size limit of a reply; a larger reply is cut off unread. @default 5 MiB */
  maxReplyBytes?: number | undefined;
  /** Timer of attempts. @default setTimeout */
  attemptTimer?: AttemptTimer | undefined;
  /** Wall clock, for signatures and Retry-After dates. */
  now?: (() => Date) | undefined;
  /** Clock for the time limit of retries, in milliseconds. @default performance.now */
  monotonicMs?: (() => number) | undefined;
  /** Returns 12-64 random ASCII characters, different for each call. */
  salt?: (() => string) | undefined;
  /** Returns a number in [0, 1), for the jitter of retries. */
  random?: (() => number) | undefined;
  /** Waits before a retry; ends early if the signal aborts. */
  wait?: ((delayMs: number, signal: AbortSignal) => Promise<unknown>) | undefined;
  /** Called if a reply departs from the platform's description; gets names and types, never values. */
  onDeviation?: ((deviation: Deviation) => void) | undefined;
  /** Called after each call. Must not throw. */
  onCall?: ((call: CallRecord) => void) | undefined;
};

export type PlatformClient = ReturnType<typeof createPlatformClient>;

/**
 * Creates the platform's eight operations. They reject only with PlatformError, whose `certainty` says whether the
 * call may have had an effect. Changes are retried only if they certainly weren't processed. @throws {TypeError} for
 * an invalid base URL or credentials, without quoting values
 */
export function createPlatformClient(options: PlatformClientOptions) {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const sign = createSigner(options);
  const closing = new AbortController();
  const connections = options.connections ?? 64;
  const transport = createTransport({
    origin: baseUrl.origin,
    timeoutMs: options.timeoutMs,
    lateReplyMs: options.lateReplyMs ?? 60_000,
    lateReplies: options.lateReplies ?? Math.ceil(connections / 4),
    connections,
    maxReplyBytes: options.maxReplyBytes ?? 5 * 1024 * 1024,
    attemptTimer: options.attemptTimer,
  });
  const caller = createCaller({
    transport,
    pathPrefix: baseUrl.pathname.replace(/\/+$/, ""),
    sign,
    conceal: createConcealer(options),
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
    now: options.now ?? (() => new Date()),
    random: options.random ?? Math.random,
    wait: options.wait ?? pause,
    closing: closing.signal,
    onDeviation: options.onDeviation ?? (() => undefined),
    onCall: options.onCall ?? (() => undefined),
  });
  /** Turns errors thrown before the call into rejections. */
  const of =
    <Given extends unknown[], Reply>(operate: (caller: Caller, ...given: Given) => Promise<Reply>) =>
    async (...given: Given) =>
      operate(caller, ...given);
  return {
    uploadFile: of(uploadFile),
    deleteFile: of(deleteFile),
    listChannels: of(listChannels),
    updateTemplate: of(updateTemplate),
    commentTemplate: of(commentTemplate),
    /** Resolves only for statusCode 2000 with a message id. */
    sendMessage: of(sendMessage),
    listPrices: of(listPrices),
    listPayments: of(listPayments),
    /** Ends open calls (as `not_sent` or `unknown`) and stops waiting for late replies. */
    close: async () => {
      closing.abort();
      await transport.close();
    },
  };
}

function parseBaseUrl(text: string): URL {
  const url = URL.parse(text);
  const isUsable =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    `${url.username}${url.password}${url.search}${url.hash}` === "";
  if (!isUsable) {
    throw new TypeError("baseUrl must be an http or https URL without credentials, query and fragment");
  }
  return url;
}
