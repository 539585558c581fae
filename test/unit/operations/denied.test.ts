import { expect, it, vi } from "vitest";
import type { Acknowledgement, Act, Operations } from "../../../src/operations/index.ts";
import { anAsker } from "../../support/asker.ts";
import { eventually } from "../../support/eventually.ts";
import { type Call, ended, failure, kind, start } from "./running.ts";

/** The same act at another time may be prepared otherwise. */
const performWith =
  (operations: Operations) =>
  async (id: string, prepared: Awaited<ReturnType<Act["prepare"]>>): Promise<string | undefined> => {
    const told: Acknowledgement["kind"][] = [];
    const prepare = async () => prepared;
    await operations.perform({ id, kind, by: anAsker(), prepare }, async (acknowledgement) => {
      told.push(acknowledgement.kind);
    });
    return told[0];
  };
const anAct = { conversation: null, request: {} };

it("is never sent once it was told that nothing was, though nothing of it had been stored", async () => {
  const call = vi.fn<Call>(async () => "done");
  const storing = Promise.withResolvers<void>();
  const away = Promise.withResolvers<void>();
  let deliveries = 0;
  const { operations, perform, store, posts } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          deliveries += 1;
          if (deliveries === 1) await storing.promise;
          return real.operations.takeOn(request);
        },
        withdraw: async (id, by) => {
          await away.promise;
          return real.operations.withdraw(id, by);
        },
      },
    }),
  });
  expect(await perform("a")).toBe("too_slow");
  storing.reject(new Error("the connection was cut"));
  expect(await perform("a")).toBe("too_slow");
  away.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(await perform("a")).toBe("too_slow");
  await operations.stop(1000);
  expect(await posts("a")).toEqual([]);
  expect(call).not.toHaveBeenCalled();
});

it.each(["", "a\u0000", "x".repeat(201)])(
  "is not even asked of the store when a form names %j",
  async (id) => {
    const call = vi.fn<Call>(async () => "done");
    const { operations, store } = await start(call);
    await expect(performWith(operations)(id, anAct)).rejects.toThrow("names no act");
    expect((await store.operations.list({ limit: 10 })).operations).toEqual([]);
  },
);

it("is taken back as soon as the store lets it, so that nothing runs it later", async () => {
  const call = vi.fn<Call>(async () => "done");
  const held = Promise.withResolvers<void>();
  let failures = 2;
  const { perform, store, posts } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          await held.promise;
          return real.operations.takeOn(request);
        },
        withdraw: async (id, by) => {
          failures -= 1;
          if (failures >= 0) throw new Error("the connection was cut");
          return real.operations.withdraw(id, by);
        },
      },
    }),
  });
  expect(await perform("a")).toBe("too_slow");
  held.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(await posts("a")).toEqual([]);
  expect(call).not.toHaveBeenCalled();
});

it("is refused as busy past the bound, for good, and another act is taken on when there is room", async () => {
  const held = Promise.withResolvers<string>();
  const call = vi.fn<Call>(() => held.promise);
  const { operations, perform, store, posts } = await start(call, { limit: 2 });
  expect(await Promise.all([perform("a"), perform("b"), perform("c")])).toEqual(["stored", "stored", "busy"]);
  // Another instance has room.
  await ended(store, "c");
  expect(
    await store.operations.takeOn({ id: "c", kind, author: "U1", conversation: null, request: {} }),
  ).toMatchObject({ kind: "duplicate", operation: { outcome: "not_sent", result: null } });
  held.resolve("done");
  await eventually(() => expect(operations.pending).toBe(0));
  // The words of its first delivery, and not that the app was slow.
  expect(await perform("c")).toBe("busy");
  expect(await perform("d")).toBe("stored");
  await ended(store, "d");
  expect(await posts("c")).toEqual([]);
  expect(call).toHaveBeenCalledTimes(3);
});

it("doesn't become unsent, of which nobody knows what became, when it comes again and there is no room", async () => {
  const held = Promise.withResolvers<string>();
  const { operations, perform, store } = await start(() => held.promise, { limit: 1 });
  // By a process before this one.
  await store.operations.takeOn({ ...anAct, author: "U1", id: "a", kind });
  await store.operations.start("a");
  const posts = () => [];
  await store.operations.finish("a", { outcome: "unknown", result: { code: "TimedOut" }, posts });
  expect(await perform("b")).toBe("stored");
  expect(await perform("a")).toBe("busy");
  held.resolve("done");
  await operations.stop(1000);
  expect(await store.operations.get("a")).toMatchObject({ outcome: "unknown", result: { code: "TimedOut" } });
});

