import { expect, it, vi } from "vitest";
import type { Acknowledgement, Act } from "../../../src/operations/index.ts";
import { anAsker } from "../../support/asker.ts";
import { anAct, type Call, ended, failure, kind, resolved, start } from "./running.ts";
import { cut, holding, takingOn } from "./taking-on.ts";

type Prepared = Awaited<ReturnType<Act["prepare"]>>;
const preparing = (prepared: Prepared): Partial<Act> => ({ prepare: async () => prepared });

it.each(["", "a\u0000", "x".repeat(201)])(
  "is not even asked of the store when a form names %j",
  async (id) => {
    const { perform, store } = await start(async () => "done");
    await expect(perform(id)).rejects.toThrow("names no act");
    expect((await store.operations.list({ limit: 10 })).operations).toEqual([]);
  },
);

it("is refused as busy past the bound, of which nothing is stored, and may be submitted again when there is room", async () => {
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

it("counts what is still being stored against the bound", async () => {
  const { store: held, letGo } = holding();
  const { operations, perform, store } = await start(async () => "done", { limit: 1, store: held });
  expect(await perform("a")).toBe("storing");
  expect(operations.pending).toBe(1);
  expect(await perform("b")).toBe("busy");
  letGo();
  await ended(store, "a");
  await resolved(operations);
});

it("leaves what nobody knows the end of as it is when it comes again and there is no room", async () => {
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

it("is refused as busy by a process that stops, of which nothing is stored", async () => {
  const { operations, perform, store } = await start(async () => "done");
  await operations.stop(10);
  expect(await perform("a")).toBe("busy");
  expect(await store.operations.get("a")).toBeNull();
});

it("is told that the app was slow when the store fails at once, since nothing of it is stored, and may be submitted again", async () => {
  const call = vi.fn<Call>(async () => "done");
  let isAway = true;
  const { operations, perform, store } = await start(call, {
    store: takingOn(async (enqueue, request) => {
      if (isAway) throw cut();
      return enqueue(request);
    }),
  });
  expect(await perform("a")).toBe("too_slow");
  isAway = false;
  await resolved(operations);
  expect(await store.operations.get("a")).toBeNull();
  expect(await perform("a")).toBe("stored");
  await ended(store, "a");
  expect(call).toHaveBeenCalledTimes(1);
});

it("is one too many for that day, of which nothing is stored, and may be submitted again when there is room", async () => {
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

it("is not stored where Slack gave it up while it was got ready, and may be submitted again", async () => {
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
  ["another was first to decide the same", { ...anAct, precondition: async () => false }, "overtaken"],
  ["a rule bars it", { denied: "it is night" }, "denied"],
  ["what it is of is gone", null, "gone"],
])("is not stored when %s", async (_, prepared, told) => {
  const call = vi.fn<Call>(async () => "done");
  const { operations, perform, store } = await start(call);
  expect(await perform("a", undefined, preparing(prepared))).toBe(told);
  expect(await store.operations.get("a")).toBeNull();
  expect(operations.pending).toBe(0);
  expect(await perform("a")).toBe("stored");
  await ended(store, "a");
  expect(call).toHaveBeenCalledTimes(1);
});

it("is not called where what commits with it is all there is", async () => {
  const call = vi.fn<Call>(async () => "done");
  const { operations, perform, store } = await start(call);
  const alone = preparing({ ...anAct, precondition: async () => "alone" });
  expect(await perform("a", undefined, alone)).toBe("alone");
  await operations.stop(1000);
  expect(await store.operations.get("a")).toBeNull();
  expect(call).not.toHaveBeenCalled();
});

it.each<[string, Prepared]>([
  ["barred by what the first one did", { denied: "it was decided" }],
  ["too late for what it was of", null],
])("stays on its way when another delivery is %s, which is told so", async (_, prepared) => {
  const { operations, perform, store } = await start(async () => "done");
  await store.operations.enqueue({ ...anAct, author: "U1", id: "a", kind });
  expect(await perform("a", undefined, preparing(prepared))).toBe("duplicate");
  await operations.stop(1000);
  expect(await store.operations.get("a")).toMatchObject({ state: "stored" });
});

it("stays on its way while it waits for its turn, however its second submission fares", async () => {
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
  expect(await perform("a")).toBe("too_slow");
  held.resolve();
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  expect(call).toHaveBeenCalledTimes(1);
});

it("is not sent after another was first to send the same again, also when that one had no effect", async () => {
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
  // Its form showed the first, and not what came after that.
  expect(await repeat("late")).toMatchObject(byAgain("refused"));
  await operations.stop(1000);
  expect(await store.operations.get("late")).toBeNull();
  expect(call).toHaveBeenCalledTimes(2);
});

it("is not sent without a reason while nobody knows of an earlier try, also after a refused later one", async () => {
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

it("runs no more than one of the tries of the same that are asked for at once", async () => {
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
