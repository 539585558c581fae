import { expect, it, vi } from "vitest";
import type { Acknowledgement, Act } from "../../../src/operations/index.ts";
import { anAsker } from "../../support/asker.ts";
import { anAct, type Call, ended, failure, kind, resolved, start } from "./running.ts";
import { cut, holding, takingOn } from "./taking-on.ts";

type Prepared = Awaited<ReturnType<Act["prepare"]>>;
const preparing = (prepared: Prepared): Partial<Act> => ({ prepare: async () => prepared });

it.each(["", "a\u0000", "x".repeat(201)])("an act with the id %j is rejected and not stored", async (id) => {
  const { perform, store } = await start(async () => "done");
  await expect(perform(id)).rejects.toThrow("names no act");
  expect((await store.operations.list({ limit: 10 })).operations).toEqual([]);
});

it("an act over the limit is refused as busy, and may be submitted again later", async () => {
  const held = Promise.withResolvers<string>();
  const call = vi.fn<Call>(() => held.promise);
  const { operations, perform, store, said } = await start(call, { limit: 2 });
  expect(await Promise.all([perform("a"), perform("b"), perform("c")])).toEqual(["stored", "stored", "busy"]);
  expect(await perform("c")).toBe("busy");
  expect(await store.operations.get("c")).toBeNull();
  held.resolve("done");
  await resolved(operations);
  expect(call).toHaveBeenCalledTimes(2);
  expect(await perform("c")).toBe("stored");
  await ended(store, "c");
  expect(await said("c")).toEqual(["closed accepted"]);
  expect(call).toHaveBeenCalledTimes(3);
});

it("an act that is still being stored counts towards the limit", async () => {
  const { store: held, letGo } = holding();
  const { operations, perform, store } = await start(async () => "done", { limit: 1, store: held });
  expect(await perform("a")).toBe("storing");
  expect(operations.pending).toBe(1);
  expect(await perform("b")).toBe("busy");
  letGo();
  await ended(store, "a");
  await resolved(operations);
});

it("an unknown outcome stays as it is when its act comes again and is refused as busy", async () => {
  const held = Promise.withResolvers<string>();
  const { operations, perform, store } = await start(() => held.promise, { limit: 1 });
  // By a process before this one.
  await store.operations.enqueue({ ...anAct, author: "U1", id: "a", kind });
  await store.operations.start("a");
  const notificationFor = () => ({});
  await store.operations.finish("a", { outcome: "unknown", result: { code: "TimedOut" }, notificationFor });
  expect(await perform("b")).toBe("stored");
  expect(await perform("a")).toBe("busy");
  held.resolve("done");
  await operations.stop(1000);
  expect(await store.operations.get("a")).toMatchObject({ outcome: "unknown", result: { code: "TimedOut" } });
});

it("an act is refused as busy, and not stored, by a process that stops", async () => {
  const { operations, perform, store } = await start(async () => "done");
  await operations.stop(10);
  expect(await perform("a")).toBe("busy");
  expect(await store.operations.get("a")).toBeNull();
});

it("an act is refused as not saved if the store fails, and may be submitted again", async () => {
  const call = vi.fn<Call>(async () => "done");
  let isAway = true;
  const { operations, perform, store } = await start(call, {
    store: takingOn(async (enqueue, request) => {
      if (isAway) throw cut();
      return enqueue(request);
    }),
  });
  expect(await perform("a")).toBe("unsaved");
  isAway = false;
  await resolved(operations);
  expect(await store.operations.get("a")).toBeNull();
  expect(await perform("a")).toBe("stored");
  await ended(store, "a");
  expect(call).toHaveBeenCalledTimes(1);
});

it("an act over the day's quota is refused, and accepted once the quota has room again", async () => {
  const call = vi.fn<Call>(async () => {
    throw failure("refused");
  });
  const { perform, store } = await start(call);
  const ofThatDay = preparing({ ...anAct, quota: { day: "2026-11-22", limit: 1 } });
  const performOne = (id: string) => perform(id, undefined, ofThatDay);
  expect(await Promise.all([performOne("a"), performOne("b")])).toEqual(["stored", "over_limit"]);
  expect(await store.operations.get("b")).toBeNull();
  await ended(store, "a");
  expect(call).toHaveBeenCalledTimes(1);
  // What was refused gives its place back.
  expect(await performOne("b")).toBe("stored");
  await ended(store, "b");
});

it("an act is not stored if Slack gave it up meanwhile, and may be submitted again", async () => {
  const { operations, perform, store } = await start(async () => "done");
  let isGivenUp = false;
  const by = { ...anAsker(), delivery: { first: { isGivenUp: () => isGivenUp } } };
  const prepare = async () => {
    isGivenUp = true;
    return anAct;
  };
  const told: Acknowledgement[] = [];
  const refused = perform(
    "a",
    async (acknowledgement) => {
      told.push(acknowledgement);
      throw new Error("too late");
    },
    { by, prepare },
  );
  await expect(refused).rejects.toThrow("too late");
  expect(told).toEqual([{ kind: "too_slow" }]);
  await resolved(operations);
  expect(await store.operations.get("a")).toBeNull();
  expect(await perform("a")).toBe("stored");
  await ended(store, "a");
});

