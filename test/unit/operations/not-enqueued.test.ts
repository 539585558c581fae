import { expect, it, vi } from "vitest";
import type { Acknowledgement, Act } from "../../../src/operations/index.ts";
import { anAsker } from "../../support/asker.ts";
import { anAct, type Call, ended, kind, resolved, start } from "./running.ts";
import { cut, holding, takingOn } from "./taking-on.ts";

type Prepared = Awaited<ReturnType<Act["prepare"]>>;
const preparing = (prepared: Prepared): Partial<Act> => ({ prepare: async () => prepared });

it.each(["", "a\u0000", "x".repeat(201)])(
  "an act with the invalid ID %j is rejected and not stored",
  async (id) => {
    const { perform, store } = await start(async () => "done");
    await expect(perform(id)).rejects.toThrow("names no act");
    expect((await store.operations.list({ limit: 10 })).operations).toEqual([]);
  },
);

it("an act above the limit of pending acts is refused as busy, and may be submitted later", async () => {
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

it("an act that is still being stored counts towards the limit of pending acts", async () => {
  const { store: held, letGo } = holding();
  const { operations, perform, store } = await start(async () => "done", { limit: 1, store: held });
  expect(await perform("a")).toBe("storing");
  expect(operations.pending).toBe(1);
  expect(await perform("b")).toBe("busy");
  letGo();
  await ended(store, "a");
  await resolved(operations);
});

it("an act is refused as not saved if the store fails, and may be submitted a second time", async () => {
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

it("an act is not stored if Slack gave it up meanwhile, and may be submitted a second time", async () => {
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
  ["another act decided the same thing first", { ...anAct, precondition: async () => false }, "overtaken"],
  ["a rule forbids it", { denied: "it is night" }, "denied"],
  ["the thing it acts on is gone", null, "gone"],
])("an act is not stored if %s", async (_, prepared, told) => {
  const call = vi.fn<Call>(async () => "done");
  const { operations, perform, store } = await start(call);
  expect(await perform("a", undefined, preparing(prepared))).toBe(told);
  expect(await store.operations.get("a")).toBeNull();
  expect(operations.pending).toBe(0);
  expect(await perform("a")).toBe("stored");
  await ended(store, "a");
  expect(call).toHaveBeenCalledTimes(1);
});

it("an act whose precondition stores all that is needed makes no call to the platform", async () => {
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
  ["the thing it acts on is gone now", null],
])(
  "a stored act stays stored, and its second delivery is answered as a duplicate, if %s",
  async (_, prepared) => {
    const { operations, perform, store } = await start(async () => "done");
    await store.operations.enqueue({ ...anAct, author: "U1", id: "a", kind });
    expect(await perform("a", undefined, preparing(prepared))).toBe("duplicate");
    await operations.stop(1000);
    expect(await store.operations.get("a")).toMatchObject({ state: "stored" });
  },
);
