import { readFile } from "node:fs/promises";
import { describe, expect, it, vi } from "vitest";
import { eventually } from "../../../../test/support/eventually.ts";
import { type Fault, magicRecipients } from "../../../platform/index.ts";
import { call, send, sendText, upload } from "./caller.ts";
import { usePlatform } from "./platform.ts";

const sendPath = "/messages/v4/send";
const listPath = "/chat/v1/plus-friends";
const textCall = (to = "01012345678") => ({
  path: sendPath,
  body: { message: { to, from: "0212345678", text: "hello" } },
});

describe("faults", () => {
  const getPlatform = usePlatform();

  it("answer a status with its body and headers", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "status", status: 503, body: { a: 1 }, headers: { "retry-after": "7" } });
    const response = await send(platform, { path: listPath });
    expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
      503,
      "7",
      { a: 1 },
    ]);
    expect((await send(platform, { path: listPath })).status).toBe(200);
  });

  it("answer a status without a body of their own as an error, and one with text as text", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "status", status: 500 });
    platform.faults.next({ kind: "status", status: 502, body: "Bad gateway" });
    expect(await call(platform, { path: listPath })).toMatchObject({
      status: 500,
      body: { errorCode: "Http500" },
    });
    expect(await (await send(platform, { path: listPath })).text()).toBe("Bad gateway");
  });

  it("refuse in the platform's error shape", async () => {
    const platform = getPlatform();
    platform.faults.next({
      kind: "refuse",
      errorCode: "NotEnoughBalance",
      errorMessage: "잔액",
      status: 402,
    });
    platform.faults.next({ kind: "refuse", errorCode: "InvalidStatus" });
    expect(await sendText(platform)).toEqual({
      status: 402,
      body: { errorCode: "NotEnoughBalance", errorMessage: "잔액" },
    });
    expect(await sendText(platform)).toMatchObject({ status: 400, body: { errorCode: "InvalidStatus" } });
  });

  it("answer a send with another status code and don't keep the message", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "statusCode", statusCode: "1030", statusMessage: "잔액 부족" });
    expect(await sendText(platform)).toMatchObject({
      status: 200,
      body: {
        statusCode: "1030",
        statusMessage: "잔액 부족",
        to: "01012345678",
        messageId: expect.any(String),
      },
    });
    expect(platform.state.messages).toEqual([]);
  });

  it("answer a refused send with the description's fields and no other", async () => {
    const platform = getPlatform();
    const accepted = await sendText(platform);
    platform.faults.next({ kind: "statusCode", statusCode: "1030", statusMessage: "잔액 부족" });
    const refused = await sendText(platform);
    expect(Object.keys(Object(refused.body)).sort()).toEqual(Object.keys(Object(accepted.body)).sort());
  });

  it("hold processed requests until their release", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "silence" }, { times: 2 });
    const received = vi.fn();
    platform.onReceived(received);
    const replies = [sendText(platform), sendText(platform)];
    await eventually(() => expect(received).toHaveBeenCalledTimes(2));
    expect(platform.requests).toEqual([]);
    expect(platform.state.messages).toHaveLength(2);
    platform.faults.release();
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200]);
    expect(platform.requests.map(({ status }) => status)).toEqual([200, 200]);
  });

  it("can be released from the very callback that tells of the request", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "silence" });
    platform.onReceived(() => platform.faults.release());
    expect((await sendText(platform)).status).toBe(200);
    expect(platform.requests).toHaveLength(1);
  });

  it("record silence when the caller gives up, and answer nobody at a later release", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "silence" });
    const giveUp = new AbortController();
    platform.onReceived(() => giveUp.abort());
    await expect(send(platform, { ...textCall(), signal: giveUp.signal })).rejects.toThrow();
    await eventually(() => expect(platform.requests).toHaveLength(1));
    expect(platform.requests[0]).toMatchObject({ status: "silence", reply: undefined });
    platform.faults.release();
    expect((await sendText(platform)).status).toBe(200);
    expect(platform.requests).toHaveLength(2);
  });

  it("delay a reply by their time, or until an earlier release", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "delay", ms: 30 });
    expect((await sendText(platform)).status).toBe(200);
    expect(platform.requests[0]?.durationMs).toBeGreaterThanOrEqual(25);
    platform.faults.next({ kind: "delay", ms: 600_000 });
    platform.onReceived(() => platform.faults.release());
    expect((await sendText(platform)).status).toBe(200);
  });

  it.each([
    ["before", 0],
    ["after", 1],
  ] as const)("reset the connection %s the request is processed", async (when, kept) => {
    const platform = getPlatform();
    platform.faults.next({ kind: "reset", when });
    await expect(send(platform, textCall())).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    expect(platform.state.messages).toHaveLength(kept);
    expect(platform.requests).toMatchObject([{ status: "reset", reply: undefined }]);
  });

  it("cut the reply in the middle of its body", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "cut" });
    const response = await send(platform, textCall());
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow("terminated");
    expect(platform.state.messages).toHaveLength(1);
  });

  it("answer garbage, an empty object, or a page of HTML", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "garbage" });
    await expect(sendText(platform)).rejects.toThrow(SyntaxError);
    platform.faults.next({ kind: "useless" });
    expect(await sendText(platform)).toEqual({ status: 200, body: {} });
    platform.faults.next({ kind: "html500" });
    const page = await send(platform, textCall());
    expect([page.status, page.headers.get("content-type")]).toEqual([500, "text/html; charset=utf-8"]);
    expect(platform.state.messages).toHaveLength(2);
  });

  it("answer a body of the size asked for", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "huge", bytes: 1_000_000 });
    const text = await (await send(platform, { path: listPath })).text();
    expect(text).toHaveLength(1_000_000);
    expect(() => JSON.parse(text)).not.toThrow();
  });

  it("survive a caller who leaves in the middle of a huge body", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "huge", bytes: 200_000_000 });
    const response = await send(platform, { path: listPath });
    await response.body?.cancel();
    expect((await send(platform, { path: listPath })).status).toBe(200);
  });

  it("take only the requests of their method and path, as often as they say", async () => {
    const platform = getPlatform();
    const fault: Fault = { kind: "status", status: 500 };
    platform.faults.next(fault, { method: "delete" });
    platform.faults.next(fault, { path: "/messages", times: 2 });
    const statuses = async () => [
      (await send(platform, { path: listPath })).status,
      (await sendText(platform)).status,
    ];
    expect([await statuses(), await statuses(), await statuses()]).toEqual([
      [200, 500],
      [200, 500],
      [200, 200],
    ]);
    expect((await send(platform, { method: "DELETE", path: "/storage/v1/files/x" })).status).toBe(500);
  });

  it("stand until they are taken back", async () => {
    const platform = getPlatform();
    platform.faults.always({ kind: "status", status: 500 });
    platform.faults.next({ kind: "status", status: 503 });
    expect((await sendText(platform)).status).toBe(503);
    expect((await sendText(platform)).status).toBe(500);
    platform.faults.always(null);
    expect((await sendText(platform)).status).toBe(200);
    platform.faults.always({ kind: "status", status: 500 });
    platform.faults.next({ kind: "status", status: 503 });
    platform.faults.clear();
    expect((await sendText(platform)).status).toBe(200);
  });

  it("never hide that the request was wrong, and stay for one that is right", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "useless" });
    expect((await call(platform, { path: listPath, headers: { authorization: "" } })).status).toBe(401);
    expect((await sendText(platform, { extra: 1 })).status).toBe(400);
    expect((await upload(platform, Buffer.from("text"))).status).toBe(400);
    expect((await sendText(platform)).body).toMatchObject({ statusCode: "2000" });
  });
});

