import { describe, expect, it, vi } from "vitest";
import type { Clocks } from "../../../src/clocks.ts";
import type { Store } from "../../../src/store/index.ts";
import { anAct, type Call, ended, kind, resolved, start } from "./running.ts";
import { holding, takingOn } from "./taking-on.ts";

/** Clocks that stand still until a test moves one of them. */
function startClocks() {
  const passed = { monotonicMs: 0, wallMs: 0 };
  const clocks: Clocks = { monotonicMs: () => passed.monotonicMs, wallMs: () => passed.wallMs };
  return { passed, clocks };
}

const notSent = (code = "TookTooLong") => ({ outcome: "not_sent", result: { code } });
const itsPost = ["closed not_sent"];

describe("an act that is stored too late", () => {
  it.each(["monotonicMs", "wallMs"] as const)(
    "is closed as not sent more than 45 s after its command, by the clock %s",
    async (clock) => {
      const call = vi.fn<Call>(async () => "done");
      const { passed, clocks } = startClocks();
      const held = new Map(["late", "in-time"].map((id) => [id, Promise.withResolvers<void>()]));
      const { operations, perform, store, said } = await start(call, {
        clocks,
        store: takingOn(async (enqueue, request) => {
          await held.get(request.id)?.promise;
          return enqueue(request);
        }),
      });
      expect(await Promise.all([perform("late"), perform("in-time")])).toEqual(["storing", "storing"]);
      passed[clock] += 45_000;
      held.get("in-time")?.resolve();
      expect(await ended(store, "in-time")).toMatchObject({ outcome: "accepted" });
      passed[clock] += 1;
      held.get("late")?.resolve();
      expect(await ended(store, "late")).toMatchObject(notSent());
      await resolved(operations);
      expect(await said("late")).toEqual(itsPost);
      expect(call).toHaveBeenCalledTimes(1);
    },
  );

  it("is closed as not sent with its sibling operations and its next step", async () => {
    const { passed, clocks } = startClocks();
    const { store: held, letGo } = holding();
    const { operations, perform, store, said } = await start(async () => "done", { clocks, store: held });
    const siblings = [{ id: "b", request: {} }];
    const next = { id: "c", kind, request: {} };
    const prepare = async () => ({ ...anAct, siblings, next });
    expect(await perform("a", undefined, { prepare })).toBe("storing");
    passed.wallMs += 45_001;
    letGo();
    for (const id of ["a", "b"]) expect(await ended(store, id)).toMatchObject(notSent());
    expect(await ended(store, "c")).toMatchObject(notSent("NotReached"));
    // One post for all of the act, with what became of each.
    expect(await said("a")).toEqual([...itsPost, ...itsPost, ...itsPost]);
    await resolved(operations);
  });

  it("is closed as not sent, with a post, if its acknowledgement failed", async () => {
    const call = vi.fn<Call>(async () => "done");
    const { store: held, letGo } = holding();
    const { operations, perform, store, said, refused } = await start(call, { store: held });
    await expect(perform("a", () => Promise.reject(new Error("the socket is gone")))).rejects.toThrow(
      "socket",
    );
    letGo();
    expect(await ended(store, "a")).toMatchObject(notSent("NotAcknowledged"));
    await resolved(operations);
    expect(await said("a")).toEqual(itsPost);
    expect(call).not.toHaveBeenCalled();
    expect(refused).toEqual([]);
  });
});

describe("an act that another instance has stored", () => {
  /** Another instance stores the act before this one does. */
  const takenBefore = (store: Store) => store.operations.enqueue({ ...anAct, id: "a", kind, author: "U1" });

  it.each([0, 45_001])(
    "is neither run nor closed by this instance %i ms after its command",
    async (afterMs) => {
      const call = vi.fn<Call>(async () => "done");
      const { passed, clocks } = startClocks();
      const { store: held, letGo } = holding();
      const { operations, perform, store, said, refused } = await start(call, { store: held, clocks });
      expect(await perform("a")).toBe("storing");
      expect(await takenBefore(store)).toEqual({ kind: "stored" });
      passed.wallMs += afterMs;
      letGo();
      await resolved(operations);
      expect(await store.operations.get("a")).toMatchObject({ state: "stored", outcome: null });
      expect(await said("a")).toEqual([]);
      expect(call).not.toHaveBeenCalled();
      expect(refused).toEqual([]);
    },
  );
});
