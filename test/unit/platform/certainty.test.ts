import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createPlatformClient,
  type LateReply,
  type MessageResult,
  type PlatformClient,
  type PlatformClientOptions,
  PlatformError,
} from "../../../src/platform/index.ts";
import {
  type Answer,
  acceptedMessage,
  credentials,
  cut,
  held,
  json,
  type PlatformServer,
  reset,
  startPlatformServer,
  text,
} from "../../support/platform-server.ts";

let server: PlatformServer;
let clients: PlatformClient[];
let waitsMs: number[];

beforeEach(async () => {
  server = await startPlatformServer();
  clients = [];
  waitsMs = [];
});

afterEach(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await server.close();
});

/** A client that waits between attempts in no time, noting how long it would have waited. */
function connect(options: Partial<PlatformClientOptions> = {}): PlatformClient {
  const client = createPlatformClient({
    ...credentials,
    baseUrl: server.url,
    timeoutMs: 10_000,
    random: () => 0,
    wait: async (delayMs) => {
      waitsMs.push(delayMs);
    },
    ...options,
  });
  clients.push(client);
  return client;
}

const body = { message: { to: "01012345678", from: "0212345678", text: "Hello" } };

async function failureOf(promise: Promise<unknown>): Promise<PlatformError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof PlatformError)) {
    throw new Error("expected a PlatformError", { cause: error });
  }
  return error;
}