describe("magic recipients", () => {
  const getPlatform = usePlatform();
  const outcome = (to: string) => sendText(getPlatform(), { to });

  it.each([
    ["01000000001", { status: 200, body: { statusCode: "2000" } }],
    ["01000000002", { status: 400, body: { errorCode: "FailedToAddMessage", errorMessage: /01000000002/ } }],
    ["01000000003", { status: 200, body: { statusCode: "1060", statusMessage: /01000000003/ } }],
    ["01000000004", { status: 402, body: { errorCode: "NotEnoughBalance" } }],
    ["01000000005", { status: 403, body: { errorCode: "Forbidden" } }],
    ["01000000013", { status: 200, body: {} }],
  ])("answer %s with %j", async (to, expected) => {
    const answer = await outcome(to);
    expect(answer.status).toBe(expected.status);
    for (const [key, value] of Object.entries(expected.body)) {
      const text = String(Reflect.get(Object(answer.body), key));
      expect(text).toMatch(value instanceof RegExp ? value : new RegExp(`^${value}$`));
    }
  });

  it("refuse 01000000006 every other time", async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const response = await send(getPlatform(), textCall("01000000006"));
      statuses.push(response.status);
      if (response.status === 429) expect(response.headers.get("retry-after")).toBe("1");
    }
    expect(statuses).toEqual([429, 200, 429, 200]);
  });

  it("refuse 01000000007 every time", async () => {
    expect([(await outcome("01000000007")).status, (await outcome("01000000007")).status]).toEqual([
      429, 429,
    ]);
  });

  it("answer 01000000008 with a page of HTML and process nothing", async () => {
    expect((await send(getPlatform(), textCall("01000000008"))).status).toBe(500);
    expect(getPlatform().state.messages).toEqual([]);
  });

  it("process 01000000009 to 01000000012 without a usable reply", async () => {
    const platform = getPlatform();
    const heldCall = outcome("01000000009");
    await eventually(() => expect(platform.state.messages).toHaveLength(1));
    for (const to of ["01000000010", "01000000011", "01000000012"])
      await expect(outcome(to)).rejects.toThrow();
    expect(platform.state.messages).toHaveLength(4);
    platform.faults.release();
    expect((await heldCall).status).toBe(200);
  });

  it("hold 01000000014 back for three seconds", () => {
    expect(magicRecipients["01000000014"]?.fault("01000000014")).toEqual({ kind: "delay", ms: 3000 });
  });

  it("give way to a planned fault and to an invalid request", async () => {
    const platform = getPlatform();
    expect((await sendText(platform, { to: "01000000004", extra: 1 })).status).toBe(400);
    platform.faults.next({ kind: "status", status: 503 });
    expect((await outcome("01000000004")).status).toBe(503);
  });

  it("are described in the README, each with the same words", async () => {
    const readme = await readFile(new URL("../../../platform/README.md", import.meta.url), "utf8");
    for (const [to, { description }] of Object.entries(magicRecipients)) {
      expect(readme).toContain(`| \`${to}\` | ${description} |`);
    }
    expect(Object.keys(magicRecipients)).toHaveLength(14);
  });
});
