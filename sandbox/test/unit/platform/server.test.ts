import { describe, expect, it } from "vitest";
import { eventually } from "../../../../test/support/eventually.ts";
import { startPlatform } from "../../../platform/index.ts";
import { authorize, call, createPng, send, sendText, upload } from "./caller.ts";
import { usePlatform } from "./platform.ts";

describe("the request record", () => {
  const getPlatform = usePlatform();

  it("is there as soon as the reply is, with all that a person may see", async () => {
    const platform = getPlatform();
    await sendText(platform);
    expect(platform.requests).toEqual([
      {
        at: expect.stringMatching(/Z$/),
        method: "POST",
        path: "/messages/v4/send",
        query: {},
        headers: expect.objectContaining({
          authorization: expect.stringMatching(/^HMAC-SHA256 apiKey=.*, signature=\*\*\*$/),
          "content-type": "application/json",
        }),
        body: { message: { to: "01012345678", from: "0212345678", text: "hello" } },
        signatureOk: true,
        status: 200,
        reply: expect.objectContaining({ statusCode: "2000" }),
        durationMs: expect.any(Number),
      },
    ]);
  });

  it("keeps no signature and no file content anywhere", async () => {
    const platform = getPlatform();
    const bytes = createPng({ sizeBytes: 999 });
    const authorization = authorize(platform);
    await send(platform, {
      path: "/storage/v1/files",
      body: { file: bytes.toString("base64") },
      headers: { authorization },
    });
    await upload(platform, bytes, { type: "WRONG" });
    const shown = JSON.stringify(platform.requests);
    expect(shown).not.toContain(bytes.toString("base64"));
    expect(shown).not.toContain(authorization.slice(-64));
    expect(platform.requests.map(({ body }) => body)).toEqual([
      { file: "<999 bytes>" },
      { file: "<999 bytes>", type: "WRONG" },
    ]);
  });

  it("holds refused requests too, with the query and whether the signature was right", async () => {
    const platform = getPlatform();
    await call(platform, { path: "/nowhere?a=1&b=%20" });
    await call(platform, { path: "/cash/v1/payment", headers: { authorization: "" } });
    expect(platform.requests).toMatchObject([
      { path: "/nowhere", query: { a: "1", b: " " }, signatureOk: true, status: 404 },
      { signatureOk: false, status: 401, reply: { errorCode: "Unauthorized" } },
    ]);
  });

  it("keeps the reply as it was when the state changes afterwards", async () => {
    const platform = getPlatform();
    const [templateId = ""] = platform.state.templates.keys();
    const path = `/chat/v1/templates/${templateId}/comment`;
    await call(platform, { path, body: { comment: "first" } });
    const before = JSON.stringify(platform.requests[0]?.reply);
    await call(platform, { path, body: { comment: "second" } });
    expect(JSON.stringify(platform.requests[0]?.reply)).toBe(before);
  });

  it("is told to listeners after the receipt, until they stop listening", async () => {
    const platform = getPlatform();
    const told: string[] = [];
    const stops = [
      platform.onRequest(({ path }) => told.push(`ended ${path}`)),
      platform.onReceived(({ path }) => told.push(`received ${path}`)),
    ];
    await call(platform, { path: "/a" });
    for (const stop of stops) stop();
    await call(platform, { path: "/b" });
    expect(told).toEqual(["received /a", "ended /a"]);
  });
});

describe("the server", () => {
  it("listens on the port asked for and says when that is taken", async () => {
    const first = await startPlatform();
    const port = Number(new URL(first.url).port);
    expect(new URL(first.url).hostname).toBe("127.0.0.1");
    await expect(startPlatform({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await first.close();
    const second = await startPlatform({ port });
    expect(second.url).toBe(first.url);
    await second.close();
  });

  it("takes credentials, senders and a clock", async () => {
    const now = new Date("2030-01-15T00:00:00.000Z");
    const options = { apiKey: "MYKEY", apiSecret: "MYSECRET", senderNumbers: ["0311112222"], now: () => now };
    const platform = await startPlatform(options);
    const headers = { authorization: authorize(options, { date: now.toISOString() }) };
    const body = { message: { to: "01012345678", from: "0311112222", text: "a" } };
    expect(await call(platform, { path: "/messages/v4/send", body, headers })).toMatchObject({
      status: 200,
      body: { messageId: expect.stringMatching(/^M4V20300115090000/) },
    });
    expect(platform.state.payments.map(({ expDate }) => expDate)).toEqual(["2032/01", "2030/01", "2029/12"]);
    await platform.close();
  });

  it("has a key of 16 and a secret of 32 characters by default", async () => {
    const platform = await startPlatform();
    expect([platform.apiKey.length, platform.apiSecret.length]).toEqual([16, 32]);
    await platform.close();
  });

  it("closes with a request held, and has recorded it by then", async () => {
    const platform = await startPlatform();
    platform.faults.always({ kind: "silence" });
    const failed = expect(sendText(platform)).rejects.toThrow();
    await eventually(() => expect(platform.state.messages).toHaveLength(1));
    await platform.close();
    expect(platform.requests).toMatchObject([{ status: "silence" }]);
    await failed;
  });

  it("answers many callers at once", async () => {
    const platform = await startPlatform();
    const answers = await Promise.all(Array.from({ length: 200 }, () => sendText(platform)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(new Set(platform.state.messages.map(({ result }) => result.messageId)).size).toBe(200);
    await platform.close();
  });
});
