import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import type { Acknowledgement, Act } from "../../../src/operations/index.ts";
import { anAsker } from "../../support/asker.ts";
import { anAct, type Call, ended, kind, resolved, start } from "./running.ts";
import { holding, takingOn } from "./taking-on.ts";

describe("an act that the store is slow to keep", () => {
  it("is answered with “still being stored”, and sent once it is stored", async () => {
    const call = vi.fn<Call>(async () => "done");
    const { store: held, letGo } = holding();
    const { operations, perform, store, said, refused } = await start(call, { store: held });
    expect(await perform("a")).toBe("storing");
    expect(await store.operations.get("a")).toBeNull();
    expect(call).not.toHaveBeenCalled();
    letGo();
    expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
    await resolved(operations);
    expect(await said("a")).toEqual(["closed accepted"]);
    expect(call).toHaveBeenCalledTimes(1);
    expect(refused).toEqual([]);
  });

  it("is answered with “still being stored” even if the store blocked the whole process", async () => {
    const call = vi.fn<Call>(async () => "done");
    const { perform, store } = await start(call, {
      store: takingOn(async (enqueue, request) => {
        // The store goes on only after timers that are due.
        await setImmediate();
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1600);
        return enqueue(request);
      }),
    });
    expect(await perform("a")).toBe("storing");
    expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it.each([1, 2])(
    "is stored once for %i simultaneous submissions, and its failure is reported once",
    async (times) => {
      const call = vi.fn<Call>(async () => "done");
      const { store: held, letGo, fail } = holding();
      const enqueue = vi.fn();
      const { operations, perform, store, refused } = await start(call, {
        store: (real) =>
          takingOn(async (take, request) => {
            enqueue();
            return take(request);
          })(enqueue.mock.calls.length === 0 ? held(real) : real),
      });
      const told = await Promise.all(Array.from({ length: times }, () => perform("a")));
      expect(told).toEqual(Array(times).fill("storing"));
      fail();
      await resolved(operations);
      expect(refused).toEqual([{ act: "a", kind: "not_stored" }]);
      expect(enqueue).toHaveBeenCalledTimes(1);
      expect(await store.operations.get("a")).toBeNull();
      expect(call).not.toHaveBeenCalled();
      letGo();
    },
  );

  it("is reported as not stored to a second submission if the first had no answer", async () => {
    const { store: held, fail } = holding();
    const { operations, perform, refused } = await start(async () => "done", { store: held });
    const by = anAsker();
    const first = perform("a", () => Promise.reject(new Error("the socket is gone"))).catch(() => {});
    expect(await perform("a", undefined, { by })).toBe("storing");
    await first;
    fail();
    await resolved(operations);
    expect(refused).toEqual([{ act: "a", kind: "not_stored" }]);
    expect(await perform("a", undefined, { by })).toBe("not_stored");
  });
});

type Prepared = Awaited<ReturnType<Act["prepare"]>>;

/** Performs `b`, which is answered as storing, and only then lets it be stored or refused. */
async function performLate(prepared: Prepared, acknowledge?: () => Promise<void>) {
  const call = vi.fn<Call>(async () => "done");
  const { store: held, letGo, isThere } = holding();
  const { operations, perform, store, refused } = await start(call, { store: held });
  const quota = { day: "2026-11-22", limit: 1 };
  await store.operations.enqueue({ ...anAct, quota, id: "a", kind, author: "U1" });
  await store.operations.start("a");
  await store.operations.finish("a", { outcome: "accepted", result: null, notificationFor: () => ({}) });
  const prepare = async () => {
    if (prepared === null || "denied" in prepared) await isThere;
    return prepared;
  };
  const told: unknown = await perform("b", acknowledge, { prepare }).catch((error: unknown) => error);
  letGo();
  await resolved(operations);
  return { told, refused, call, store };
}

it.each<[string, Prepared, Acknowledgement["kind"]]>([
  ["the daily limit is reached", { ...anAct, quota: { day: "2026-11-22", limit: 1 } }, "over_limit"],
  ["a rule forbids it", { denied: "it is night" }, "denied"],
  ["the thing it acts on is gone", null, "gone"],
  ["another act decided the same thing first", { ...anAct, precondition: async () => false }, "overtaken"],
  ["another try was accepted", { ...anAct, again: { root: "a", newest: "a" } }, "not_again"],
])("a person who read “still being stored” is told of a later refusal if %s", async (_, prepared, why) => {
  const { told, refused, call, store } = await performLate(prepared);
  expect(told).toBe("storing");
  expect(refused).toEqual([{ act: "b", kind: why }]);
  expect(await store.operations.get("b")).toBeNull();
  expect(call).not.toHaveBeenCalled();
});

it("a person who read “still being stored” gets no refusal if the act is stored or needs no call", async () => {
  const alone = await performLate({ ...anAct, precondition: async () => "alone" });
  expect(alone).toMatchObject({ told: "storing", refused: [] });
  expect(alone.call).not.toHaveBeenCalled();
  const { told, refused, store } = await performLate(anAct);
  expect({ told, refused }).toEqual({ told: "storing", refused: [] });
  expect(await ended(store, "b")).toMatchObject({ outcome: "accepted" });
});

it("a person whose acknowledgement failed is told of a later refusal", async () => {
  const { told, refused, store } = await performLate({ denied: "it is night" }, () =>
    Promise.reject(new Error("the process was held up behind it")),
  );
  expect(told).toEqual(new Error("the process was held up behind it"));
  expect(refused).toEqual([{ act: "b", kind: "denied" }]);
  expect(await store.operations.get("b")).toBeNull();
});
