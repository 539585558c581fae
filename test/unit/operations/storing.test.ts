import { describe, expect, it, vi } from "vitest";
import type { Act } from "../../../src/operations/index.ts";
import { anAsker } from "../../support/asker.ts";
import { anAct, atOnce, type Call, ended, settled, start } from "./running.ts";
import { cut, holding, losing, takingOn } from "./taking-on.ts";

describe("what isn't known to be stored within a moment", () => {
  it("is said to be still being stored, and goes on", async () => {
    const call = vi.fn<Call>(async () => "done");
    const { store: held, letGo } = holding();
    const { operations, perform, store, said, refused } = await start(call, { store: held });
    expect(await perform("a")).toBe("storing");
    expect(await store.operations.get("a")).toBeNull();
    expect(call).not.toHaveBeenCalled();
    letGo();
    expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
    await settled(operations);
    expect(await said("a")).toEqual(["closed accepted"]);
    expect(call).toHaveBeenCalledTimes(1);
    expect(refused).toEqual([]);
  });

  it("is said to be so also where the store held up the whole process", async () => {
    const call = vi.fn<Call>(async () => "done");
    const { perform, store } = await start(call, {
      store: takingOn(async (takeOn, request) => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1600);
        return takeOn(request);
      }),
    });
    expect(await perform("a")).toBe("storing");
    expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it("goes on when what it needs is read late", async () => {
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

  it("is asked of the store again until it is there, when the store fails after that", async () => {
    const call = vi.fn<Call>(async () => "done");
    const told = Promise.withResolvers<void>();
    let failures = 3;
    const { perform, store } = await start(call, {
      retries: atOnce,
      store: takingOn(async (takeOn, request) => {
        await told.promise;
        failures -= 1;
        if (failures >= 0) throw cut();
        return takeOn(request);
      }),
    });
    expect(await perform("a")).toBe("storing");
    told.resolve();
    expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
    expect(call).toHaveBeenCalledTimes(1);
  });

  it.each([true, false])(
    "is one whose commit had no answer: it goes on, and runs once; committed: %s",
    async (isCommitted) => {
      const call = vi.fn<Call>(async () => "done");
      const { operations, perform, store } = await start(call, {
        ...{ retries: atOnce, store: losing({ isCommitted }) },
      });
      expect(await perform("a")).toBe("storing");
      expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
      await settled(operations);
      expect(call).toHaveBeenCalledTimes(1);
    },
  );

  it.each<[string, Awaited<ReturnType<Act["prepare"]>>]>([
    ["barred by it", { barred: "another try is under way" }],
    ["gone with it", null],
  ])("goes on also where it is its own row that it is %s", async (_, since) => {
    const call = vi.fn<Call>(async () => "done");
    const { perform, store, refused } = await start(call, {
      ...{ retries: atOnce, store: losing({ isCommitted: true }) },
    });
    const prepare = vi.fn<Act["prepare"]>(async () => since);
    prepare.mockResolvedValueOnce(anAct);
    expect(await perform("a", undefined, { prepare })).toBe("storing");
    expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
    expect(call).toHaveBeenCalledTimes(1);
    expect(refused).toEqual([]);
  });

  it("goes on whatever holds the process up behind that answer", async () => {
    const read = Promise.withResolvers<void>();
    let failures = 1;
    const { perform, store } = await start(async () => "done", {
      retries: atOnce,
      store: takingOn(async (takeOn, request) => {
        failures -= 1;
        if (failures >= 0) throw cut();
        return takeOn(request);
      }),
    });
    let isHeldUp = false;
    const by = anAsker({ wasHeldUp: () => isHeldUp });
    const prepare = async () => {
      await read.promise;
      return anAct;
    };
    expect(await perform("a", undefined, { by, prepare })).toBe("storing");
    isHeldUp = true;
    read.resolve();
    expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  });
});
