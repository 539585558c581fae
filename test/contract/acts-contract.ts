import { describe, expect, test } from "vitest";
import type { EnqueueRequest, Outcome, Store } from "../../src/store/index.ts";
import { store } from "./given.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

const day = "2026-11-21";

/** An act of a form, command or click, which may come several times. */
export function actsContract(): void {
  describe("an act in the store", () => {
    const enqueue = (own: Partial<EnqueueRequest> = {}) =>
      store.operations.enqueue(anAct({ id: "a", ...own }));
    const end = async (outcome: Outcome, id = "a") => {
      await store.operations.start(id);
      await store.operations.finish(id, anEnd({ outcome }));
    };
    const countUsed = () => store.operations.countUsed("U1", { day, kind: "messages.send" });

    describe("that is enqueued a second time", () => {
      const states: [string, (taken: Store) => Promise<unknown>][] = [
        ["stored", async () => {}],
        ["started", ({ operations }) => operations.start("a")],
        ...(["accepted", "refused", "not_sent", "unknown"] as const).map(
          (outcome): [string, () => Promise<unknown>] => [outcome, () => end(outcome)],
        ),
      ];

      test.each(states)(
        "is answered as a duplicate while it is %s, and nothing is changed",
        async (_, become) => {
          const quota = { day, limit: 9 };
          await enqueue({ quota });
          await become(store);
          const before = await store.operations.get("a");
          const used = await countUsed();
          const changed = { request: { text: "changed" }, quota, conversation: "C2" };
          const precondition = () => {
            throw new Error("nothing is written beside it");
          };
          expect(await enqueue({ ...changed, precondition })).toEqual({
            kind: "duplicate",
            operation: before,
          });
          expect(await store.operations.get("a")).toEqual(before);
          expect(await countUsed()).toBe(used);
        },
      );

      test("is answered as a duplicate when it is a further try of an operation", async () => {
        await enqueue({ id: "u" });
        await end("unknown", "u");
        const again = aTry("a", "u");
        expect(await store.operations.enqueue(again)).toEqual({ kind: "stored" });
        const duplicate = { kind: "duplicate", operation: { id: "a", root: "u", reason: "it hangs" } };
        expect(await store.operations.enqueue(again)).toMatchObject(duplicate);
        await store.operations.finish("u", anEnd({}));
        expect(await store.operations.enqueue(again)).toMatchObject(duplicate);
      });

      test.each<[string, Partial<EnqueueRequest>]>([
        ["over the daily limit", { quota: { day, limit: 0 } }],
        ["overtaken by another change", { precondition: async () => false }],
      ])("is stored if it was refused as %s the first time", async (_, own) => {
        const siblings = [{ id: "a.1", request: {} }];
        const next = { id: "a:next", kind: "messages.send", request: {} };
        expect(await enqueue({ ...own, siblings, next })).not.toMatchObject({ kind: "stored" });
        for (const id of ["a", "a.1", "a:next"]) expect(await store.operations.get(id)).toBeNull();
        expect(await countUsed()).toBe(0);
        expect(await enqueue({ request: { text: "changed" } })).toEqual({ kind: "stored" });
        expect(await store.operations.get("a")).toMatchObject({ request: { text: "changed" } });
      });

      test("is refused when its id belongs to another author's act or to a sibling operation", async () => {
        const next = { id: "a:next", kind: "messages.send", request: {} };
        await enqueue({ siblings: [{ id: "a.1", request: {} }], next });
        const gone = { kind: "not_again", operation: null };
        expect(await enqueue({ author: "U2", request: { text: "other" } })).toEqual(gone);
        expect(await enqueue({ id: "a.1" })).toEqual(gone);
        expect(await enqueue({ id: "a:next" })).toEqual(gone);
        expect(await store.operations.countOpen()).toBe(3);
        expect(await store.operations.get("a")).toMatchObject({ author: "U1", request: { text: "hi" } });
      });
    });
  });
}
