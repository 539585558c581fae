import { setImmediate } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { TestClock } from "../../contract/store-database.ts";
import { anAsker } from "../../support/asker.ts";
import { watchCommits } from "../../support/commits.ts";
import { anAct, type Call, ended, resolved, start } from "./running.ts";
import { cut, holding, takingOn } from "./taking-on.ts";

describe("an act that is slow to store", () => {
  it("is answered as storing, and sent later", async () => {
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

  it("is answered as storing although the store blocked the whole process", async () => {
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

  it("is sent although its preparation took long", async () => {
    const read = Promise.withResolvers<void>();
    const { perform, store } = await start(async () => "done");
    const prepare = async () => {
      await read.promise;
      return anAct;
    };
    expect(await perform("a", undefined, { prepare })).toBe("storing");
    read.resolve();
    expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  });

  it.each([1, 2])(
    "is stored once for %i submissions at once, and reported once if that fails",
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

  it("is reported to a second submission when the first one's answer failed", async () => {
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

  it("is refused as too slow when the store fails first, and may be submitted again", async () => {
    let failures = 1;
    const { operations, perform, store, refused } = await start(async () => "done", {
      store: takingOn(async (enqueue, request) => {
        failures -= 1;
        if (failures >= 0) throw cut();
        return enqueue(request);
      }),
    });
    expect(await perform("a")).toBe("unsaved");
    await resolved(operations);
    expect(await store.operations.get("a")).toBeNull();
    expect(await perform("a")).toBe("stored");
    await ended(store, "a");
    expect(refused).toEqual([]);
  });

  it("is closed as not sent if it was stored by a commit that had no answer", async () => {
    const call = vi.fn<Call>(async () => "done");
    const clock = new TestClock();
    const lease = { ms: 100, now: clock.now };
    const { operations, perform, store, said } = await start(call, { lease });
    const commits = watchCommits();
    commits.are = "unanswered";
    expect(await perform("a")).toBe("unsaved");
    commits.are = "kept";
    await resolved(operations);
    expect(await store.operations.get("a")).toMatchObject({ state: "stored" });
    clock.advance(100);
    expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent" });
    expect(await said("a")).toEqual(["closed not_sent"]);
    expect(call).not.toHaveBeenCalled();
  });
});
