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
import type { Intake } from "./intake.ts";

/** All that Slack sends without a signature is a form of two short fields, which asks whether TLS works. */
const unsignedLimitBytes = 1024;

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
  let app: App | undefined;

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request, response, options);
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

/** Null when the request was answered here. */
async function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  { signingSecret, logger }: HttpReceiverOptions,
): Promise<Record<string, unknown> | null> {
  const verified = await readVerified(request, signingSecret).catch((error: unknown) => {
    logger.warn(`A delivery was refused: ${nameOf(error)}`);
    answer(response, isTooLarge(error) ? 413 : 401);
    return null;
  });
  if (verified === null) return null;
  const body = parse(() => HTTPModuleFunctions.parseHTTPRequestBody(verified));
  if (body === null) answer(response, 400);
  else if (body["ssl_check"] === "1") HTTPModuleFunctions.buildSSLCheckResponse(response);
  else if (body["type"] === "url_verification") {
    HTTPModuleFunctions.buildUrlVerificationResponse(response, body);
  } else return body;
  return null;
}

/**
 * Bolt's own reading parses a form before it looks at the signature. A large one takes long, and would hold everybody
 * up for somebody who doesn't know the secret.
 */
async function readVerified(request: IncomingMessage, signingSecret: string) {
  const { bufferIncomingMessage, defaultBodyLimit, getHeader, parseAndVerifyHTTPRequest } =
    HTTPModuleFunctions;
  if (request.headers["x-slack-signature"] === undefined) {
    return await parseAndVerifyHTTPRequest({ signingSecret, bodyLimit: unsignedLimitBytes }, request);
  }
  const buffered = await bufferIncomingMessage(request, defaultBodyLimit);
  verifySlackRequest({
    signingSecret,
    body: buffered.rawBody.toString(),
    headers: {
      "x-slack-signature": getHeader(request, "x-slack-signature"),
      "x-slack-request-timestamp": signedAtS(request),
    },
  });
  return buffered;
}

/** In seconds, as the signature has it. */
function signedAtS(request: IncomingMessage): number {
  return Number(HTTPModuleFunctions.getHeader(request, "x-slack-request-timestamp"));
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

function answer(response: ServerResponse, status: number): void {
  if (!response.headersSent) HTTPModuleFunctions.buildNoBodyResponse(response, status);
}

function isTooLarge(error: unknown): boolean {
  return HTTPModuleFunctions.isRawBodyError(error) && error.statusCode === 413;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : "unknown";
}
