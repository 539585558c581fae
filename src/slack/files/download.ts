import { WebAPIRateLimitedError, type WebClient } from "@slack/web-api";
import { z } from "zod";
import { type Backoff, jitteredBackoffMs } from "../../backoff.ts";
import { pause } from "../../deadline.ts";
import { slackLimits } from "../blocks/limits.ts";
import { slackErrorCode, toRetryAfterMs as toWaitMs } from "../edge/slack-error.ts";
import { isMember } from "../people/membership.ts";
import { findTrust, type Trust } from "../slack-hosts.ts";
import { hasBytes, SlackFile } from "./slack-file.ts";

/**
 * Reason why a file could not be read. `no_access`: the app or the person isn't in a conversation with the file.
 * `no_scope`: Slack showed its login page. `elsewhere`: `trust` doesn't allow the file's address.
 */
export type SlackFileProblem = "no_access" | "no_scope" | "gone" | "elsewhere" | "too_large" | "not_fetched";

export class SlackFileError extends Error {
  override readonly name = "SlackFileError";
  readonly problem: SlackFileProblem;
  /** Wait that Slack demands; null if it states none. */
  readonly retryAfterMs: number | null;
  constructor(
    problem: SlackFileProblem,
    { retryAfterMs = null, ...options }: ErrorOptions & { retryAfterMs?: number | null } = {},
  ) {
    super(`a file could not be read from Slack: ${problem}`, options);
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

type FileReaderOptions = {
  client: Pick<WebClient, "files" | "conversations">;
  botToken: { reveal(): string };
  /** Address of the Web API, from whose origin files may come too. */
  apiUrl: string;
  /** Limit of a file in bytes. @default Slack's limit of a file field */
  maxBytes?: number;
  /** Limit from the first request to the last byte. */
  totalMs?: number;
  /** Limit of a pause between bytes. */
  idleMs?: number;
  backoff?: Backoff;
  /** Decides whether a URL gets the token; null if it must not be requested at all. */
  trust?: (url: URL, apiOrigin: string) => Trust | null;
};

export type DownloadTimes = Pick<FileReaderOptions, "totalMs" | "idleMs" | "backoff">;

/** Person for whom a file is read: the bot may see files that this person may not. */
type Asked = { person: string; signal: AbortSignal };

export type ReadFile = (file: Pick<SlackFile, "id">, asked: Asked) => Promise<Buffer>;

const ids = z.array(z.string()).catch([]);
/** File as Slack describes it; the description in a payload could be forged. */
const FileInfo = SlackFile.extend({
  user: z.string().optional().catch(undefined),
  is_public: z.boolean().catch(false),
  channels: ids,
  groups: ids,
  ims: ids,
  url_private: z.string().optional().catch(undefined),
  url_private_download: z.string().optional().catch(undefined),
});
type FileInfo = z.infer<typeof FileInfo>;

/** Most private conversations of a file in which the person's membership is checked. */
const maxConversations = 10;

const maxRedirects = 3;
const maxHeadLength = 512;
/** Most tries of a download. Repeating is safe: nothing has been sent to the platform yet. */
const maxTries = 3;
const retryingMs = 30_000;

/** Reads files from Slack, whole or not at all. */
export function createFileReader(options: FileReaderOptions): ReadFile {
  const { totalMs = 60_000, backoff = { firstMs: 500, longestMs: 4000 } } = options;
  return async (file, { person, signal }) => {
    const ending = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
    const startedMs = performance.now();
    for (let tries = 1; ; tries += 1) {
      try {
        const info = await readInfo(file.id, options);
        if (!(await maySee(info, { person, signal: ending }, options))) throw new SlackFileError("no_access");
        return await read(info, toUrl(info), options, ending);
      } catch (error) {
        if (signal.aborted) throw error;
        const failure = toFileError(error);
        const waitMs = failure.retryAfterMs ?? jitteredBackoffMs(backoff, tries, Math.random());
        const isOver = tries === maxTries || performance.now() - startedMs + waitMs > retryingMs;
        if (failure.problem !== "not_fetched" || isOver || ending.aborted) throw failure;
        await pause(waitMs, ending);
      }
    }
  };
}

function toFileError(error: unknown): SlackFileError {
  return error instanceof SlackFileError ? error : new SlackFileError("not_fetched", { cause: error });
}

async function readInfo(id: string, { client }: FileReaderOptions): Promise<FileInfo> {
  try {
    return FileInfo.parse((await client.files.info({ file: id })).file);
  } catch (cause) {
    const retryAfterMs = cause instanceof WebAPIRateLimitedError ? toWaitMs(cause) : null;
    throw new SlackFileError(infoProblem(slackErrorCode(cause)), { cause, retryAfterMs });
  }
}

/** Checks the person's own access, since a submission may name any file's id. */
async function maySee(info: FileInfo, { person, signal }: Asked, { client }: FileReaderOptions) {
  if (info.user === person || info.is_public || info.channels.length > 0) return true;
  for (const conversation of [...info.groups, ...info.ims].slice(0, maxConversations)) {
    signal.throwIfAborted();
    if (await isMember(client, conversation, person).catch(toNoMember)) return true;
  }
  return false;
}

/** Errors for a conversation that the app isn't in, or (direct and group messages) has no scope for. */
const hiddenCodes = ["channel_not_found", "not_in_channel", "missing_scope", "access_denied"];

function toNoMember(error: unknown): false {
  if (hiddenCodes.includes(slackErrorCode(error) ?? "")) return false;
  throw error;
}

function infoProblem(code: string | undefined): SlackFileProblem {
  if (code === "missing_scope") return "no_scope";
  if (code === "file_deleted") return "gone";
  const isHidden = code === "file_not_found" || code === "not_in_channel" || code === "access_denied";
  return isHidden ? "no_access" : "not_fetched";
}

/** Prefers `url_private_download`: Slack redirects a PDF's `url_private`. */
function toUrl(file: FileInfo): URL {
  const { mode, url_private_download, url_private } = file;
  const url = URL.parse(url_private_download ?? url_private ?? "");
  if (mode === "tombstone") throw new SlackFileError("gone");
  if (mode === "hidden_by_limit") throw new SlackFileError("no_access");
  if (url === null || !hasBytes(file)) throw new SlackFileError("elsewhere");
  return url;
}

type Reading = FileReaderOptions & { signal: AbortSignal; idle: Idle };

async function read(file: SlackFile, url: URL, options: FileReaderOptions, signal: AbortSignal) {
  using idle = createIdle(options.idleMs ?? 15_000);
  const reading = { ...options, idle, signal: AbortSignal.any([signal, idle.signal]) };
  const response = await ask(url, reading, maxRedirects);
  if (!response.ok) {
    await response.body?.cancel();
    throw new SlackFileError(statusProblem(response.status), {
      cause: new Error(`HTTP ${response.status}`),
      retryAfterMs: toRetryAfterMs(response.headers),
    });
  }
  const bytes = await readBody(response, file, reading);
  // Slack answers 200 with its login page if the app may not read the file.
  if (isPage(bytes, response, file)) throw new SlackFileError("no_scope");
  if (!isWhole(bytes, response, file)) throw new SlackFileError("not_fetched");
  return bytes;
}

/** Follows redirects by hand: `fetch` would send the token to any host, or lose it. */
async function ask(url: URL, reading: Reading, redirectsLeft: number): Promise<Response> {
  const { botToken, apiUrl, signal, trust = findTrust } = reading;
  const trusted = trust(url, new URL(apiUrl).origin);
  if (trusted === null) throw new SlackFileError("elsewhere");
  const headers = trusted === "token" ? { authorization: `Bearer ${botToken.reveal()}` } : {};
  const response = await fetch(url, { redirect: "manual", headers, signal });
  reading.idle.touch();
  const location = response.headers.get("location");
  if (response.status < 300 || response.status >= 400 || location === null) return response;
  await response.body?.cancel();
  const next = URL.parse(location, url.href);
  if (next === null || redirectsLeft === 0) throw new SlackFileError("elsewhere");
  return ask(next, reading, redirectsLeft - 1);
}

function toRetryAfterMs(headers: Headers): number | null {
  const said = headers.get("retry-after") ?? "";
  return /^\d{1,5}$/.test(said) ? Number(said) * 1000 : null;
}

function statusProblem(status: number): SlackFileProblem {
  if (status === 404 || status === 410) return "gone";
  return status === 401 || status === 403 ? "no_access" : "not_fetched";
}

async function readBody(
  { headers, body }: Response,
  { size = Number.POSITIVE_INFINITY }: SlackFile,
  { maxBytes = slackLimits.fileBytes, idle }: Reading,
): Promise<Buffer> {
  if (Number(headers.get("content-length")) > maxBytes) {
    await body?.cancel();
    throw new SlackFileError("too_large");
  }
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body ?? []) {
    idle.touch();
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) throw new SlackFileError("too_large");
    chunks.push(chunk);
    // Stops: a longer body isn't the file, and the bytes suffice to recognise a login page.
    if (sizeBytes > size + maxHeadLength) break;
  }
  return Buffer.concat(chunks, sizeBytes);
}

function isPage(bytes: Buffer, { headers }: Response, { mimetype = "", size }: SlackFile): boolean {
  // Accepts a file that is HTML itself.
  if (/^text\/html\b/i.test(mimetype)) return false;
  const isSaid = /^text\/html\b/i.test(headers.get("content-type") ?? "");
  if (!isSaid && bytes.length === size) return false;
  return isSaid || /^\s*<(?:!doctype html|html)\b/i.test(bytes.toString("latin1", 0, maxHeadLength));
}

/** Compares the bytes with the stated sizes, since a broken connection may look like the end of a file. */
function isWhole(bytes: Buffer, { headers }: Response, { size }: SlackFile): boolean {
  const isEncoded = headers.get("content-encoding") !== null;
  const said = isEncoded ? null : headers.get("content-length");
  return (said === null || Number(said) === bytes.length) && (size === undefined || size === bytes.length);
}

type Idle = Disposable & { signal: AbortSignal; touch: () => void };

/** Aborts after `ms` without a byte. */
function createIdle(ms: number): Idle {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error(`nothing came for ${ms} ms`)), ms);
  return {
    signal: controller.signal,
    touch: () => void timer.refresh(),
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}
