import { expect, it, vi } from "vitest";
import type { Acknowledgement, Act, Asker } from "../../../src/operations/index.ts";
import { anAsker } from "../../support/asker.ts";
import { anAct, type Call, ended, failure, resolved, start } from "./running.ts";
import { cut, holding, otherwise } from "./taking-on.ts";

/** All that one delivery is told, however often it comes. */
function delivering({ perform }: Awaited<ReturnType<typeof start>>, id: string, by: Asker = anAsker()) {
  return async (own: Partial<Act> = {}): Promise<Acknowledgement> => {
    const told: Acknowledgement[] = [];
    await perform(id, async (acknowledgement) => void told.push(acknowledgement), { by, ...own });
    expect(told).toHaveLength(1);
    return told[0]!;
  };
}

it("has its first answer while it is under way, and once it ended", async () => {
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

it.each([
  ["accepted", async () => "done"],
  ["unknown", async () => Promise.reject(failure("unknown", "TimedOut"))],
] satisfies [string, Call][])(
  "is never told as unsent once it was %s, whatever the store does, and where there is no room",
  async (outcome, end) => {
    const call = vi.fn<Call>(end);
    let isAway = false;
    const running = await start(call, {
      limit: 1,
      store: otherwise((real) => ({
        enqueue: async (request) => (isAway ? Promise.reject(cut()) : real.enqueue(request)),
        get: async (id) => (isAway ? Promise.reject(cut()) : real.get(id)),
      })),
    });
    const deliver = delivering(running, "a");
    await deliver();
    expect(await ended(running.store, "a")).toMatchObject({ outcome });
    await resolved(running.operations);
    isAway = true;
    expect(await deliver()).toEqual({ kind: "stored" });
    isAway = false;
    const held = Promise.withResolvers<string>();
    call.mockReturnValueOnce(held.promise);
    expect(await delivering(running, "b")()).toEqual({ kind: "stored" });
    expect(await deliver()).toEqual({ kind: "stored" });
    held.resolve("done");
    await running.operations.stop(1000);
    expect(await deliver()).toEqual({ kind: "stored" });
    expect(call).toHaveBeenCalledTimes(2);
  },
);

it("is told once more that the app was busy, although there is room by then, and nothing is sent", async () => {
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
});

it("is told once more why nothing was sent, whatever is so by then", async () => {
  const running = await start(async () => "done");
  const deliver = delivering(running, "a");
  const denied = { kind: "denied", why: "it is night" };
  expect(await deliver({ prepare: async () => ({ denied: "it is night" }) })).toEqual(denied);
  expect(await deliver({ prepare: async () => anAct })).toEqual(denied);
  expect(await running.store.operations.get("a")).toBeNull();
});

it("is told what became of its act, where that was stored since by another submission of the same form", async () => {
  const held = Promise.withResolvers<string>();
  const running = await start(() => held.promise, { limit: 1 });
  await delivering(running, "other")();
  const deliver = delivering(running, "a");
  expect(await deliver()).toEqual({ kind: "busy" });
  held.resolve("done");
  await resolved(running.operations);
  expect(await delivering(running, "a")()).toEqual({ kind: "stored" });
  await ended(running.store, "a");
  expect(await deliver()).toMatchObject({ kind: "duplicate", operation: { id: "a", outcome: "accepted" } });
});

it("is told what became of it where Slack may have told its person that the first one failed", async () => {
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

it("is told that it is still being stored as long as that is so, and then what became of it", async () => {
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

it("is told to look in the history, and not that nothing was sent, once it was stored and the store can't say", async () => {
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

it("is told that nothing was sent once the store has failed behind the answer that it is being stored", async () => {
  const { store: held, fail } = holding();
  const running = await start(async () => "done", { store: held });
  const deliver = delivering(running, "a");
  expect(await deliver()).toEqual({ kind: "storing" });
  fail();
  await resolved(running.operations);
  expect(await deliver()).toEqual({ kind: "not_stored" });
});

it("hears what became of it, where its first answer reached nobody", async () => {
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

it("is told why nothing was sent after all, where that was found behind the answer that it is being stored", async () => {
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
