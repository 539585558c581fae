import { expect, it, vi } from "vitest";
import type { Acknowledgement, Act, ActSource } from "../../../src/operations/index.ts";
import { anAsker } from "../../support/asker.ts";
import { anAct, type Call, ended, resolved, start } from "./running.ts";
import { cut, holding, otherwise } from "./taking-on.ts";

/** One delivery, which may come again: each call delivers it and returns its acknowledgement. */
function delivering({ perform }: Awaited<ReturnType<typeof start>>, id: string, by: ActSource = anAsker()) {
  return async (own: Partial<Act> = {}): Promise<Acknowledgement> => {
    const told: Acknowledgement[] = [];
    await perform(id, async (acknowledgement) => void told.push(acknowledgement), { by, ...own });
    expect(told).toHaveLength(1);
    return told[0]!;
  };
}

it("a redelivered act gets its first answer, both while it runs and after it ended", async () => {
  const held = Promise.withResolvers<string>();
  const call = vi.fn<Call>(() => held.promise);
  const running = await start(call);
  const deliver = delivering(running, "a");
  const told = await Promise.all([deliver(), deliver(), deliver()]);
  expect(told).toEqual(Array(3).fill({ kind: "stored" }));
  held.resolve("done");
  await ended(running.store, "a");
  await resolved(running.operations);
  expect(await deliver()).toEqual({ kind: "stored" });
  await running.operations.stop(1000);
  expect(await deliver()).toEqual({ kind: "stored" });
  expect(call).toHaveBeenCalledTimes(1);
});

it("a redelivered act that was refused as busy stays refused, until its person submits it a second time", async () => {
  const held = Promise.withResolvers<string>();
  const call = vi.fn<Call>(() => held.promise);
  const running = await start(call, { limit: 1 });
  await delivering(running, "a")();
  const deliver = delivering(running, "b");
  expect(await deliver()).toEqual({ kind: "busy" });
  held.resolve("done");
  await resolved(running.operations);
  expect(await deliver()).toEqual({ kind: "busy" });
  expect(await running.store.operations.get("b")).toBeNull();
  expect(call).toHaveBeenCalledTimes(1);
  // A submission of its own has room now, and is what the delivery is told of then.
  expect(await delivering(running, "b")()).toEqual({ kind: "stored" });
  await ended(running.store, "b");
  expect(await deliver()).toMatchObject({ kind: "duplicate", operation: { id: "b", outcome: "accepted" } });
});

it("a redelivered act is refused for the same reason as before, even if the reason no longer holds", async () => {
  const running = await start(async () => "done");
  const deliver = delivering(running, "a");
  const denied = { kind: "denied", why: "it is night" };
  expect(await deliver({ prepare: async () => ({ denied: "it is night" }) })).toEqual(denied);
  expect(await deliver({ prepare: async () => anAct })).toEqual(denied);
  expect(await running.store.operations.get("a")).toBeNull();
});

it("a redelivered act whose first acknowledgement failed is answered with “not sent”", async () => {
  const call = vi.fn<Call>(async () => "done");
  const running = await start(call);
  const by = anAsker();
  const gone = () => Promise.reject(new Error("the socket is gone"));
  await expect(running.perform("a", gone, { by })).rejects.toThrow("socket");
  await ended(running.store, "a");
  const again = await delivering(running, "a", by)();
  expect(again).toMatchObject({ kind: "duplicate", operation: { outcome: "not_sent" } });
  expect(call).not.toHaveBeenCalled();
});

it("a redelivered act is answered with “still being stored”, and with its outcome once it is stored", async () => {
  const { store: held, letGo } = holding();
  const call = vi.fn<Call>(async () => "done");
  const running = await start(call, { store: held });
  const deliver = delivering(running, "a");
  const told = await Promise.all([deliver(), deliver()]);
  expect(told).toEqual([{ kind: "storing" }, { kind: "storing" }]);
  expect(await deliver()).toEqual({ kind: "storing" });
  letGo();
  await ended(running.store, "a");
  expect(await deliver()).toMatchObject({ kind: "duplicate", operation: { outcome: "accepted" } });
  expect(call).toHaveBeenCalledTimes(1);
});

it("a redelivered act is answered with “still being stored” while the store can't be read", async () => {
  const { store: held, letGo } = holding();
  let isAway = false;
  const running = await start(async () => "done", {
    store: (real) =>
      otherwise(({ get }) => ({ get: async (id) => (isAway ? Promise.reject(cut()) : get(id)) }))(held(real)),
  });
  const deliver = delivering(running, "a");
  expect(await deliver()).toEqual({ kind: "storing" });
  letGo();
  await ended(running.store, "a");
  isAway = true;
  expect(await deliver()).toEqual({ kind: "storing" });
});

it("a redelivered act is answered with “not stored” once storing it has failed", async () => {
  const { store: held, fail } = holding();
  const running = await start(async () => "done", { store: held });
  const deliver = delivering(running, "a");
  expect(await deliver()).toEqual({ kind: "storing" });
  fail();
  await resolved(running.operations);
  expect(await deliver()).toEqual({ kind: "not_stored" });
});

it("a redelivered act whose first acknowledgement failed gets a direct message when storing it fails", async () => {
  const { store: held, fail } = holding();
  const running = await start(async () => "done", { store: held });
  const by = anAsker();
  const isAsked = Promise.withResolvers<void>();
  const isGone = Promise.withResolvers<void>();
  const acknowledge = async () => {
    isAsked.resolve();
    await isGone.promise;
  };
  const first = running.perform("a", acknowledge, { by }).catch(() => {});
  await isAsked.promise;
  expect(await delivering(running, "a", by)()).toEqual({ kind: "storing" });
  isGone.reject(new Error("the socket is gone"));
  await first;
  fail();
  await resolved(running.operations);
  expect(running.refused).toEqual([{ act: "a", kind: "not_stored" }]);
});

it("a redelivered act is answered with its denial if that was found after “still being stored”", async () => {
  const isRead = Promise.withResolvers<void>();
  const running = await start(async () => "done");
  const deliver = delivering(running, "a");
  const prepare = async () => {
    await isRead.promise;
    return { denied: "it is night" };
  };
  expect(await deliver({ prepare })).toEqual({ kind: "storing" });
  isRead.resolve();
  await resolved(running.operations);
  expect(running.refused).toEqual([{ act: "a", kind: "denied" }]);
  expect(await deliver({ prepare })).toEqual({ kind: "denied", why: "it is night" });
});
