import { expect, it, vi } from "vitest";
import type { Acknowledgement } from "../../../src/operations/index.ts";
import { anAsker } from "../../support/asker.ts";
import { type Call, ended, kind, start } from "./running.ts";

it("is stored before it is acknowledged, and acknowledged before it is called", async () => {
  const order: string[] = [];
  const { perform, store } = await start(async () => {
    order.push("called");
    return "done";
  });
  await perform("a", async () => {
    order.push(`acknowledged when ${(await store.operations.get("a"))?.state}`);
  });
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted", result: { code: "2000" } });
  expect(order).toEqual(["acknowledged when stored", "called"]);
});

it("is one act however often it comes at once", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { perform, store } = await start(call);
  const told = await Promise.all(Array.from({ length: 50 }, () => perform("a")));
  await ended(store, "a");
  expect(told.filter((answer) => answer === "stored")).toHaveLength(1);
  expect(told.filter((answer) => answer === "twin")).toHaveLength(49);
  expect(call).toHaveBeenCalledTimes(1);
});

it("is not sent when the acknowledgement fails, and a post says so", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { perform, store, posts } = await start(call);
  await expect(perform("a", () => Promise.reject(new Error("the socket is gone")))).rejects.toThrow("socket");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: { code: "NotAcknowledged" } });
  expect(await posts("a")).toEqual([{ text: "closed not_sent", blocks: [] }]);
  expect(call).not.toHaveBeenCalled();
});

it("is taken back when the store was too slow for the acknowledgement", async () => {
  const call = vi.fn<Call>(async () => "done");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { perform, store, posts } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          await held;
          return real.operations.takeOn(request);
        },
      },
    }),
  });
  expect(await perform("a")).toBe("too_slow");
  letGo();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(await posts("a")).toEqual([]);
  expect(call).not.toHaveBeenCalled();
});

it("gives a second delivery the answer of the first, also when the store was too slow for both", async () => {
  const call = vi.fn<Call>(async () => "done");
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const { perform, store } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          await held;
          return real.operations.takeOn(request);
        },
      },
    }),
  });
  expect(await Promise.all([perform("a"), perform("a")])).toEqual(["too_slow", "too_slow"]);
  letGo();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent" });
  expect(await Promise.all([perform("b"), perform("b")])).toEqual(["stored", "twin"]);
  await ended(store, "b");
  expect(call).toHaveBeenCalledTimes(1);
});

it("is taken back when a store that blocked the process let go too late", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { perform, store } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1600);
          return real.operations.takeOn(request);
        },
      },
    }),
  });
  expect(await perform("a")).toBe("too_slow");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(call).not.toHaveBeenCalled();
});

it("is told as not sent when it was taken back after its second delivery had been told that it is on its way", async () => {
  const stored = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const call = vi.fn<Call>(async () => "done");
  const { operations, perform, store, posts } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          const result = await real.operations.takeOn(request);
          stored.resolve();
          await answered.promise;
          return result;
        },
      },
    }),
  });
  const first = perform("a");
  await stored.promise;
  // Another instance on the same store, which has no part in the slow way of the first one's answer.
  expect(
    await store.operations.takeOn({ id: "a", kind, author: "U1", conversation: null, request: {} }),
  ).toMatchObject({
    kind: "duplicate",
    operation: { state: "stored" },
  });
  expect(await first).toBe("too_slow");
  answered.resolve();
  await operations.stop(5000);
  expect(await store.operations.get("a")).toMatchObject({
    outcome: "not_sent",
    result: { code: "TookTooLong" },
  });
  expect(await posts("a")).toEqual([{ text: "closed not_sent", blocks: [] }]);
  expect(call).not.toHaveBeenCalled();
});

it("is stored for whoever asks, whatever it was prepared of", async () => {
  const { operations, store } = await start(async () => "done");
  const before = { author: "U2", locale: "ko", conversation: null, request: {} } as const;
  const act = { id: "a", kind, by: anAsker(), prepare: async () => before };
  await operations.perform(act, async () => {});
  expect(await store.operations.get("a")).toMatchObject({ author: "U1", locale: "en" });
});

it("is taken back when the process was held up between the store's answer and the acknowledgement", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { operations, store, posts } = await start(call);
  let isStored = false;
  const prepare = async () => {
    isStored = true;
    return { conversation: null, request: {} };
  };
  const told: Acknowledgement["kind"][] = [];
  await operations.perform(
    { id: "a", kind, by: anAsker({ wasHeldUp: () => isStored }), prepare },
    async (acknowledgement) => {
      told.push(acknowledgement.kind);
    },
  );
  expect(told).toEqual(["too_slow"]);
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(await posts("a")).toEqual([]);
  expect(call).not.toHaveBeenCalled();
});

it("is not sent when its acknowledgement came too late, and a post says so", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { operations, store, posts } = await start(call);
  const prepare = async () => ({ conversation: null, request: {} });
  let isLate = false;
  const told: Acknowledgement["kind"][] = [];
  await operations.perform(
    { id: "a", kind, by: anAsker({ wasHeldUp: () => isLate }), prepare },
    async (acknowledgement) => {
      told.push(acknowledgement.kind);
      isLate = true;
    },
  );
  expect(told).toEqual(["stored"]);
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: { code: "TookTooLong" } });
  expect(await posts("a")).toEqual([{ text: "closed not_sent", blocks: [] }]);
  expect(call).not.toHaveBeenCalled();
  expect(operations.pending).toBe(0);
});
