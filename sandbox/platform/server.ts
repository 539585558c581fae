import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen } from "../http.ts";
import { deliver, type Ending } from "./delivery.ts";
import { type Exchange, processRequest } from "./exchange.ts";
import { createFaultPlan, type Faults } from "./faults.ts";
import { createMagic } from "./magic-recipients.ts";
import { readBody } from "./request-body.ts";
import type { ReceivedRequest, RequestRecord } from "./request-record.ts";
import { createReview, type Review } from "./review.ts";
import { createSignatureCheck } from "./signature.ts";
import { createState, type PlatformState } from "./state.ts";

export type PlatformOptions = {
  /** 0, the default, lets the system choose. */
  port?: number;
  apiKey?: string;
  apiSecret?: string;
  now?: () => Date;
  /** The sender numbers that are registered beforehand. */
  senderNumbers?: readonly string[];
};

export type SandboxPlatform = {
  /** The `{base_url}`, without a slash at its end. */
  url: string;
  apiKey: string;
  apiSecret: string;
  state: PlatformState;
  /** Every request that has ended, refused ones too, in the order of their ends. */
  requests: RequestRecord[];
  /** Calls back when a request has ended; returns the function that stops it. */
  onRequest(listener: (record: RequestRecord) => void): () => void;
  /** Calls back when a request has been received and processed, be its reply sent or held. */
  onReceived(listener: (received: ReceivedRequest) => void): () => void;
  /** Calls back when a request is not answered: by the URL and the signature that it came with. */
  onSilence(listener: (request: SilencedRequest) => void): () => void;
  faults: Faults;
  /** What the vendors' reviewers do. */
  vendor: Review;
  /** Ends all connections, held ones too, and stops listening. */
  close(): Promise<void>;
};

export type SilencedRequest = { method: string; url: string; authorization: string | undefined };

type Journal = {
  requests: RequestRecord[];
  endListeners: Set<(record: RequestRecord) => void>;
  receiveListeners: Set<(received: ReceivedRequest) => void>;
  silenceListeners: Set<(request: SilencedRequest) => void>;
};

/** Starts the stand-in platform on loopback. Rejects when the port can't be had. */
export async function startPlatform(options: PlatformOptions = {}): Promise<SandboxPlatform> {
  const { apiKey = "SANDBOXAPIKEY000", apiSecret = "SANDBOXSECRET0000000000000000000" } = options;
  const now = options.now ?? (() => new Date());
  const plan = createFaultPlan();
  const state = createState(options.senderNumbers ?? ["0212345678", "15881234"], now());
  const exchange: Exchange = {
    state,
    signatureCheck: createSignatureCheck({ apiKey, apiSecret }),
    plan,
    magic: createMagic(),
    now,
  };
  const journal: Journal = {
    requests: [],
    endListeners: new Set(),
    receiveListeners: new Set(),
    silenceListeners: new Set(),
  };
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    void handle(exchange, journal, request, response);
  });
  const port = await listen(server, options.port ?? 0);

  return {
    url: `http://127.0.0.1:${port}`,
    apiKey,
    apiSecret,
    state,
    requests: journal.requests,
    onRequest: (listener) => subscribe(journal.endListeners, listener),
    onReceived: (listener) => subscribe(journal.receiveListeners, listener),
    onSilence: (listener) => subscribe(journal.silenceListeners, listener),
    faults: plan,
    vendor: createReview(state, now),
    close: () => close(server, open),
  };
}

async function handle(
  exchange: Exchange,
  journal: Journal,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const startedMs = performance.now();
  // Null: the caller went away in the middle of the body, so there is no request.
  const bytes = await readBody(request).catch(() => null);
  if (bytes === null) return;
  const [path = "/", search = ""] = (request.url ?? "/").split(/\?(.*)/s);
  const { method = "GET", headers } = request;
  const { received, reply, fault } = processRequest(exchange, { method, path, search, headers, bytes });

  let isEnded = false;
  const tellEnd = (ending: Ending): void => {
    const record = { ...received, ...ending, durationMs: performance.now() - startedMs };
    journal.requests.push(record);
    for (const listener of journal.endListeners) listener(record);
  };
  deliver({
    response,
    reply,
    fault,
    plan: exchange.plan,
    end(ending) {
      if (isEnded) return;
      isEnded = true;
      // After the receive listeners, and still before the caller can have read the reply.
      queueMicrotask(() => tellEnd(ending));
    },
  });
  for (const listener of journal.receiveListeners) listener(received);
  if (fault?.kind !== "silence") return;
  const silenced = { method, url: request.url ?? "/", authorization: headers.authorization };
  for (const listener of journal.silenceListeners) listener(silenced);
}

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

async function close(server: Server, open: ReadonlySet<ServerResponse>): Promise<void> {
  // The server's own callback comes before the responses' close, which records the requests that this ends.
  const ends = [...open].map((response) => once(response, "close"));
  const isClosed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await Promise.all([...ends, isClosed]);
}
