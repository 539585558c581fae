import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Operation, Outcome, Store, TakeOnRequest } from "../../src/store/index.ts";
import { database, store } from "./given.ts";
import { anAct, anEnd, aTry, leaseMs } from "./store-database.ts";

const day = "2026-11-21";

/** What a form, a command or a click leads to, however often it comes. */
export function actsContract(): void {
  describe("an act", () => {
    const takeOn = (own: Partial<TakeOnRequest> = {}) => store.operations.takeOn(anAct({ id: "a", ...own }));
    const end = async (outcome: Outcome, id = "a") => {
      await store.operations.start(id);
      await store.operations.finish(id, anEnd({ outcome }));
    };
    const countUsed = () => store.operations.countUsed("U1", { day, kind: "messages.send" });

    describe("that comes again", () => {
      const states: [string, (taken: Store) => Promise<unknown>][] = [
        ["stored", async () => {}],
        ["started", ({ operations }) => operations.start("a")],
        ...(["accepted", "refused", "not_sent", "unknown"] as const).map(
          (outcome): [string, () => Promise<unknown>] => [outcome, () => end(outcome)],
        ),
      ];

      test.each(states)(
        "is told what became of it while it is %s, and changes nothing",
        async (_, become) => {
          const quota = { day, limit: 9 };
          await takeOn({ quota, delivery: "first" });
          await become(store);
          const before = await store.operations.get("a");
          const used = await countUsed();
          const changed = { request: { text: "changed" }, quota, conversation: "C2", delivery: "second" };
          const also = () => {
            throw new Error("nothing is written beside it");
          };
          expect(await takeOn({ ...changed, also })).toEqual({ kind: "duplicate", operation: before });
          expect(await store.operations.get("a")).toEqual(before);
          expect(await countUsed()).toBe(used);
        },
      );

      test("is told so also where it tries something once more, whatever became of that", async () => {
        await takeOn({ id: "u" });
        await end("unknown", "u");
        const again = aTry("a", "u", { delivery: "first" });
        expect(await store.operations.takeOn(again)).toEqual({ kind: "stored" });
        const second = { ...again, delivery: "second" };
        const duplicate = { kind: "duplicate", operation: { id: "a", root: "u", reason: "it hangs" } };
        expect(await store.operations.takeOn(second)).toMatchObject(duplicate);
        await store.operations.finish("u", anEnd({}));
        expect(await store.operations.takeOn(second)).toMatchObject(duplicate);
      });

      test.each<[string, Partial<TakeOnRequest>]>([
        ["over the limit", { quota: { day, limit: 0 } }],
        ["overtaken", { also: async () => false }],
      ])("is taken on when it was %s before, since nothing of it was stored", async (_, own) => {
        const beside = [{ id: "a.1", request: {} }];
        const next = { id: "a:next", kind: "messages.send", request: {} };
        expect(await takeOn({ ...own, beside, next })).not.toMatchObject({ kind: "stored" });
        for (const id of ["a", "a.1", "a:next"]) expect(await store.operations.get(id)).toBeNull();
        expect(await countUsed()).toBe(0);
        expect(await takeOn({ request: { text: "changed" } })).toEqual({ kind: "stored" });
        expect(await store.operations.get("a")).toMatchObject({ request: { text: "changed" } });
      });

      test("is as good as gone where it is somebody else's, or a part of another act", async () => {
        const next = { id: "a:next", kind: "messages.send", request: {} };
        await takeOn({ beside: [{ id: "a.1", request: {} }], next });
        const gone = { kind: "not_again", operation: null };
        expect(await takeOn({ author: "U2", request: { text: "other" } })).toEqual(gone);
        expect(await takeOn({ id: "a.1" })).toEqual(gone);
        expect(await takeOn({ id: "a:next" })).toEqual(gone);
        expect(await store.operations.countOpen()).toBe(3);
        expect(await store.operations.get("a")).toMatchObject({ author: "U1", request: { text: "hi" } });
      });

      test("has one effect, whatever its submissions hold and however they end", async () => {
        const submission = fc.record({ text: fc.string(), delivery: fc.constantFrom("x", "y", "z") });
        const outcome = fc.constantFrom<Outcome>("accepted", "refused", "not_sent", "unknown");
        let run = 0;
        await fc.assert(
          fc.asyncProperty(fc.array(fc.oneof(submission, outcome), { maxLength: 12 }), async (steps) => {
            run += 1;
            const id = `form-${run}`;
            let first: { text: string; delivery: string } | null = null;
            for (const step of steps) {
              if (typeof step === "string") {
                await end(step, id);
                continue;
              }
              const { text, delivery } = step;
              const answer = await takeOn({ id, request: { text }, delivery });
              first ??= step;
              expect(answer.kind).toBe(delivery === first.delivery ? "stored" : "duplicate");
              expect((await store.operations.get(id))?.request).toEqual({ text: first.text });
            }
          }),
          { numRuns: 30 },
        );
      });
    });

    describe("whose commit has no answer", () => {
      const whole: Partial<TakeOnRequest> = {
        beside: [{ id: "a.1", request: {} }],
        next: { id: "a:next", kind: "files.upload", request: {} },
        quota: { day, limit: 9 },
        delivery: "d",
      };
      const idsOf = (operations: readonly Pick<Operation, "id">[]) =>
        operations.map(({ id }) => id).toSorted();

      test("is stored for the delivery that made it, and counted once", async () => {
        expect(await takeOn(whole)).toEqual({ kind: "stored" });
        expect(await takeOn(whole)).toEqual({ kind: "stored" });
        expect(await takeOn({ ...whole, delivery: "other" })).toMatchObject({ kind: "duplicate" });
        const { delivery: _, ...unnamed } = whole;
        expect(await takeOn(unnamed)).toMatchObject({ kind: "duplicate" });
        // The act and the one beside it.
        expect(await countUsed()).toBe(2);
      });

      test("is nobody's by a delivery that neither names", async () => {
        await takeOn();
        expect(await takeOn()).toMatchObject({ kind: "duplicate" });
      });

      test("is stored for its delivery also where it tries something once more: its own try is not in its way", async () => {
        await takeOn({ id: "u" });
        await end("unknown", "u");
        const again = aTry("a", "u", { delivery: "d" });
        expect(await store.operations.takeOn(again)).toEqual({ kind: "stored" });
        expect(await store.operations.takeOn(again)).toEqual({ kind: "stored" });
      });

      test("is regained whole by the delivery that made it, and nothing by another", async () => {
        await takeOn(whole);
        expect(await store.operations.regain("a", "other")).toEqual([]);
        expect(await store.operations.regain("a", "")).toEqual([]);
        const regained = await store.operations.regain("a", "d");
        expect(idsOf(regained)).toEqual(["a", "a.1", "a:next"]);
        expect(regained.find(({ id }) => id === "a:next")).toMatchObject({ kind: "files.upload" });
        for (const id of ["a", "a.1", "a:next"])
          expect(await store.operations.finish(id, anEnd({ outcome: "not_sent" }))).toBe("closed");
      });

      test("is not there, and asking for it leaves nothing behind", async () => {
        expect(await store.operations.regain("a", "d")).toEqual([]);
        expect(await store.operations.get("a")).toBeNull();
        expect(await store.operations.countOpen()).toBe(0);
        expect(await takeOn()).toEqual({ kind: "stored" });
      });

      test("is regained as far as it has not started", async () => {
        await takeOn(whole);
        await store.operations.start("a");
        expect(idsOf(await store.operations.regain("a", "d"))).toEqual(["a.1", "a:next"]);
        await store.operations.finish("a", anEnd({ outcome: "unknown" }));
        await store.operations.finish("a.1", anEnd({ outcome: "not_sent" }));
        expect(idsOf(await store.operations.regain("a", "d"))).toEqual(["a:next"]);
      });

      test("is not regained from another process that took it over", async () => {
        await takeOn(whole);
        if (!database.isShared) await store.close();
        database.clock.advance(leaseMs);
        const other = await database.open("second");
        expect(idsOf(await other.operations.claimAbandoned(10))).toEqual(["a", "a.1", "a:next"]);
        if (!database.isShared) await other.close();
        const by = database.isShared ? store : await database.open("first");
        expect(await by.operations.regain("a", "d")).toEqual([]);
      });
    });

    test("is kept in at most 32 columns", async () => {
      const tables = await store.open(({ connection }) => connection.db.introspection).getTables();
      const columns = tables.find(({ name }) => name === "operations")?.columns ?? [];
      expect(columns.map(({ name }) => name)).toContain("root");
      expect(columns.length).toBeLessThanOrEqual(32);
    });
  });
}
