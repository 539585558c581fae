import { describe, expect, it } from "vitest";
import { eventually } from "../../../../test/support/eventually.ts";
import { startPlatform } from "../../../platform/index.ts";
import { authorize, call, createPng, send, sendText, upload } from "./caller.ts";
import { usePlatform } from "./platform.ts";

describe("the request record of the sandbox's platform", () => {
  const getPlatform = usePlatform();

  it("contains no signature and no file content", async () => {
    const platform = getPlatform();
    const bytes = createPng({ sizeBytes: 999 });
    const authorization = authorize(platform);
    const body = { file: bytes.toString("base64") };
    await send(platform, { path: "/storage/v1/files", body, headers: { authorization } });
    await upload(platform, bytes, { type: "WRONG" });
    const shown = JSON.stringify(platform.requests);
    expect(shown).not.toContain(bytes.toString("base64"));
    expect(shown).not.toContain(authorization.slice(-64));
    expect(platform.requests.map((request) => request.body)).toEqual([
      { file: "<999 bytes>" },
      { file: "<999 bytes>", type: "WRONG" },
    ]);
  });

  it("contains refused requests, with their query and whether their signature was right", async () => {
    const platform = getPlatform();
    await call(platform, { path: "/nowhere?a=1&b=%20" });
    await call(platform, { path: "/cash/v1/payment", headers: { authorization: "" } });
    expect(platform.requests).toMatchObject([
      { path: "/nowhere", query: { a: "1", b: " " }, signatureOk: true, status: 404 },
      { signatureOk: false, status: 401, reply: { errorCode: "Unauthorized" } },
    ]);
  });

  it("keeps a reply as it was sent when the platform's state changes afterwards", async () => {
    const platform = getPlatform();
    const [templateId = ""] = platform.state.templates.keys();
    const path = `/chat/v1/templates/${templateId}/comment`;
    await call(platform, { path, body: { comment: "first" } });
    const before = JSON.stringify(platform.requests[0]?.reply);
    await call(platform, { path, body: { comment: "second" } });
    expect(JSON.stringify(platform.requests[0]?.reply)).toBe(before);
  });
});

describe("the sandbox's platform server", () => {
  it("uses the given credentials, sender numbers and clock, and listens on the given port", async () => {
    const now = new Date("2030-01-15T00:00:00.000Z");
    const options = { apiKey: "MYKEY", apiSecret: "MYSECRET", senderNumbers: ["0311112222"], now: () => now };
    const platform = await startPlatform(options);
    const headers = { authorization: authorize(options, { date: now.toISOString() }) };
    const body = { message: { to: "01012345678", from: "0311112222", text: "a" } };
    expect(await call(platform, { path: "/messages/v4/send", body, headers })).toMatchObject({
      body: { messageId: expect.stringMatching(/^M4V20300115090000/) },
    });
    const port = Number(new URL(platform.url).port);
    await expect(startPlatform({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await platform.close();
  });

  it("closes while it holds a request back, and has recorded that request by then", async () => {
    const platform = await startPlatform();
    platform.faults.always({ kind: "silence" });
    const failed = expect(sendText(platform)).rejects.toThrow();
    await eventually(() => expect(platform.state.messages).toHaveLength(1));
    await platform.close();
    expect(platform.requests).toMatchObject([{ status: "silence" }]);
    await failed;
  });
});
