import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { finished } from "node:stream/promises";
import {
  type App,
  HTTPModuleFunctions,
  type Logger,
  type Receiver,
  type ReceiverEvent,
  ReceiverMultipleAckError,
  verifySlackRequest,
} from "@slack/bolt";
import { Bodies, BodyError, bodyLimitBytes } from "./bodies.ts";
import type { Intake } from "./intake.ts";

/** All that Slack sends without a signature is a form of two short fields, which asks whether TLS works. */
const unsignedLimitBytes = 1024;

/** As in Bolt's check, which comes behind the body. */
const longestAgoS = 300;

export type HttpReceiver = Receiver & { requestListener: RequestListener };

export type HttpReceiverOptions = {
  signingSecret: string;
  logger: Logger;
  intake: Intake;
  /** Said of each payload when it is read, for the listeners' `context`; `signedAtMs` is Slack's word. */
  describe: (signedAtMs: number) => NonNullable<ReceiverEvent["customProperties"]>;
};

/**
 * Signed deliveries over HTTP, checked and parsed by Bolt's own functions. Bolt's receiver takes an answer written
 * to a closed connection for an acknowledgement, and ends the process over a signed body that is `null`.
 */
export function createHttpReceiver(options: HttpReceiverOptions): HttpReceiver {
  const { logger, intake, describe } = options;
  const bodies = new Bodies();
  let app: App | undefined;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, response, { ...options, bodies });
    if (body === null) return;
    try {
      await intake.take(app, {
        body,
        ack: acknowledgement(response),
        customProperties: describe(signedAtS(request) * 1000),
      });
    } catch (error) {
      logger.error(`A delivery could not be processed: ${nameOf(error)}`);
      answer(response, 500);
    }
    // No listener acknowledged it: nothing of this app.
    answer(response, 404);
  }

  return {
    requestListener: (request, response) => void receive(request, response),
    init(bolt) {
      app = bolt;
    },
    start: async () => {},
    stop: async () => {},
  };
}

type Reading = Pick<HttpReceiverOptions, "signingSecret" | "logger"> & { bodies: Bodies };

/** Null when the request was answered here. */
async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  reading: Reading,
): Promise<Record<string, unknown> | null> {
  const verified = await readVerified(request, reading).catch((error: unknown) => {
    reading.logger.warn(`A delivery was refused: ${nameOf(error)}`);
    close(response);
    answer(response, error instanceof BodyError ? error.status : 401);
    return null;
  });
  if (verified === null) return null;
  const body = parse(() => HTTPModuleFunctions.parseHTTPRequestBody(verified));
  if (body === null) answer(response, 400);
  else if (body["ssl_check"] === "1") HTTPModuleFunctions.buildSSLCheckResponse(close(response));
  else if (body["type"] === "url_verification") {
    HTTPModuleFunctions.buildUrlVerificationResponse(response, body);
  } else return body;
  return null;
}

/**
 * Bolt's own reading parses a form before it looks at the signature. A large one takes long, and would hold everybody
 * up for somebody who doesn't know the secret. Nor is a body read whose signature can't be right.
 */
async function readVerified(request: IncomingMessage, { signingSecret, bodies }: Reading) {
  const { getHeader, parseAndVerifyHTTPRequest } = HTTPModuleFunctions;
  if (request.headers["x-slack-signature"] === undefined) {
    const rawBody = await bodies.read(request, unsignedLimitBytes);
    return await parseAndVerifyHTTPRequest({ signingSecret }, Object.assign(request, { rawBody }));
  }
  const signature = getHeader(request, "x-slack-signature");
  if (!/^v0=[\da-f]{64}$/.test(signature)) throw new Error("the signature has another form than Slack's");
  const isFresh = Date.now() / 1000 - signedAtS(request) <= longestAgoS;
  if (!isFresh) throw new Error("it was signed too long ago, or at no time");
  const rawBody = await bodies.read(request, bodyLimitBytes);
  verifySlackRequest({
    signingSecret,
    body: rawBody.toString(),
    headers: { "x-slack-signature": signature, "x-slack-request-timestamp": signedAtS(request) },
  });
  return Object.assign(request, { rawBody });
}

/** In seconds, as the signature has it; NaN where it is anything else. */
function signedAtS(request: IncomingMessage): number {
  const header = HTTPModuleFunctions.getHeader(request, "x-slack-request-timestamp");
  return /^\d{1,12}$/.test(header) ? Number(header) : Number.NaN;
}

function parse(read: () => unknown): Record<string, unknown> | null {
  try {
    const body = read();
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Rejects when the connection is gone before the answer left: the person was shown a failure then. */
function acknowledgement(response: ServerResponse): ReceiverEvent["ack"] {
  let isDone = false;
  return async (content?: unknown) => {
    if (isDone) throw new ReceiverMultipleAckError();
    isDone = true;
    HTTPModuleFunctions.buildContentResponse(response, content);
    await finished(response);
  };
}

/** Only who knows the secret keeps a connection; nobody else has the rest of a body read either. */
function close(response: ServerResponse): ServerResponse {
  response.shouldKeepAlive = false;
  return response;
}

function answer(response: ServerResponse, status: number): void {
  if (!response.headersSent) HTTPModuleFunctions.buildNoBodyResponse(response, status);
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
}
