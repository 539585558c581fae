import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { type OperationName, PlatformError } from "../../../src/platform/errors.ts";
import type { LateReply, MessageResult, PlatformClientOptions } from "../../../src/platform/index.ts";
import { eventually } from "../../support/eventually.ts";
import { findFreePort } from "../../support/free-port.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import {
  type Answer,
  acceptedMessage,
  cut,
  held,
  json,
  type PlatformServer,
  reset,
  startPlatformServer,
  text,
} from "../../support/platform-server.ts";
import { body, clockNames, movedClocks } from "./sending.ts";

const platform = usePlatformServer();
const untilAllIsClosed = () => eventually(() => expect(platform.server.openSockets.size).toBe(0));

/** A port that speaks no HTTP of its own. */
async function listenTo(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer(onSocket).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe("a request that reached the platform", () => {
  const drip: Answer = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 5);
    response.on("close", () => clearInterval(timer));
  };

  it.each<[string, Answer, string, number | undefined]>([
    ["a reset after it was read", reset(), "ConnectionLost", undefined],
    ["a closed connection", (response) => response.socket?.end(), "ConnectionLost", undefined],
    [
      "a reply that isn't HTTP",
      (response) => response.socket?.end("hello\r\n\r\n"),
      "ConnectionLost",
      undefined,
    ],
    ["half of an accepting reply", cut(200, acceptedMessage), "ReplyCut", 200],
    ["an unreadable reply", text(200, "\u0000garbage"), "ReplyUnreadable", 200],
    ["an accepting reply with half a brace", text(200, "{"), "ReplyUnreadable", 200],
    ["an HTML page", text(200, "<html>01012345678</html>"), "ReplyUnreadable", 200],
    ["an empty reply", text(204, ""), "ReplyUnreadable", 204],
    ["HTTP 500 with an HTML page", text(500, "<html>oops</html>"), "HTTP_500", 500],
    [
      "HTTP 503 with an error code",
      json(503, { errorCode: "InternalServerError" }),
      "InternalServerError",
      503,
    ],
    ["HTTP 502 with half a reply", cut(502, { errorCode: "X", more: "....." }), "HTTP_502", 502],
    ["a redirect", text(302, "", { location: "/elsewhere" }), "HTTP_302", 302],
    ["a redirect that keeps the method", text(307, "", { location: "/elsewhere" }), "HTTP_307", 307],
    ["HTTP 408", json(408, { errorCode: "RequestTimeout" }), "RequestTimeout", 408],
    ["an error code with a phone number", json(500, { errorCode: "E01012345678" }), "HTTP_500", 500],
    ["an error code that is a sentence", json(500, { errorCode: "call 01012345678" }), "HTTP_500", 500],
  ])("has an unknown outcome after %s, and isn't repeated", async (_, answer, code, status) => {
    platform.server.next(answer, json(200, acceptedMessage));
    const error = await failureOf(platform.connect().sendMessage(body));
    expect([error.certainty, error.code, error.status]).toEqual(["unknown", code, status]);
    expect(platform.server.requests).toHaveLength(1);
    expect(platform.waitsMs).toEqual([]);
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/\d{7}/);
  });

  it.each<[string, Answer]>([
    ["silence", () => undefined],
    ["a reply that drips", drip],
    ["a head without a body", (response) => response.writeHead(200).flushHeaders()],
  ])("has an unknown outcome if %s lasts until the time-out", async (_, answer) => {
    platform.server.next(answer);
    const error = await failureOf(platform.connect({ timeoutMs: 100 }).sendMessage(body));
    expect(error).toMatchObject({ certainty: "unknown", code: "TimedOut" });
    expect(platform.server.requests).toHaveLength(1);
    await untilAllIsClosed();
  });

  it.each<[string, Answer, string, string?]>([
    ["with words", json(400, { errorCode: "Invalid", errorMessage: "to: 010" }), "Invalid", "to: 010"],
    ["with 402", json(402, { errorCode: "NotEnoughBalance" }), "NotEnoughBalance"],
    ["in HTML", text(404, "<html></html>"), "HTTP_404"],
    ["in garbage", text(409, "\u0000"), "HTTP_409"],
    ["without a body", text(413, ""), "HTTP_413"],
    ["cut short", cut(400, { errorCode: "ValidationError" }), "HTTP_400"],
    ["with fields of the wrong kind", json(400, { errorCode: 5, errorMessage: ["x"] }), "HTTP_400"],
    ["as a list", json(400, ["x"]), "HTTP_400"],
  ])("is refused by an HTTP 4xx reply %s", async (_, answer, code, words) => {
    platform.server.next(answer);
    const error = await failureOf(platform.connect().sendMessage(body));
    expect(error).toMatchObject({ certainty: "refused", code });
    expect(error.platformMessage).toBe(words);
    expect(platform.server.requests).toHaveLength(1);
  });

  it("is refused by an HTTP 4xx reply whose body never ends", async () => {
    platform.server.next((response) => response.writeHead(400).write("{"));
    const onLateReply = vi.fn();
    const error = await failureOf(platform.connect({ timeoutMs: 100 }).sendMessage(body, { onLateReply }));
    expect(error).toMatchObject({ certainty: "refused", code: "HTTP_400" });
    await untilAllIsClosed();
    expect(onLateReply).not.toHaveBeenCalled();
  });

  it("is refused by an early HTTP 413 in the middle of an upload", async () => {
    const port = await listenTo((socket) => {
      socket.on("error", () => undefined);
      socket.once("data", () =>
        socket.write("HTTP/1.1 413 Payload Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"),
      );
    });
    const client = platform.connect({ baseUrl: `http://127.0.0.1:${port}` });
    const error = await failureOf(client.uploadFile({ file: new Uint8Array(2_000_000) }));
    expect(error).toMatchObject({ certainty: "refused", code: "HTTP_413" });
  });

  it("is cut off once its reply exceeds the size limit, with an unknown outcome", async () => {
    let sentBytes = 0;
    const chunk = Buffer.alloc(256 * 1024, " ");
    platform.server.next(async (response) => {
      const closed = once(response, "close");
      response.writeHead(200);
      while (!response.destroyed && sentBytes < 64 * 1024 * 1024) {
        sentBytes += chunk.length;
        const written = new Promise((resolve) => response.write(chunk, resolve));
        await Promise.race([written, closed]);
      }
      response.end();
    });
    const error = await failureOf(platform.connect().sendMessage(body));
    expect(error).toMatchObject({ certainty: "unknown", code: "ReplyTooLarge" });
    await untilAllIsClosed();
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
  });

  it("is cut off at once if its reply announces too large a size", async () => {
    platform.server.next((response) => response.writeHead(200, { "content-length": "64000000" }).write("{"));
    expect((await failureOf(platform.connect().sendMessage(body))).code).toBe("ReplyTooLarge");
  });

  it("has an unknown outcome if it is aborted after it was sent", async () => {
    platform.server.next(() => undefined);
    const abort = new AbortController();
    const call = failureOf(platform.connect().sendMessage(body, { signal: abort.signal }));
    await eventually(() => expect(platform.server.requests).toHaveLength(1));
    abort.abort();
    expect(await call).toMatchObject({ certainty: "unknown", code: "Aborted" });
    await untilAllIsClosed();
  });

  it("succeeds after the server closed the connection between two calls", async () => {
    const client = platform.connect();
    platform.server.next(json(200, acceptedMessage), json(200, acceptedMessage));
    await client.sendMessage(body);
    for (const socket of platform.server.openSockets) socket.destroy();
    await untilAllIsClosed();
    expect(await client.sendMessage(body)).toEqual(acceptedMessage);
    expect(platform.server.requests).toHaveLength(2);
  });

  it("gets its own reply, not one that was on the connection before the request", async () => {
    const client = platform.connect({ connections: 1 });
    const planted = JSON.stringify({ ...acceptedMessage, messageId: "PLANTED" });
    platform.server.next(
      (response) => {
        const { socket } = response;
        json(200, acceptedMessage)(response, platform.server.requests[0]!);
        response.on("finish", () =>
          socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${planted.length}\r\n\r\n${planted}`),
        );
      },
      json(200, acceptedMessage),
    );
    await client.sendMessage(body);
    await untilAllIsClosed();
    expect((await client.sendMessage(body)).messageId).toBe(acceptedMessage.messageId);
  });
});

describe("a request that never left", () => {
  it("is not_sent after three attempts if the connection is refused", async () => {
    const client = platform.connect({ baseUrl: `http://127.0.0.1:${await findFreePort()}` });
    const error = await failureOf(client.sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", code: "ConnectionFailed" });
    expect(error.message).toBe("POST /messages/v4/send: not sent, ConnectionFailed, ECONNREFUSED");
    expect(platform.waitsMs).toEqual([250, 500]);
  });

  it("is not_sent if TLS fails or the TLS handshake is never answered", async () => {
    const failing = platform.connect({ baseUrl: platform.server.url.replace("http:", "https:") });
    const error = await failureOf(failing.sendMessage(body));
    expect(error).toMatchObject({ certainty: "not_sent", code: "ConnectionFailed" });
    expect(platform.server.requests).toEqual([]);
    expect(platform.waitsMs).toHaveLength(2);
    const baseUrl = `https://127.0.0.1:${await listenTo(() => undefined)}`;
    const unanswered = platform.connect({ baseUrl, timeoutMs: 100 });
    expect((await failureOf(unanswered.sendMessage(body))).certainty).toBe("not_sent");
  });

  it("is not_sent, without a connection, if it was aborted before the call", async () => {
    const error = await failureOf(platform.connect().sendMessage(body, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ certainty: "not_sent", code: "Aborted" });
    expect(platform.server.connectionCount()).toBe(0);
  });

  it.each(["abort", "close"] as const)("is not_sent on %s while mayLeave is being asked", async (way) => {
    const client = platform.connect();
    const abort = new AbortController();
    const mayLeave = async () => {
      if (way === "abort") abort.abort();
      else await client.close();
      return true;
    };
    const error = await failureOf(client.sendMessage(body, { mayLeave, signal: abort.signal }));
    expect(error).toMatchObject({ certainty: "not_sent", code: way === "abort" ? "Aborted" : "Closed" });
    expect(platform.server.connectionCount()).toBe(0);
  });

  /** A client whose only connection waits for its answer, so that the next send stays in the queue. */
  async function startBusy(options: Partial<PlatformClientOptions>) {
    const client = platform.connect({ connections: 1, ...options });
    const gate = held(json(200, acceptedMessage));
    platform.server.next(gate.answer, json(200, acceptedMessage));
    const lateReplies: LateReply<MessageResult>[] = [];
    const onLateReply = (late: LateReply<MessageResult>) => lateReplies.push(late);
    const first = client.sendMessage(body, { onLateReply }).catch((error: unknown) => error);
    await eventually(() => expect(platform.server.requests).toHaveLength(1));
    /** Only the first one ever left. */
    const expectOneSend = async () => {
      await client.listPrices().catch(() => undefined);
      expect(platform.server.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
    };
    return { client, gate, first, lateReplies, expectOneSend };
  }
  /** Waits for the next turn of the event loop, when the call is in the queue. */
  const untilQueued = () => setImmediate();

  it("is not_sent if it is aborted in the client's queue", async () => {
    const { client, gate, first, expectOneSend } = await startBusy({});
    const abort = new AbortController();
    const queued = failureOf(client.sendMessage(body, { signal: abort.signal }));
    await untilQueued();
    abort.abort();
    expect(await queued).toMatchObject({ certainty: "not_sent", code: "Aborted" });
    gate.release();
    expect(await first).toEqual(acceptedMessage);
    await expectOneSend();
  });

  it("is not_sent if it times out in the client's queue", async () => {
    const limits = { timeoutMs: 150, lateReplyMs: 10_000 };
    const { client, gate, first, lateReplies, expectOneSend } = await startBusy(limits);
    const queued = await failureOf(client.sendMessage(body));
    expect(queued).toMatchObject({ certainty: "not_sent", code: "TimedOut" });
    expect(await first).toMatchObject({ certainty: "unknown", code: "TimedOut" });
    gate.release();
    await eventually(() => expect(lateReplies).toHaveLength(1));
    await expectOneSend();
  });

  it.each(clockNames)(
    "is not_sent if mayLeave's answer became too old in the client's queue, by the %s clock",
    async (clock) => {
      const { time, clocks } = movedClocks();
      const { client, gate, first, expectOneSend } = await startBusy(clocks);
      const queued = failureOf(client.sendMessage(body, { mayLeave: async () => true }));
      await untilQueued();
      time[clock] += 31_000;
      gate.release();
      expect(await queued).toMatchObject({ certainty: "not_sent", code: "TooLate" });
      expect(await first).toEqual(acceptedMessage);
      await expectOneSend();
    },
  );

  it("is sent once if only the second attempt gets a connection", async () => {
    const port = await findFreePort();
    let late: PlatformServer | undefined;
    const client = platform.connect({
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

describe("a PlatformError", () => {
  it("names the fields that failed a check, and no key that a person typed", async () => {
    const customFields = { "01012345678": "x".repeat(101) };
    const error = await failureOf(
      platform.connect().sendMessage({ message: { ...body.message, customFields } }),
    );
    expect(error.message).toBe("POST /messages/v4/send: not sent, InvalidInput, customFields too_long");
  });

  it("shows no credential, number or text in its message, fields, cause or stack", async () => {
    const answers = [
      reset(),
      cut(200, acceptedMessage),
      json(400, { errorCode: "X", errorMessage: "01012345678" }),
      json(200, { ...acceptedMessage, statusCode: "1" }),
      json(200, { ...acceptedMessage, statusCode: "1062", to: body.message.to }),
      text(200, "01012345678"),
    ];
    platform.server.next(...answers);
    const client = platform.connect();
    for (const _ of answers) {
      const shown = inspect(await failureOf(client.sendMessage(body)), { depth: 10, showHidden: true });
      expect(shown).not.toMatch(/01012345678|0212345678|Hello|signature=|TESTSECRET|NCSTEST/);
    }
  });

  it.each([401, 403])("names the permissions that a call refused with HTTP %i needs", async (status) => {
    platform.server.next(json(status, { errorCode: "Forbidden", errorMessage: "no" }));
    expect((await failureOf(platform.connect().updateTemplate("T-1", {}))).message).toBe(
      `PUT /chat/v1/templates/T-1: refused, HTTP ${status}, Forbidden, needs account permission chat:write, ` +
        "member permission role-chat:write, a verified account",
    );
  });

  // The other rows of "Access conditions per operation" that a key can lack.
  it.each<[OperationName, ...string[]]>([
    ["uploadFile", "account permission storage:write"],
    [
      "commentTemplate",
      "account permission chat:write",
      "member permission role-chat:write",
      "verified account",
    ],
    ["sendMessage", "account permission message:write", "member permission role-message:write"],
    ["listPayments", "account permission cash:read", "member permission role-cash:read"],
    ["deleteFile", "description doesn't show"],
  ])("names the permissions that the platform's description requires for %s", (operation, ...asked) => {
    const call = { operation, method: "GET", path: "/" };
    const error = new PlatformError({ ...call, certainty: "refused", code: "Forbidden", status: 403 });
    for (const words of asked) expect(error.message).toContain(words);
  });
});
