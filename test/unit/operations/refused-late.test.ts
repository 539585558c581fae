import { expect, it, vi } from "vitest";
import type { Acknowledgement, Act } from "../../../src/operations/index.ts";
import { anAct, type Call, ended, kind, resolved, start } from "./running.ts";
import { takingOn } from "./taking-on.ts";

type Prepared = Awaited<ReturnType<Act["prepare"]>>;

/** Performs `b`, of which nobody knows anything in time, and lets it come to what is so by then. */
async function performLate(prepared: Prepared, acknowledge?: () => Promise<void>) {
  const call = vi.fn<Call>(async () => "done");
  const isThere = Promise.withResolvers<void>();
  const { operations, perform, store, refused } = await start(call, {
    store: takingOn(async (enqueue, request) => {
      await isThere.promise;
      return enqueue(request);
    }),
  });
  const quota = { day: "2026-11-22", limit: 1 };
  await store.operations.enqueue({ ...anAct, quota, id: "a", kind, author: "U1" });
  await store.operations.start("a");
  await store.operations.finish("a", { outcome: "accepted", result: null, notificationFor: () => ({}) });
  const prepare = async () => {
    if (prepared === null || "denied" in prepared) await isThere.promise;
    return prepared;
  };
  const told: unknown = await perform("b", acknowledge, { prepare }).catch((error: unknown) => error);
  isThere.resolve();
  await resolved(operations);
  return { told, refused, call, store };
}

it.each<[string, Prepared, Acknowledgement["kind"]]>([
  ["it is one too many for that day", { ...anAct, quota: { day: "2026-11-22", limit: 1 } }, "over_limit"],
  ["a rule bars it", { denied: "it is night" }, "denied"],
  ["what it is of is gone", null, "gone"],
  ["another was first to decide the same", { ...anAct, precondition: async () => false }, "overtaken"],
  ["another try of the same got through", { ...anAct, again: { root: "a", newest: "a" } }, "not_again"],
])("is told to whoever was told that it is still being stored, when %s", async (_, prepared, why) => {
  const { told, refused, call, store } = await performLate(prepared);
  expect(told).toBe("storing");
  expect(refused).toEqual([{ act: "b", kind: why }]);
  expect(await store.operations.get("b")).toBeNull();
  expect(call).not.toHaveBeenCalled();
});

it("is told to nobody where what commits with it is all there is, and where nothing stands in its way", async () => {
  const alone = await performLate({ ...anAct, precondition: async () => "alone" });
  expect(alone).toMatchObject({ told: "storing", refused: [] });
  expect(alone.call).not.toHaveBeenCalled();
  const { told, refused, store } = await performLate(anAct);
  expect({ told, refused }).toEqual({ told: "storing", refused: [] });
  expect(await ended(store, "b")).toMatchObject({ outcome: "accepted" });
});

it("is told also where it isn't certain that Slack took the answer: it may stand there all the same", async () => {
  const { told, refused, store } = await performLate({ denied: "it is night" }, () =>
    Promise.reject(new Error("the process was held up behind it")),
  );
  expect(told).toEqual(new Error("the process was held up behind it"));
  expect(refused).toEqual([{ act: "b", kind: "denied" }]);
  expect(await store.operations.get("b")).toBeNull();
});