async function closedPort(): Promise<number> {
  const listener = createServer().listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  listener.close();
  await once(listener, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

describe("a request that never left", () => {
  it("is not_sent when nobody listens, after three attempts", async () => {
    const client = connect({ baseUrl: `http://127.0.0.1:${await closedPort()}` });
    const error = await failureOf(client.sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", code: "ConnectionFailed" });
    expect(error.message).toBe("POST /messages/v4/send: not sent, ConnectionFailed, ECONNREFUSED");
    expect(waitsMs).toEqual([250, 500]);
  });

  it("is not_sent when TLS fails, here because the server speaks plain HTTP", async () => {
    const client = connect({ baseUrl: server.url.replace("http:", "https:") });
    expect(await failureOf(client.sendMessage(body))).toMatchObject({
      certainty: "not_sent",
      code: "ConnectionFailed",
    });
    expect(server.requests).toEqual([]);
    expect(waitsMs).toHaveLength(2);
  });

  it("is not_sent when the connection is accepted and TLS is met with silence", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const client = connect({ baseUrl: `https://127.0.0.1:${port}`, timeoutMs: 100 });
    expect((await failureOf(client.sendMessage(body))).certainty).toBe("not_sent");
    await client.close();
    silent.close();
  });

  it("is not_sent when the signal was aborted before, and nothing connects", async () => {
    const error = await failureOf(connect().sendMessage(body, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ certainty: "not_sent", code: "Aborted" });
    expect(server.connectionCount()).toBe(0);
  });

  it("is not_sent when it is aborted or times out in the queue, and doesn't leave later", async () => {
    const client = connect({ connections: 1 });
    const gate = held(json(200, acceptedMessage));
    server.next(gate.answer, json(200, acceptedMessage));
    const first = client.sendMessage(body);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    const abort = new AbortController();
    const queued = failureOf(client.sendMessage(body, { signal: abort.signal }));
    abort.abort();
    expect(await queued).toMatchObject({ certainty: "not_sent", code: "Aborted" });
    gate.release();
    await first;
    await client.listPrices().catch(() => undefined);
    expect(server.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  it("is not_sent when it times out in the queue, and doesn't leave later", async () => {
    const client = connect({ connections: 1, timeoutMs: 150, lateReplyMs: 10_000 });
    const gate = held(json(200, acceptedMessage));
    server.next(gate.answer);
    const lateReplies: LateReply<MessageResult>[] = [];
    const first = failureOf(client.sendMessage(body, { onLateReply: (late) => lateReplies.push(late) }));
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    expect(await failureOf(client.sendMessage(body))).toMatchObject({
      certainty: "not_sent",
      code: "TimedOut",
    });
    expect(await first).toMatchObject({ certainty: "unknown", code: "TimedOut" });
    gate.release();
    await vi.waitFor(() => expect(lateReplies).toHaveLength(1));
    await vi.waitFor(() => client.listPayments().catch(() => undefined));
    expect(server.requests.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("arrives once when the platform took up the connection at the second attempt only", async () => {
    const port = await closedPort();
    let late: PlatformServer | undefined;
    const client = connect({
      baseUrl: `http://127.0.0.1:${port}`,
      wait: async () => {
        late = await startPlatformServer(port);
        late.next(json(200, acceptedMessage));
      },
    });
    expect(await client.sendMessage(body)).toEqual(acceptedMessage);
    expect(late?.requests).toHaveLength(1);
    await late?.close();
  });
});

describe("a request that left", () => {
  const drip: Answer = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
  };

  it.each<[string, Answer, string, number | undefined]>([
    ["a reset after it was read", reset(), "ConnectionLost", undefined],
    ["a closed connection", (response) => response.socket?.end(), "ConnectionLost", undefined],
    ["what isn't HTTP", (response) => response.socket?.end("hello\r\n\r\n"), "ConnectionLost", undefined],
    ["half of an accepting reply", cut(200, acceptedMessage), "ReplyCut", 200],
    ["garbage", text(200, "\u0000garbage"), "ReplyUnreadable", 200],
    ["an accepting reply with half a brace", text(200, "{"), "ReplyUnreadable", 200],
    ["HTML", text(200, "<html>01012345678</html>"), "ReplyUnreadable", 200],
    ["nothing at all", text(204, ""), "ReplyUnreadable", 204],
    ["a broken server's HTML", text(500, "<html>oops</html>"), "HTTP_500", 500],
    ["a broken server's code", json(503, { errorCode: "InternalServerError" }), "InternalServerError", 503],
    ["a broken server's half reply", cut(502, { errorCode: "X", more: "....." }), "HTTP_502", 502],
    ["a redirect", text(302, "", { location: "/elsewhere" }), "HTTP_302", 302],
    ["a redirect that keeps the method", text(307, "", { location: "/elsewhere" }), "HTTP_307", 307],
    ["408", json(408, { errorCode: "RequestTimeout" }), "RequestTimeout", 408],
    ["a code that holds a number", json(500, { errorCode: "E01012345678" }), "HTTP_500", 500],
    ["a code that isn't one", json(500, { errorCode: "call 01012345678" }), "HTTP_500", 500],
  ])("is unknown after %s, and isn't repeated", async (_, answer, code, status) => {
    server.next(answer, json(200, acceptedMessage));
    const error = await failureOf(connect().sendMessage(body));
    expect({ certainty: error.certainty, code: error.code, status: error.status }).toEqual({
      certainty: "unknown",
      code,
      status,
    });
    expect(server.requests).toHaveLength(1);
    expect(waitsMs).toEqual([]);
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/\d{7}/);
  });

  it.each<[string, Answer]>([
    ["silence", () => undefined],
    ["a reply that drips", drip],
    ["a head without a body", (response) => response.writeHead(200).flushHeaders()],
  ])("is unknown after %s, within its time", async (_, answer) => {
    server.next(answer);
    expect(await failureOf(connect({ timeoutMs: 100 }).sendMessage(body))).toMatchObject({
      certainty: "unknown",
      code: "TimedOut",
    });
    expect(server.requests).toHaveLength(1);
    await vi.waitFor(() => expect(server.openSockets.size).toBe(0));
  });

  it.each<[string, Answer, string, string | undefined]>([
    [
      "with a code",
      json(400, { errorCode: "ValidationError", errorMessage: "to: 010" }),
      "ValidationError",
      "to: 010",
    ],
    ["with 402", json(402, { errorCode: "NotEnoughBalance" }), "NotEnoughBalance", undefined],
    ["in HTML", text(404, "<html></html>"), "HTTP_404", undefined],
    ["in garbage", text(409, "\u0000"), "HTTP_409", undefined],
    ["without a body", text(413, ""), "HTTP_413", undefined],
    ["cut short", cut(400, { errorCode: "ValidationError" }), "HTTP_400", undefined],
    [
      "with fields of the wrong kind",
      json(400, { errorCode: 5, errorMessage: ["x"] }),
      "HTTP_400",
      undefined,
    ],
    ["as a list", json(400, ["x"]), "HTTP_400", undefined],
  ])("is refused by a 4xx %s", async (_, answer, code, words) => {
    server.next(answer);
    const error = await failureOf(connect().sendMessage(body));
    expect(error).toMatchObject({ certainty: "refused", code });
    expect(error.platformMessage).toBe(words);
    expect(server.requests).toHaveLength(1);
  });

  it("is refused by a 4xx whose body never ends", async () => {
    server.next((response) => response.writeHead(400).write("{"));
    const onLateReply = vi.fn();
    const error = await failureOf(connect({ timeoutMs: 100 }).sendMessage(body, { onLateReply }));
    expect(error).toMatchObject({ certainty: "refused", code: "HTTP_400" });
    await vi.waitFor(() => expect(server.openSockets.size).toBe(0));
    expect(onLateReply).not.toHaveBeenCalled();
  });

  it.each([401, 403])("names the permissions that a %i lacks", async (status) => {
    server.next(json(status, { errorCode: "Forbidden", errorMessage: "no" }));
    expect((await failureOf(connect().updateTemplate("T-1", {}))).message).toBe(
      `PUT /chat/v1/templates/T-1: refused, HTTP ${status}, Forbidden, needs account permission chat:write, ` +
        "member permission role-chat:write, a verified account",
    );
  });

  it("is cut off at the limit of a reply, however much the server has to say", async () => {
    let sentBytes = 0;
    const chunk = Buffer.alloc(256 * 1024, " ");
    const pour: Answer = async (response) => {
      const closed = once(response, "close");
      response.writeHead(200);
      while (!response.destroyed && sentBytes < 64 * 1024 * 1024) {
        sentBytes += chunk.length;
        const written = new Promise((resolve) => response.write(chunk, resolve));
        await Promise.race([written, closed]);
      }
      response.end();
    };
    server.next(pour);
    expect(await failureOf(connect().sendMessage(body))).toMatchObject({
      certainty: "unknown",
      code: "ReplyTooLarge",
    });
    await vi.waitFor(() => expect(server.openSockets.size).toBe(0));
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
  });

  it("is cut off at once when the announced reply is too large", async () => {
    server.next((response) => response.writeHead(200, { "content-length": "64000000" }).write("{"));
    expect((await failureOf(connect().sendMessage(body))).code).toBe("ReplyTooLarge");
  });

  it("is unknown when the signal comes after it left", async () => {
    server.next(() => undefined);
    const abort = new AbortController();
    const call = failureOf(connect().sendMessage(body, { signal: abort.signal }));
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    abort.abort();
    expect(await call).toMatchObject({ certainty: "unknown", code: "Aborted" });
    await vi.waitFor(() => expect(server.openSockets.size).toBe(0));
  });

  it("gets over a connection that the server closed between two calls", async () => {
    const client = connect();
    server.next(json(200, acceptedMessage), json(200, acceptedMessage));
    await client.sendMessage(body);
    for (const socket of server.openSockets) socket.destroy();
    await vi.waitFor(() => expect(server.openSockets.size).toBe(0));
    expect(await client.sendMessage(body)).toEqual(acceptedMessage);
    expect(server.requests).toHaveLength(2);
  });

  it("never takes a reply that was on the connection before it asked", async () => {
    const client = connect({ connections: 1 });
    const planted = JSON.stringify({ ...acceptedMessage, messageId: "PLANTED" });
    server.next(
      (response) => {
        const { socket } = response;
        json(200, acceptedMessage)(response, server.requests[0]!);
        response.on("finish", () =>
          socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${planted.length}\r\n\r\n${planted}`),
        );
      },
      json(200, acceptedMessage),
    );
    await client.sendMessage(body);
    await vi.waitFor(() => expect(server.openSockets.size).toBe(0));
    expect((await client.sendMessage(body)).messageId).toBe(acceptedMessage.messageId);
  });

  it("is refused by an early 413 in the middle of an upload", async () => {
    const early = createServer((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () =>
        socket.write("HTTP/1.1 413 Payload Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
      );
    }).listen(0, "127.0.0.1");
    await once(early, "listening");
    const address = early.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const client = connect({ baseUrl: `http://127.0.0.1:${port}` });
    const error = await failureOf(client.uploadFile({ file: new Uint8Array(2_000_000) }));
    expect(error).toMatchObject({ certainty: "refused", code: "HTTP_413" });
    await client.close();
    early.close();
  });
});

describe("429", () => {
  it("is tried again when it says, each time with a new signature", async () => {
    const busy = json(429, { errorCode: "TooManyRequests" }, { "retry-after": "2" });
    server.next(busy, busy, json(200, acceptedMessage));
    expect(await connect().sendMessage(body)).toEqual(acceptedMessage);
    expect(waitsMs).toEqual([2000, 2000]);
    expect(server.requests.map(({ signature }) => signature)).toEqual(["valid", "valid", "valid"]);
    expect(new Set(server.requests.map(({ headers }) => headers.authorization)).size).toBe(3);
  });

  it("stands after three attempts", async () => {
    server.next(...Array.from({ length: 4 }, () => text(429, "")));
    expect(await failureOf(connect().sendMessage(body))).toMatchObject({
      certainty: "not_sent",
      code: "HTTP_429",
    });
    expect(server.requests).toHaveLength(3);
  });

  it("stands at once when it asks for more than the 30 s", async () => {
    const now = new Date("2026-01-01T00:00:00Z");
    server.next(text(429, "", { "retry-after": "Thu, 01 Jan 2026 00:00:31 GMT" }));
    const error = await failureOf(connect({ now: () => now }).sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", retryAfterMs: 31_000 });
    expect(server.requests).toHaveLength(1);
  });

  it("repeats an upload with its whole body", async () => {
    const file = new Uint8Array(100_000).fill(7);
    server.next(text(429, ""), json(200, { fileId: "F" }));
    await connect().uploadFile({ file });
    const bodies = server.requests.map((request) => request.body);
    expect(bodies).toEqual(
      Array.from({ length: 2 }, () => JSON.stringify({ file: Buffer.from(file).toString("base64") })),
    );
  });

  it("counts the time of the waits, not only their number", async () => {
    let nowMs = Date.parse("2026-01-01T00:00:00Z");
    server.next(...Array.from({ length: 3 }, () => text(429, "", { "retry-after": "20" })));
    const client = connect({
      now: () => new Date(nowMs),
      wait: async (delayMs) => {
        nowMs += delayMs;
      },
    });
    expect((await failureOf(client.sendMessage(body))).certainty).toBe("not_sent");
    expect(server.requests).toHaveLength(2);
  });

  it.each(["abort", "close"] as const)("ends its wait at once on %s", async (way) => {
    server.next(text(429, "", { "retry-after": "25" }));
    const waiting = Promise.withResolvers<void>();
    const client = connect({
      wait: (delayMs, signal) => {
        waiting.resolve();
        return setTimeout(delayMs, undefined, { signal });
      },
    });
    const abort = new AbortController();
    const call = failureOf(client.sendMessage(body, { signal: abort.signal }));
    await waiting.promise;
    if (way === "abort") abort.abort();
    else await client.close();
    expect(await call).toMatchObject({ certainty: "not_sent", code: "HTTP_429" });
    expect(server.requests).toHaveLength(1);
  });
});

describe("reads", () => {
  it("are tried again after a reset, a cut reply and a broken server", async () => {
    server.next(reset(), text(500, ""), json(200, []));
    expect(await connect().listPrices()).toEqual([]);
    server.next(cut(200, [{ countryId: "82" }]), json(200, { payments: [] }));
    expect(await connect().listPayments()).toEqual({ payments: [] });
    expect(server.requests).toHaveLength(5);
  });

  it("give up after three attempts", async () => {
    server.next(reset(), reset(), reset(), json(200, []));
    expect((await failureOf(connect().listPrices())).code).toBe("ConnectionLost");
    expect(server.requests).toHaveLength(3);
  });
});

describe("a reply that comes late", () => {
  async function sendLate(answer: Answer, options: Partial<PlatformClientOptions> = {}) {
    const gate = held(answer);
    server.next(gate.answer);
    const lateReplies: LateReply<MessageResult>[] = [];
    const client = connect({ timeoutMs: 100, lateReplyMs: 10_000, ...options });
    const error = await failureOf(
      client.sendMessage(body, { onLateReply: (late) => lateReplies.push(late) }),
    );
    expect(error).toMatchObject({ certainty: "unknown", code: "TimedOut" });
    return { gate, lateReplies, client };
  }
  const allSettled = () => vi.waitFor(() => expect(server.requests.length).toBeGreaterThan(0));

  it("is told once when it accepts", async () => {
    const { gate, lateReplies } = await sendLate(json(200, acceptedMessage));
    gate.release();
    await vi.waitFor(() => expect(lateReplies).toHaveLength(1));
    expect(lateReplies).toEqual([{ ok: true, reply: acceptedMessage }]);
  });

  it.each<[string, Answer, string, string]>([
    ["another status code", json(200, { ...acceptedMessage, statusCode: "1030" }), "refused", "1030"],
    ["a 4xx", json(400, { errorCode: "ValidationError" }), "refused", "ValidationError"],
    ["429", text(429, ""), "not_sent", "HTTP_429"],
  ])("is told when it refuses by %s", async (_, answer, certainty, code) => {
    const { gate, lateReplies } = await sendLate(answer);
    gate.release();
    await vi.waitFor(() => expect(lateReplies).toHaveLength(1));
    expect(lateReplies).toMatchObject([{ ok: false, error: { certainty, code } }]);
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Answer]>([
    ["a reset", reset()],
    ["a broken server", text(500, "")],
    ["garbage", text(200, "garbage")],
    ["half a reply", cut(200, acceptedMessage)],
  ])("isn't told when it settles nothing: %s", async (_, answer) => {
    const { gate, lateReplies, client } = await sendLate(answer);
    gate.release();
    await allSettled();
    // The next call's answer comes after what the late one left on the event loop.
    await client.listPrices().catch(() => undefined);
    expect(lateReplies).toEqual([]);
  });

  it("isn't told after close", async () => {
    const { gate, lateReplies, client } = await sendLate(json(200, acceptedMessage));
    await client.close();
    gate.release();
    await vi.waitFor(() => expect(server.openSockets.size).toBe(0));
    expect(lateReplies).toEqual([]);
  });

  it("isn't waited for beyond its time", async () => {
    const { lateReplies } = await sendLate(json(200, acceptedMessage), { lateReplyMs: 50 });
    await vi.waitFor(() => expect(server.openSockets.size).toBe(0));
    expect(lateReplies).toEqual([]);
  });

  it("isn't waited for when nobody listens", async () => {
    server.next(() => undefined);
    await failureOf(connect({ timeoutMs: 100 }).sendMessage(body));
    await vi.waitFor(() => expect(server.openSockets.size).toBe(0));
  });
});

describe("close", () => {
  it("ends what is open at once and says how sure it is", async () => {
    const client = connect({ connections: 1 });
    server.next(() => undefined);
    const left = failureOf(client.sendMessage(body));
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    const queued = failureOf(client.sendMessage(body));
    await client.close();
    expect(await left).toMatchObject({ certainty: "unknown", code: "Closed" });
    expect(await queued).toMatchObject({ certainty: "not_sent", code: "Closed" });
    await client.close();
  });

  it("lets nothing leave afterwards", async () => {
    const client = connect();
    await client.close();
    const error = await failureOf(client.sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", code: "Closed" });
    expect(server.connectionCount()).toBe(0);
    expect(waitsMs).toEqual([]);
  });
});

describe("what an error shows", () => {
  it("holds no credential, number or text, in its message, fields, cause or stack", async () => {
    const answers = [
      reset(),
      cut(200, acceptedMessage),
      json(400, { errorCode: "X", errorMessage: "01012345678" }),
    ];
    server.next(...answers, json(200, { ...acceptedMessage, statusCode: "1" }), text(200, "01012345678"));
    const client = connect();
    for (let index = 0; index < 5; index += 1) {
      const shown = inspect(await failureOf(client.sendMessage(body)), { depth: 10, showHidden: true });
      expect(shown).not.toMatch(/01012345678|0212345678|Hello|signature=|TESTSECRET|NCSTEST/);
    }
  });
});
