import type { IncomingMessage, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import { HTTPModuleFunctions, type Logger, verifySlackRequest } from "@slack/bolt";
import { BoundedMap } from "../../bounded-map.ts";
import type { EdgeReceiver, Receive } from "./edge.ts";

/** Limit of an unsigned body. Slack's only unsigned request is a short form that checks TLS. */
const unsignedLimitBytes = 1024;

/** Age in seconds above which a signature is refused. Bolt checks it only after it has read the body. */
const maxSignatureAgeS = 300;

/** Interval of log lines about one kind of refusal; others are only counted, so that strangers can't fill the log. */
const logEveryMs = 60_000;

type HttpReceiverOptions = { signingSecret: string; logger: Logger; receive: Receive };

/**
 * Receives signed deliveries with Bolt's functions, but not its receiver: that takes an answer on a closed connection
 * for an acknowledgement, and a signed `null` ends the process.
 */
export function createHttpReceiver({ signingSecret, logger, receive }: HttpReceiverOptions): EdgeReceiver {
  const bodies = new Bodies();
  const refusals = new BoundedMap<string, { loggedAtMs: number; unlogged: number }>(20);

  function logRefusal(error: unknown): void {
    const kind = String(error).replace(/\d+/g, "");
    const { loggedAtMs, unlogged } = refusals.get(kind) ?? {
      loggedAtMs: Number.NEGATIVE_INFINITY,
      unlogged: 0,
    };
    const isDue = performance.now() - loggedAtMs >= logEveryMs;
    if (isDue) logger.warn(`A delivery was refused: ${error} (${unlogged + 1} since the last such line)`);
    refusals.set(
      kind,
      isDue ? { loggedAtMs: performance.now(), unlogged: 0 } : { loggedAtMs, unlogged: unlogged + 1 },
    );
  }

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readVerified(request, signingSecret, bodies).catch((error: unknown) => {
      logRefusal(error);
      answer(close(response), error instanceof BodyError ? error.status : 401);
    });
    if (read === undefined) return;
    const body = parse(read);
    if (body === null) return answer(response, 400);
    if (body["ssl_check"] === "1") return HTTPModuleFunctions.buildSSLCheckResponse(close(response));
    if (body["type"] === "url_verification") {
      return HTTPModuleFunctions.buildUrlVerificationResponse(response, body);
    }
    /** Acknowledges. Rejects if the connection closed before the answer left: Slack has then shown a failure. */
    const ack = async (content: unknown) => {
      HTTPModuleFunctions.buildContentResponse(response, content);
      await finished(response);
    };
    const isProcessed = await receive({ body, ack }, signedAtS(request) * 1000);
    // Has an effect only if no listener has acknowledged.
    answer(response, isProcessed ? 404 : 500);
  }

  return {
    requestListener: (request, response) => void listen(request, response),
    countConnections: () => 1,
    init: () => {},
    start: async () => {},
    stop: async () => {},
  };
}

/** Checks headers and signature before parsing: Bolt parses a form first, which is slow for a large one. */
async function readVerified(request: IncomingMessage, signingSecret: string, bodies: Bodies) {
  const { getHeader, parseAndVerifyHTTPRequest } = HTTPModuleFunctions;
  if (request.headers["x-slack-signature"] === undefined) {
    const rawBody = await bodies.read(request, unsignedLimitBytes);
    return await parseAndVerifyHTTPRequest({ signingSecret }, Object.assign(request, { rawBody }));
  }
  const signature = getHeader(request, "x-slack-signature");
  if (!/^v0=[\da-f]{64}$/.test(signature)) throw new Error("the signature has another form than Slack's");
  const timestamp = signedAtS(request);
  const isFresh = Date.now() / 1000 - timestamp <= maxSignatureAgeS;
  if (!isFresh) throw new Error("it was signed too long ago, or at no time");
  const rawBody = await bodies.read(request, bodyLimitBytes);
  verifySlackRequest({
    signingSecret,
    body: rawBody.toString(),
    headers: { "x-slack-signature": signature, "x-slack-request-timestamp": timestamp },
  });
  return Object.assign(request, { rawBody });
}

/** Returns NaN if the header is no number. */
function signedAtS(request: IncomingMessage): number {
  const header = HTTPModuleFunctions.getHeader(request, "x-slack-request-timestamp");
  return /^\d{1,12}$/.test(header) ? Number(header) : Number.NaN;
}

function parse(
  request: Parameters<typeof HTTPModuleFunctions.parseHTTPRequestBody>[0],
): Record<string, unknown> | null {
  try {
    const body: unknown = HTTPModuleFunctions.parseHTTPRequestBody(request);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Closes the connection, so that the rest of an unverified body isn't read. */
function close(response: ServerResponse): ServerResponse {
  response.shouldKeepAlive = false;
  return response;
}

function answer(response: ServerResponse, status: number): void {
  if (!response.headersSent) HTTPModuleFunctions.buildNoBodyResponse(response, status);
}

/** Limit of one body, above which the answer is 413; Slack's bodies have at most a few hundred kilobytes. */
const bodyLimitBytes = 1024 * 1024;

/** Limit of unverified bodies over all connections, above which the oldest is answered with 503. */
const heldLimitBytes = 16 * bodyLimitBytes;

/** Least memory counted for a chunk, even of one byte. */
const chunkBytes = 256;

class BodyError extends Error {
  override readonly name = "BodyError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Reading = { heldBytes: number; giveUp: (error: BodyError) => void };

/** Reads unverified bodies into memory. Beyond the limit it drops the oldest: Slack's own bodies take milliseconds. */
class Bodies {
  /** Bodies being read, oldest first. */
  readonly #readings = new Set<Reading>();
  #heldBytes = 0;

  async read(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
    const tooLarge = new BodyError(413, `the body has more than ${limitBytes} bytes`);
    if (Number(request.headers["content-length"] ?? 0) > limitBytes) throw tooLarge;
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const chunks: Buffer[] = [];
    const take = (chunk: Buffer) => {
      chunks.push(chunk);
      const bytes = Math.max(chunk.length, chunkBytes);
      reading.heldBytes += bytes;
      this.#heldBytes += bytes;
      if (reading.heldBytes > limitBytes + chunkBytes) reading.giveUp(tooLarge);
      else if (this.#heldBytes > heldLimitBytes) this.#dropOldest();
    };
    // Removes the listener at once: thousands of chunks may come before a promise continues.
    const release = () => {
      request.off("data", take);
      chunks.length = 0;
      if (this.#readings.delete(reading)) this.#heldBytes -= reading.heldBytes;
    };
    const reading: Reading = {
      heldBytes: 0,
      giveUp(error) {
        release();
        reject(error);
      },
    };
    this.#readings.add(reading);
    request.on("data", take);
    request.once("end", () => {
      resolve(Buffer.concat(chunks));
      release();
    });
    request.once("close", () => reading.giveUp(new BodyError(400, "the body was cut off")));
    return await promise;
  }

  #dropOldest(): void {
    const [oldest] = this.#readings;
    oldest?.giveUp(new BodyError(503, "other bodies need the memory"));
  }
}