it("is refused as busy by a process that stops, and so by the one that comes after it", async () => {
  const { operations, perform, store } = await start(async () => "done");
  await operations.stop(10);
  expect(await perform("a")).toBe("busy");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
});

it("is not sent after it was one too many for that day, when there is room again", async () => {
  const call = vi.fn<Call>(async () => {
    throw failure("refused");
  });
  const { operations, store } = await start(call);
  const perform = (id: string) =>
    performWith(operations)(id, { ...anAct, quota: { day: "2026-11-22", limit: 1 } });
  expect(await Promise.all([perform("a"), perform("b")])).toEqual(["stored", "over_limit"]);
  await ended(store, "a");
  await ended(store, "b");
  expect(await perform("b")).toBe("over_limit");
  expect(call).toHaveBeenCalledTimes(1);
});

it("is not sent after another was first to send the same again, when that one fails and leaves its place", async () => {
  const call = vi.fn<Call>();
  call.mockRejectedValueOnce(failure("unknown", "TimedOut"));
  const held = Promise.withResolvers<string>();
  call.mockReturnValueOnce(held.promise);
  const { operations, store } = await start(call);
  const perform = (id: string, repeats?: string) =>
    performWith(operations)(id, { ...anAct, ...(repeats === undefined ? {} : { repeats }) });
  await perform("first");
  await ended(store, "first");
  expect(await perform("again", "first")).toBe("stored");
  expect(await perform("late", "first")).toBe("already_repeated");
  held.reject(failure("refused"));
  await ended(store, "again");
  await ended(store, "late");
  expect(await perform("late", "first")).toBe("already_repeated");
  await operations.stop(1000);
  expect(await store.operations.get("late")).toMatchObject({ outcome: "not_sent", startedAt: null });
  expect(call).toHaveBeenCalledTimes(2);
});

it("is not sent after another was first to decide the same, when that is undone", async () => {
  const { operations, store } = await start(async () => "done");
  expect(await performWith(operations)("a", { ...anAct, also: async () => false })).toBe("overtaken");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  expect(await store.operations.takeOn({ ...anAct, author: "U1", id: "a", kind })).toMatchObject({
    kind: "duplicate",
  });
});

it("is not sent after a rule barred it, when the rule lets it pass", async () => {
  const { operations, store } = await start(async () => "done");
  const perform = performWith(operations);
  expect(await perform("a", { barred: "it is night" })).toBe("barred");
  expect(await ended(store, "a")).toMatchObject({ outcome: "not_sent", result: null });
  await eventually(async () => expect(await perform("a", anAct)).toBe("duplicate"));
});

it("stays on its way when another delivery is barred by what the first one did", async () => {
  const { operations, store } = await start(async () => "done");
  await store.operations.takeOn({ ...anAct, author: "U1", id: "a", kind });
  expect(await performWith(operations)("a", { barred: "it was decided" })).toBe("barred");
  await operations.stop(1000);
  expect(await store.operations.get("a")).toMatchObject({ state: "stored" });
});

it("stays on its way while it waits for its turn, however its second delivery fares", async () => {
  const held = Promise.withResolvers<void>();
  const call = vi.fn<Call>(async () => "done");
  let deliveries = 0;
  const { perform, store } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        takeOn: async (request) => {
          deliveries += 1;
          if (deliveries > 1) throw new Error("the connection was cut");
          return real.operations.takeOn(request);
        },
        start: async (...started) => {
          await held.promise;
          return real.operations.start(...started);
        },
      },
    }),
  });
  expect(await perform("a")).toBe("stored");
  expect(await perform("a")).toBe("twin");
  held.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  expect(call).toHaveBeenCalledTimes(1);
});

it("isn't taken back once so many others came that it is remembered no more, and may have been taken on anew", async () => {
  let isAway = true;
  const withdrawn = new Set<string>();
  const { perform } = await start(async () => "done", {
    limit: 0,
    retries: { firstMs: 50, longestMs: 50 },
    store: (real) => ({
      ...real,
      operations: {
        ...real.operations,
        withdraw: async (id) => {
          if (isAway) throw new Error("the connection was cut");
          withdrawn.add(id);
          return true;
        },
      },
    }),
  });
  const others = Array.from({ length: 10_000 }, (_, index) => `other.${index}`);
  for (const id of ["a", ...others]) expect(await perform(id)).toBe("busy");
  isAway = false;
  await eventually(() => expect(withdrawn.size).toBeGreaterThanOrEqual(others.length));
  expect(withdrawn).not.toContain("a");
});
