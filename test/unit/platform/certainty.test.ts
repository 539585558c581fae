import { once } from "node:events";
import { createServer } from "node:net";
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { failureOf, usePlatformServer } from "../../support/platform-client.ts";
import { type Answer, acceptedMessage, cut, json, reset, text } from "../../support/platform-server.ts";

const platform = usePlatformServer();
const body = { message: { to: "01012345678", from: "0212345678", text: "Hello" } };

describe("a request that was sent", () => {
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
    ["an empty reply", text(204, ""), "ReplyUnreadable", 204],
    ["a broken server's HTML", text(500, "<html>oops</html>"), "HTTP_500", 500],
    ["a broken server's code", json(503, { errorCode: "InternalServerError" }), "InternalServerError", 503],
    ["a broken server's half reply", cut(502, { errorCode: "X", more: "....." }), "HTTP_502", 502],
    ["a redirect", text(302, "", { location: "/elsewhere" }), "HTTP_302", 302],
    ["a redirect that keeps the method", text(307, "", { location: "/elsewhere" }), "HTTP_307", 307],
    ["408", json(408, { errorCode: "RequestTimeout" }), "RequestTimeout", 408],
    ["a code that holds a number", json(500, { errorCode: "E01012345678" }), "HTTP_500", 500],
    ["a code that isn't one", json(500, { errorCode: "call 01012345678" }), "HTTP_500", 500],
  ])("is unknown after %s, and isn't repeated", async (_, answer, code, status) => {
    platform.server.next(answer, json(200, acceptedMessage));
    const error = await failureOf(platform.connect().sendMessage(body));
    expect({ certainty: error.certainty, code: error.code, status: error.status }).toEqual({
      certainty: "unknown",
      code,
      status,
    });
    expect(platform.server.requests).toHaveLength(1);
    expect(platform.waitsMs).toEqual([]);
    expect(`${error.message} ${String(error.cause)}`).not.toMatch(/\d{7}/);
  });

  it.each<[string, Answer]>([
    ["silence", () => undefined],
    ["a reply that drips", drip],
    ["a head without a body", (response) => response.writeHead(200).flushHeaders()],
  ])("is unknown after %s when its time is over", async (_, answer) => {
    platform.server.next(answer);
    expect(await failureOf(platform.connect({ timeoutMs: 100 }).sendMessage(body))).toMatchObject({
      certainty: "unknown",
      code: "TimedOut",
    });
    expect(platform.server.requests).toHaveLength(1);
    await eventually(() => expect(platform.server.openSockets.size).toBe(0));
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
    platform.server.next(answer);
    const error = await failureOf(platform.connect().sendMessage(body));
    expect(error).toMatchObject({ certainty: "refused", code });
    expect(error.platformMessage).toBe(words);
    expect(platform.server.requests).toHaveLength(1);
  });

  it("is refused by a 4xx whose body never ends", async () => {
    platform.server.next((response) => response.writeHead(400).write("{"));
    const onLateReply = vi.fn();
    const error = await failureOf(platform.connect({ timeoutMs: 100 }).sendMessage(body, { onLateReply }));
    expect(error).toMatchObject({ certainty: "refused", code: "HTTP_400" });
    await eventually(() => expect(platform.server.openSockets.size).toBe(0));
    expect(onLateReply).not.toHaveBeenCalled();
  });

  it.each([401, 403])("is refused with %i, and names the permissions that it needs", async (status) => {
    platform.server.next(json(status, { errorCode: "Forbidden", errorMessage: "no" }));
    expect((await failureOf(platform.connect().updateTemplate("T-1", {}))).message).toBe(
      `PUT /chat/v1/templates/T-1: refused, HTTP ${status}, Forbidden, needs account permission chat:write, ` +
        "member permission role-chat:write, a verified account",
    );
  });

  it("is cut off when its reply exceeds the size limit", async () => {
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
    platform.server.next(pour);
    expect(await failureOf(platform.connect().sendMessage(body))).toMatchObject({
      certainty: "unknown",
      code: "ReplyTooLarge",
    });
    await eventually(() => expect(platform.server.openSockets.size).toBe(0));
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
  });

  it("is cut off at once when the announced reply is too large", async () => {
    platform.server.next((response) => response.writeHead(200, { "content-length": "64000000" }).write("{"));
    expect((await failureOf(platform.connect().sendMessage(body))).code).toBe("ReplyTooLarge");
  });

  it("is unknown when it is aborted after it was sent", async () => {
    platform.server.next(() => undefined);
    const abort = new AbortController();
    const call = failureOf(platform.connect().sendMessage(body, { signal: abort.signal }));
    await eventually(() => expect(platform.server.requests).toHaveLength(1));
    abort.abort();
    expect(await call).toMatchObject({ certainty: "unknown", code: "Aborted" });
    await eventually(() => expect(platform.server.openSockets.size).toBe(0));
  });

  it("succeeds after the server closed the connection between two calls", async () => {
    const client = platform.connect();
    platform.server.next(json(200, acceptedMessage), json(200, acceptedMessage));
    await client.sendMessage(body);
    for (const socket of platform.server.openSockets) socket.destroy();
    await eventually(() => expect(platform.server.openSockets.size).toBe(0));
    expect(await client.sendMessage(body)).toEqual(acceptedMessage);
    expect(platform.server.requests).toHaveLength(2);
  });

  it("ignores a reply that was on the connection before the request", async () => {
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
    await eventually(() => expect(platform.server.openSockets.size).toBe(0));
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
    const client = platform.connect({ baseUrl: `http://127.0.0.1:${port}` });
    const error = await failureOf(client.uploadFile({ file: new Uint8Array(2_000_000) }));
    expect(error).toMatchObject({ certainty: "refused", code: "HTTP_413" });
    await client.close();
    early.close();
  });
});

describe("a PlatformError", () => {
  it("names the fields of a failed check, and no key that a person typed", async () => {
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
    ];
    platform.server.next(
      ...answers,
      json(200, { ...acceptedMessage, statusCode: "1" }),
      json(200, { ...acceptedMessage, statusCode: "1062", to: body.message.to }),
      text(200, "01012345678"),
    );
    const client = platform.connect();
    for (let index = 0; index < 6; index += 1) {
      const shown = inspect(await failureOf(client.sendMessage(body)), { depth: 10, showHidden: true });
      expect(shown).not.toMatch(/01012345678|0212345678|Hello|signature=|TESTSECRET|NCSTEST/);
    }
  });
});