it.each<[string, Prepared, Acknowledgement["kind"]]>([
  ["another act decided the same first", { ...anAct, precondition: async () => false }, "overtaken"],
  ["a rule forbids it", { denied: "it is night" }, "denied"],
  ["its subject is gone", null, "gone"],
])("an act is not stored when %s", async (_, prepared, told) => {
  const call = vi.fn<Call>(async () => "done");
  const { operations, perform, store } = await start(call);
  expect(await perform("a", undefined, preparing(prepared))).toBe(told);
  expect(await store.operations.get("a")).toBeNull();
  expect(operations.pending).toBe(0);
  expect(await perform("a")).toBe("stored");
  await ended(store, "a");
  expect(call).toHaveBeenCalledTimes(1);
});

it("an act whose precondition is all that there is to store makes no call", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { operations, perform, store } = await start(call);
  const alone = preparing({ ...anAct, precondition: async () => "alone" });
  expect(await perform("a", undefined, alone)).toBe("alone");
  await operations.stop(1000);
  expect(await store.operations.get("a")).toBeNull();
  expect(call).not.toHaveBeenCalled();
});

it.each<[string, Prepared]>([
  ["a rule forbids it now", { denied: "it was decided" }],
  ["its subject is gone now", null],
])("a stored act stays stored, and its second delivery is a duplicate, when %s", async (_, prepared) => {
  const { operations, perform, store } = await start(async () => "done");
  await store.operations.enqueue({ ...anAct, author: "U1", id: "a", kind });
  expect(await perform("a", undefined, preparing(prepared))).toBe("duplicate");
  await operations.stop(1000);
  expect(await store.operations.get("a")).toMatchObject({ state: "stored" });
});

it("a stored act is sent although its second submission fails", async () => {
  const held = Promise.withResolvers<void>();
  const call = vi.fn<Call>(async () => "done");
  let deliveries = 0;
  const failing = takingOn(async (enqueue, request) => {
    deliveries += 1;
    if (deliveries > 1) throw cut();
    return enqueue(request);
  });
  const { perform, store } = await start(call, {
    store: (real) => ({
      ...real,
      operations: {
        ...failing(real).operations,
        start: async (...started) => {
          await held.promise;
          return real.operations.start(...started);
        },
      },
    }),
  });
  expect(await perform("a")).toBe("stored");
  expect(await perform("a")).toBe("unsaved");
  held.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  expect(call).toHaveBeenCalledTimes(1);
});

it("a further try is refused if another one was first, also if that one was refused", async () => {
  const call = vi.fn<Call>();
  call.mockRejectedValueOnce(failure("unknown", "TimedOut"));
  const held = Promise.withResolvers<string>();
  call.mockReturnValueOnce(held.promise);
  const { operations, perform, store } = await start(call);
  const repeat = async (id: string) => {
    const told: Acknowledgement[] = [];
    const again = { root: "first", newest: "first", reason: "nothing came" };
    const acknowledge = async (acknowledgement: Acknowledgement) => void told.push(acknowledgement);
    await perform(id, acknowledge, preparing({ ...anAct, again }));
    return told;
  };
  await perform("first");
  await ended(store, "first");
  expect(await repeat("again")).toMatchObject([{ kind: "stored" }]);
  const byAgain = (outcome: null | "refused") => [{ kind: "not_again", operation: { id: "again", outcome } }];
  expect(await repeat("late")).toMatchObject(byAgain(null));
  held.reject(failure("refused"));
  await ended(store, "again");
  // The form showed the first try only, and not what came after it.
  expect(await repeat("late")).toMatchObject(byAgain("refused"));
  await operations.stop(1000);
  expect(await store.operations.get("late")).toBeNull();
  expect(call).toHaveBeenCalledTimes(2);
});

it("a further try needs a reason while any earlier try is unknown", async () => {
  const call = vi.fn<Call>(async () => Promise.reject(failure("refused")));
  call.mockRejectedValueOnce(failure("unknown", "TimedOut"));
  const { perform, store } = await start(call);
  await perform("first");
  await ended(store, "first");
  const tryAgain = (id: string, newest: string, reason?: string) =>
    perform(
      id,
      undefined,
      preparing({ ...anAct, again: { root: "first", newest, ...(reason && { reason }) } }),
    );
  expect(await tryAgain("edited", "first")).toBe("not_again");
  expect(await tryAgain("again", "first", "nothing came")).toBe("stored");
  await ended(store, "again");
  expect(await tryAgain("edited", "again")).toBe("not_again");
  expect(call).toHaveBeenCalledTimes(2);
});

it("only one of ten further tries at once is run", async () => {
  const call = vi.fn<Call>(async () => "done");
  call.mockRejectedValueOnce(failure("refused"));
  const { perform, store } = await start(call);
  await perform("first");
  await ended(store, "first");
  const again = { root: "first", newest: "first" };
  const ids = Array.from({ length: 10 }, (_, index) => `try-${index}`);
  const told = await Promise.all(ids.map((id) => perform(id, undefined, preparing({ ...anAct, again }))));
  expect(told.filter((one) => one === "stored")).toHaveLength(1);
  expect(told.filter((one) => one === "not_again")).toHaveLength(9);
  await ended(store, ids[told.indexOf("stored")] ?? "");
  expect(call).toHaveBeenCalledTimes(2);
});
