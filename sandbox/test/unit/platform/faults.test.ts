import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../../test/support/eventually.ts";
import { type Fault, magicRecipients } from "../../../platform/index.ts";
import { call, send, sendText, upload } from "./caller.ts";
import { usePlatform } from "./platform.ts";

const listPath = "/chat/v1/plus-friends";
const textCall = (to = "01012345678") => ({
  path: "/messages/v4/send",
  body: { message: { to, from: "0212345678", text: "hello" } },
});

describe("a fault set in the sandbox's platform", () => {
  const getPlatform = usePlatform();

  it("lets a refused send have the documented fields only, and no message is stored", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "statusCode", statusCode: "1030", statusMessage: "잔액 부족" });
    const refused = await sendText(platform);
    expect(refused).toMatchObject({ status: 200, body: { statusCode: "1030", to: "01012345678" } });
    expect(platform.state.messages).toEqual([]);
    const accepted = await sendText(platform);
    expect(Object.keys(Object(refused.body)).sort()).toEqual(Object.keys(Object(accepted.body)).sort());
  });

  it("of silence is recorded when the caller gives up, and a later release answers nobody", async () => {
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

  it.each<[Fault, kept: number]>([
    [{ kind: "reset", when: "before" }, 0],
    [{ kind: "reset", when: "after" }, 1],
    [{ kind: "cut" }, 1],
    [{ kind: "garbage" }, 1],
  ])("of the kind %j gives the caller no reply, and stores this many messages: %i", async (fault, kept) => {
    const platform = getPlatform();
    platform.faults.next(fault);
    await expect(sendText(platform)).rejects.toThrow();
    expect(platform.state.messages).toHaveLength(kept);
  });

  it("applies only to requests with its method and path, and only as often as it says", async () => {
    const platform = getPlatform();
    const fault: Fault = { kind: "status", status: 500 };
    platform.faults.next(fault, { method: "delete" });
    platform.faults.next(fault, { path: "/messages", times: 2 });
    const statuses: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      statuses.push((await send(platform, { path: listPath })).status, (await sendText(platform)).status);
    }
    expect(statuses).toEqual([200, 500, 200, 500, 200, 200]);
    expect((await send(platform, { method: "DELETE", path: "/storage/v1/files/x" })).status).toBe(500);
  });

  it("for all requests lasts until it is cleared, and a fault for the next one comes first", async () => {
    const platform = getPlatform();
    platform.faults.always({ kind: "status", status: 500 });
    platform.faults.next({ kind: "status", status: 503 });
    const statuses = [(await sendText(platform)).status, (await sendText(platform)).status];
    platform.faults.clear();
    expect([...statuses, (await sendText(platform)).status]).toEqual([503, 500, 200]);
  });

  it("leaves a wrong request its true error, and waits for a correct request", async () => {
    const platform = getPlatform();
    platform.faults.next({ kind: "useless" });
    expect((await call(platform, { path: listPath, headers: { authorization: "" } })).status).toBe(401);
    expect((await sendText(platform, { extra: 1 })).status).toBe(400);
    expect((await upload(platform, Buffer.from("text"))).status).toBe(400);
    expect((await sendText(platform)).body).toMatchObject({ statusCode: "2000" });
  });
});

describe("the magic recipients of the sandbox's platform", () => {
  const getPlatform = usePlatform();
  const outcome = (to: string) => sendText(getPlatform(), { to });

  it.each([
    ["01000000001", 200, { statusCode: "2000" }],
    ["01000000002", 400, { errorCode: "FailedToAddMessage" }],
    ["01000000003", 200, { statusCode: "1060" }],
    ["01000000004", 402, { errorCode: "NotEnoughBalance" }],
    ["01000000005", 403, { errorCode: "Forbidden" }],
    ["01000000013", 200, {}],
  ])("answer a message to %s with %i and %j", async (to, status, body) => {
    expect(await outcome(to)).toMatchObject({ status, body });
  });

  it("refuse 01000000006 every other time, and 01000000007 every time", async () => {
    const statuses: number[] = [];
    for (const to of ["01000000006", "01000000006", "01000000006", "01000000007", "01000000007"])
      statuses.push((await outcome(to)).status);
    expect(statuses).toEqual([429, 200, 429, 429, 429]);
  });

  it("store messages to 01000000009–12 without a usable reply, and no message to 01000000008", async () => {
    const platform = getPlatform();
    expect((await send(platform, textCall("01000000008"))).status).toBe(500);
    expect(platform.state.messages).toEqual([]);
    const heldCall = outcome("01000000009");
    await eventually(() => expect(platform.state.messages).toHaveLength(1));
    for (const to of ["01000000010", "01000000011", "01000000012"])
      await expect(outcome(to)).rejects.toThrow();
    expect(platform.state.messages).toHaveLength(4);
    platform.faults.release();
    expect((await heldCall).status).toBe(200);
  });

  it("are described in the README with the same words as in the code", async () => {
    const readme = await readFile(new URL("../../../platform/README.md", import.meta.url), "utf8");
    for (const [to, { description }] of Object.entries(magicRecipients))
      expect(readme).toContain(`| \`${to}\` | ${description} |`);
    expect(Object.keys(magicRecipients)).toHaveLength(14);
    expect(magicRecipients["01000000014"]?.fault("01000000014")).toEqual({ kind: "delay", ms: 3000 });
  });
});
