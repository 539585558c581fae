import { expect, it, vi } from "vitest";
import type { Acknowledgement, Act } from "../../../src/operations/index.ts";
import { anAct, type Call, ended, kind, resolved, start } from "./running.ts";
import { takingOn } from "./taking-on.ts";

type Prepared = Awaited<ReturnType<Act["prepare"]>>;

/** Performs `b`, which is answered as storing, and only then lets it be stored or refused. */
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
  ["the day's quota is used up", { ...anAct, quota: { day: "2026-11-22", limit: 1 } }, "over_limit"],
  ["a rule forbids it", { denied: "it is night" }, "denied"],
  ["its subject is gone", null, "gone"],
  ["another act decided the same first", { ...anAct, precondition: async () => false }, "overtaken"],
  ["another try got through", { ...anAct, again: { root: "a", newest: "a" } }, "not_again"],
])(
  "a late refusal reaches the person whose act was answered as storing, when %s",
  async (_, prepared, why) => {
    const { told, refused, call, store } = await performLate(prepared);
    expect(told).toBe("storing");
    expect(refused).toEqual([{ act: "b", kind: why }]);
    expect(await store.operations.get("b")).toBeNull();
    expect(call).not.toHaveBeenCalled();
  },
);

it("a late refusal is not reported for an act that is stored or needs no call", async () => {
  const alone = await performLate({ ...anAct, precondition: async () => "alone" });
  expect(alone).toMatchObject({ told: "storing", refused: [] });
  expect(alone.call).not.toHaveBeenCalled();
  const { told, refused, store } = await performLate(anAct);
  expect({ told, refused }).toEqual({ told: "storing", refused: [] });
  expect(await ended(store, "b")).toMatchObject({ outcome: "accepted" });
});

it("a late refusal is reported although the acknowledgement failed", async () => {
  const { told, refused, store } = await performLate({ denied: "it is night" }, () =>
    Promise.reject(new Error("the process was held up behind it")),
  );
  expect(told).toEqual(new Error("the process was held up behind it"));
  expect(refused).toEqual([{ act: "b", kind: "denied" }]);
  expect(await store.operations.get("b")).toBeNull();
});
