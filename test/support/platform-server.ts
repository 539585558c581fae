import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export const credentials = {
  apiKey: "NCSTESTKEY000001",
  apiSecret: "TESTSECRET00000000000000000000AB",
} as const;

export type ReceivedRequest = {
  method: string;
  /** With query. */
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  signature: "valid" | "invalid" | "none";
};

/** Plays the platform's side of one request; it may write anything, or destroy the socket. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => unknown;

export type PlatformServer = {
  url: string;
  port: number;
  /** In the order in which they were read to their end. */
  requests: ReceivedRequest[];
  /** Connections accepted so far. */
  connectionCount: () => number;
  openSockets: Set<Socket>;
  /** Queues answers, one per request; without one the answer is 200 and an empty object. */
  next: (...answers: Answer[]) => void;
  close: () => Promise<void>;
};

/** A real HTTP server on loopback that answers as scripted and checks signatures with its own arithmetic. */
export async function startPlatformServer(listenPort = 0): Promise<PlatformServer> {
  const requests: ReceivedRequest[] = [];
  const answers: Answer[] = [];
  const openSockets = new Set<Socket>();
  let connectionCount = 0;
  const server = createServer(async (message, response) => {
    const received = await receive(message);
    if (received === undefined) {
      return;
    }
    requests.push(received);
    await (answers.shift() ?? json(200, {}))(response, received);
  });
  server.on("connection", (socket) => {
    connectionCount += 1;
    openSockets.add(socket);
    socket.on("close", () => openSockets.delete(socket));
  });
  server.listen(listenPort, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    connectionCount: () => connectionCount,
    openSockets,
    next: (...more) => answers.push(...more),
    close: async () => {
      for (const socket of openSockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function receive(message: IncomingMessage): Promise<ReceivedRequest | undefined> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of message) chunks.push(chunk);
  } catch {
    return undefined; // the caller hung up while sending
  }
  const { method = "", url = "", headers } = message;
  const body = Buffer.concat(chunks).toString("utf8");
  return { method, url, headers, body, signature: checkSignature(headers.authorization) };
}

export function checkSignature(header: string | undefined): ReceivedRequest["signature"] {
  if (header === undefined) {
    return "none";
  }
  const match = /^HMAC-SHA256 apiKey=(\w+), date=(\S+), salt=(\S{12,64}), signature=([0-9a-f]{64})$/.exec(
    header,
  );
  if (match === null || match[1] !== credentials.apiKey) {
    return "invalid";
  }
  const hmac = createHmac("sha256", credentials.apiSecret).update(`${match[2]}${match[3]}`);
  return hmac.digest("hex") === match[4] ? "valid" : "invalid";
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
}

export function text(status: number, body: string, headers: Record<string, string> = {}): Answer {
  return (response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Reads the request, then resets the connection without a word. */
export function reset(): Answer {
  return (response) => response.socket?.resetAndDestroy();
}

/** Sends the head and half of the body, then resets. */
export function cut(status: number, body: unknown): Answer {
  return (response) => {
    const whole = JSON.stringify(body);
    response.writeHead(status, { "content-length": String(whole.length) });
    response.write(whole.slice(0, whole.length / 2), () => response.socket?.resetAndDestroy());
  };
}

/** Holds the answer until the returned `release` is called. */
export function held(answer: Answer): { answer: Answer; release: () => void } {
  const gate = Promise.withResolvers<void>();
  return {
    answer: async (response, request) => {
      await gate.promise;
      await answer(response, request);
    },
    release: () => gate.resolve(),
  };
}

export const acceptedMessage = {
  groupId: "G4V20261121000000AAAAAAAAAAAAAAA",
  messageId: "M4V20261121000000BBBBBBBBBBBBBBB",
  accountId: "20110000000001",
  statusMessage: "accepted ",
  statusCode: "2000",
  to: "01012345678",
  from: "0212345678",
  type: "SMS",
  country: "82",
};
