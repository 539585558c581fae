import { expect, it, vi } from "vitest";
import type { Within } from "../../../src/deadline.ts";
import { anAsker } from "../../support/asker.ts";
import { type Call, ended, kind, PassedOnError, start } from "./running.ts";

it("an act is first stored, then acknowledged, then sent to the platform", async () => {
  const order: string[] = [];
  const call = async () => {
    order.push("called");
    return "done";
  };
  // A store that any shorter wait than a second would be too short for.
  const waits: Within = async (limitMs, work) => (limitMs > 1000 ? work : undefined);
  const { perform, store } = await start(call, { within: waits });
  await perform("a", async () => {
    order.push(`acknowledged when ${(await store.operations.get("a"))?.state}`);
  });
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted", result: { code: "2000" } });
  expect(order).toEqual(["acknowledged when stored", "called"]);
});

it("an act is not sent if its acknowledgement fails, and a post says so", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { perform, store, said } = await start(call);
  await expect(perform("a", () => Promise.reject(new Error("the socket is gone")))).rejects.toThrow("socket");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: { code: "NotAcknowledged" } });
  expect(await said("a")).toEqual(["closed not_sent"]);
  expect(call).not.toHaveBeenCalled();
});

it.each([
  ["the time when it was sent", false, "accepted", new Date("2026-11-21T09:00:07Z")],
  ["no time if it was never sent", true, "not_sent", null],
] as const)(
  "an act that is stored as started has, as its start, %s",
  async (_, fails, outcome, startedAt) => {
    let now = new Date("2026-11-21T09:00:00Z");
    const { perform, store } = await start(async () => "done", {
      now: () => now,
      own: { isReadyAtOnce: true },
    });
    await perform("a", async () => {
      expect(await store.operations.get("a")).toMatchObject({ state: "started" });
      now = new Date("2026-11-21T09:00:07Z");
      if (fails) throw new Error("Slack didn't take it");
    }).catch(() => {});
    expect(await ended(store, "a")).toMatchObject({ outcome, startedAt });
  },
);

it("an act is stored with the ID and language of the person who asks", async () => {
  const { operations, store } = await start(async () => "done");
  const before = { author: "U2", locale: "ko", conversation: null, request: {} } as const;
  const act = { id: "a", kind, by: anAsker(), prepare: async () => before };
  await operations.perform(act, async () => {});
  expect(await store.operations.get("a")).toMatchObject({ author: "U1", locale: "en" });
});

it("an act whose preparation throws a PassedOnError is not stored, and the error is thrown on", async () => {
  const { operations, perform, store } = await start(async () => "done");
  const prepare = () => Promise.reject(new PassedOnError("who is in that group isn't known"));
  const by = anAsker();
  for (const _ of ["first", "delivered again"]) {
    await expect(perform("a", undefined, { by, prepare })).rejects.toThrow(PassedOnError);
  }
  expect(await store.operations.get("a")).toBeNull();
  expect(operations.pending).toBe(0);
});
