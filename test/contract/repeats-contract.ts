import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Linked, Operation, Outcome, SettledAs, Store } from "../../src/store/index.ts";
import { anAct, anEnd, type MakeDatabase, type TestDatabase } from "./store-database.ts";

/** Each over two processes' stores where the database allows it, else over one. */
export function repeatsContract(makeDatabase: MakeDatabase): void {
  describe("a chain of repeats", () => {
    let database: TestDatabase;
    let stores: [Store, Store];
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open("first");
      stores = [store, database.isShared ? await database.open("second") : store];
    });
    afterEach(() => database.remove());

    const accept = (id: string, repeats?: string, by = store) =>
      by.operations.takeOn(anAct(repeats === undefined ? { id } : { id, repeats, reason: "why" }));
    const end = (id: string, outcome: Outcome) => store.operations.finish(id, anEnd({ outcome }));
    const send = async (id: string, outcome: Outcome, repeats?: string) => {
      expect(await accept(id, repeats)).toEqual({ kind: "stored" });
      await store.operations.start(id);
      await end(id, outcome);
    };

    test.for(["refused", "not_sent"] as const)(
      "a repeat that is itself %s gives its place up",
      async (failure) => {
        await send("u", "unknown");
        await send("r1", failure, "u");
        expect(await store.operations.get("u")).toMatchObject({ repeatedBy: null });
        expect(await accept("r2", "u")).toEqual({ kind: "stored" });
        expect(await accept("r3", "u")).toMatchObject({ kind: "already_repeated", operation: { id: "r2" } });
      },
    );

    test("that something was sent again is known from when the repeat starts, and only as long as it hasn't failed", async () => {
      const sentAgain = async (id: string) => (await store.operations.get(id))?.sentAgainAt ?? null;
      const start = (id: string) => store.operations.start(id, { accepted: new Set() });
      await send("u", "unknown");
      expect(await accept("r1", "u")).toEqual({ kind: "stored" });
      expect(await sentAgain("u")).toBeNull();
      expect(await start("r1")).toBe(true);
      expect(await sentAgain("u")).toEqual(database.clock.now());
      await end("r1", "refused");
      expect(await sentAgain("u")).toBeNull();
      // What comes from the failed repeat's form is the next to send the first again.
      await accept("r2", "r1");
      expect([await sentAgain("u"), await sentAgain("r1")]).toEqual([null, null]);
      await start("r2");
      expect([await sentAgain("u"), await sentAgain("r1")]).not.toContain(null);
      await end("r2", "unknown");
      expect(await sentAgain("u")).not.toBeNull();
      await accept("r3", "r2");
      await end("r2", "refused");
      expect(await store.operations.get("u")).toMatchObject({ repeatedBy: "r3", sentAgainAt: null });
    });

    describe("has no use any more", () => {
      const isNeedless = async (id: string) => (await store.operations.get(id))?.isNeedless;
      const laterOf: string[][] = [];
      const posts = (_: unknown, { later }: { later: readonly Operation[] }) => {
        laterOf.push(later.map(({ id }) => id));
        return [];
      };
      const correct = (id: string, outcome: Outcome) =>
        store.operations.finish(
          id,
          anEnd({ outcome, posts: (_: string, one: unknown, linked: Linked) => posts(one, linked) }),
        );
      const settle = (id: string, as: SettledAs) => store.operations.settle(id, { by: "U2", as, posts });
      beforeEach(async () => {
        laterOf.length = 0;
        await send("u", "unknown");
        await send("r1", "refused", "u");
        await send("r2", "unknown", "r1");
        await send("r3", "refused", "r2");
        await accept("r4", "r3");
      });

      const all = ["r1", "r2", "r3", "r4"];
      const told = () => Promise.all(all.map(isNeedless));

      test("once the first was accepted after all, and is told where it has ended", async () => {
        expect(await told()).toEqual([false, false, false, false]);
        expect(await correct("u", "accepted")).toBe("corrected");
        expect(await told()).toEqual([true, true, true, true]);
        expect(laterOf.map((ids) => ids.toSorted())).toEqual([["r1", "r2", "r3"]]);
      });

      test("once somebody said that it has arrived, until a late answer says otherwise", async () => {
        await settle("r2", "did_not_arrive");
        expect(await told()).toEqual([false, false, false, false]);
        await settle("u", "arrived");
        expect(await told()).toEqual([true, true, true, true]);
        await correct("u", "refused");
        expect(await told()).toEqual([false, false, false, false]);
        expect(laterOf.map((ids) => ids.toSorted())).toEqual([[], ["r1", "r2", "r3"], ["r1", "r2", "r3"]]);
      });

      test("also where one was taken back, of which nobody was ever told", async () => {
        expect(await store.operations.withdraw("r4", "U1")).toBe(true);
        await correct("u", "accepted");
        expect(await isNeedless("r4")).toBe(true);
        expect(laterOf.flat()).not.toContain("r4");
      });

      test("once a repeat in between was accepted, what comes behind that", async () => {
        await correct("r2", "accepted");
        expect(await told()).toEqual([false, false, true, true]);
      });

      test("and has one again when what was said to have arrived was refused", async () => {
        await settle("r2", "arrived");
        expect(await told()).toEqual([false, false, true, true]);
        await correct("r2", "refused");
        expect(await told()).toEqual([false, false, false, false]);
        expect(await store.operations.get("r4")).toMatchObject({ repeats: "u" });
      });
    });

    test("one that may not start is not said to have been sent again by it", async () => {
      await send("u", "unknown");
      await accept("r1", "u");
      await end("r1", "not_sent");
      await accept("r2", "u");
      expect(await store.operations.start("r1", { accepted: new Set() })).toBe(false);
      expect(await store.operations.get("u")).toMatchObject({ repeatedBy: "r2", sentAgainAt: null });
    });

    test("what repeats a failed repeat repeats the first, once", async () => {
      await send("u", "unknown");
      await send("r1", "refused", "u");
      await send("r2", "refused", "r1");
      expect(await accept("r3", "r2")).toEqual({ kind: "stored" });
      expect(await store.operations.get("r3")).toMatchObject({ repeats: "u" });
      for (const target of ["u", "r1", "r2"]) {
        const late = await accept(`late-${target}`, target);
        expect(late).toMatchObject({ kind: "already_repeated", operation: { id: "r3" } });
      }
    });

    test("nothing is sent again past a failed repeat once the first was accepted or reported as arrived", async () => {
      await send("u", "unknown");
      await send("r1", "refused", "u");
      await end("u", "accepted");
      const late = await accept("r2", "r1");
      expect(late).toMatchObject({ kind: "not_repeatable", operation: { id: "u", outcome: "accepted" } });
      await send("v", "unknown");
      await send("s1", "not_sent", "v");
      await store.operations.settle("v", { by: "U7", as: "arrived", posts: () => [] });
      const reported = await accept("s2", "s1");
      expect(reported).toMatchObject({
        kind: "not_repeatable",
        operation: { id: "v", settledAs: "arrived" },
      });
    });

    test("an unknown repeat is not sent again once the first was accepted", async () => {
      await send("u", "unknown");
      await send("r1", "unknown", "u");
      await end("u", "accepted");
      const late = await accept("r2", "r1");
      expect(late).toMatchObject({ kind: "not_repeatable", operation: { id: "u" } });
    });

    test("a repeat's place passes to the one that sends it again in turn, when it turns out as refused", async () => {
      await send("u", "unknown");
      await send("r1", "unknown", "u");
      expect(await accept("r2", "r1")).toEqual({ kind: "stored" });
      await end("r1", "refused");
      expect(await accept("late", "u")).toMatchObject({ kind: "already_repeated", operation: { id: "r2" } });
      await store.operations.start("r2");
      await end("r2", "refused");
      expect(await accept("r3", "r2")).toEqual({ kind: "stored" });
      expect(await accept("r4", "u")).toMatchObject({ kind: "already_repeated", operation: { id: "r3" } });
    });

    test("sends again what its author sent, and of the same kind: any other id is as good as gone", async () => {
      const { operations } = store;
      await send("u", "unknown");
      await send("r1", "refused", "u");
      const gone = { kind: "not_repeatable", operation: null };
      const others = [
        { id: "of another author", author: "U2", kind: "messages.send" },
        { id: "of another kind", author: "U1", kind: "files.upload" },
      ];
      for (const repeats of ["u", "r1"]) {
        for (const other of others) {
          expect(await operations.takeOn({ ...anAct(other), repeats })).toEqual(gone);
          const first = { ...anAct(other), kind: "files.upload" };
          const followedBy = { id: "behind", kind: other.kind, request: {}, repeats };
          expect(await operations.takeOn({ ...first, followedBy })).toEqual(gone);
          expect(await operations.get(other.id)).toBeNull();
        }
        expect(await operations.get(repeats)).toMatchObject({ repeatedBy: null });
      }
      expect(await accept("r2", "r1")).toEqual({ kind: "stored" });
    });

    test("what anybody may do who has the right is done again by another person, of the same kind alone", async () => {
      await send("u", "unknown");
      const another = (id: string, kind: string) =>
        store.operations.takeOn({
          ...anAct({ id, repeats: "u", author: "U2", kind }),
          repeatsAnybodys: true,
        });
      expect(await another("upload", "files.upload")).toEqual({ kind: "not_repeatable", operation: null });
      expect(await another("again", "messages.send")).toEqual({ kind: "stored" });
      expect(await store.operations.get("u")).toMatchObject({ repeatedBy: "again" });
    });

    test("of twenty that take over from a failed repeat, by either of its names, one is stored", async () => {
      await send("u", "unknown");
      await send("r1", "refused", "u");
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          accept(`again-${index}`, index % 3 === 0 ? "u" : "r1", stores[index % 2]!),
        ),
      );
      const kinds = Object.groupBy(answers, ({ kind }) => kind);
      expect(kinds.stored).toHaveLength(1);
      expect(kinds.already_repeated).toHaveLength(19);
    });

    test("a repeat that fails while another takes its place never leaves room for two", async () => {
      for (let round = 0; round < 20; round += 1) {
        const [first, repeat] = [`u-${round}`, `r-${round}`];
        await send(first, "unknown");
        await send(repeat, "unknown", first);
        await Promise.all([
          end(repeat, "refused"),
          accept(`next-${round}`, repeat, stores[1]),
          accept(`other-${round}`, first, stores[1]),
        ]);
        // Whoever came too early may try again now.
        await accept(`later-${round}`, first);
        await accept(`last-${round}`, repeat);
        const names = ["next", "other", "later", "last"].map((name) => `${name}-${round}`);
        const found = await Promise.all(names.map((id) => store.operations.get(id)));
        expect(found.filter((operation) => operation !== null)).toHaveLength(1);
      }
    });

    test("whatever becomes of a chain's links, nothing is sent again while one of them is accepted", async () => {
      const outcome = fc.constantFrom<Outcome>("accepted", "refused", "not_sent", "unknown");
      const step = fc.record({ target: fc.nat(6), outcome, late: fc.option(outcome), corrected: fc.nat(6) });
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
          run += 1;
          const ids = [`${run}-0`];
          const pick = (index: number) => ids[index % ids.length]!;
          const outcomes = async () =>
            (await Promise.all(ids.map((id) => store.operations.get(id)))).map((one) => one?.outcome);
          await send(pick(0), "unknown");
          for (const [index, { target, outcome: ended, late, corrected }] of steps.entries()) {
            const id = `${run}-${index + 1}`;
            const before = await outcomes();
            if ((await accept(id, pick(target))).kind === "stored") {
              expect(before).not.toContain("accepted");
              ids.push(id);
              await store.operations.start(id);
              await end(id, ended);
            }
            if (late !== null) await end(pick(corrected), late);
          }
        }),
        { numRuns: 60 },
      );
    });
  });
}
