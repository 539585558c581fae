import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import { NeedlessError, type Outcome, type Store } from "../../src/store/index.ts";
import { database, openSecond, store } from "./given.ts";
import { again, idsOf, type ListedActs, listedActs } from "./listed-acts.ts";
import { aTry } from "./store-database.ts";
import { nothing } from "./telling.ts";

const minuteMs = 60_000;
const holder = "U7";

/** What leaves a listing, and what stays open there; over two processes' stores where the database allows it. */
export function listingsLeftContract(): void {
  describe("unknown outcomes that come in a row", () => {
    let stores: [Store, Store];
    let acts: ListedActs;
    beforeEach(async () => {
      stores = [store, await openSecond()];
      acts = listedActs({ store, clock: database.clock });
    });

    test("leave the listing by a report, by a late answer, and when a later try is accepted", async () => {
      await acts.burst("a", "b", "c", "d");
      await acts.settle("a");
      expect(idsOf(await acts.read("a"))).toEqual(["b", "c", "d"]);
      await acts.end("b", "refused");
      expect(idsOf(await acts.read("a"))).toEqual(["c", "d"]);
      await acts.send("e", "accepted", { again: again("e", "c") });
      expect(idsOf(await acts.read("a"))).toEqual(["d"]);
      await acts.settle("d");
      expect(await acts.read("a")).toMatchObject({
        id: "a",
        first: { id: "a" },
        total: 4,
        left: 0,
        unsettled: [],
      });
      expect(await acts.countOpen()).toEqual({ id: "a", open: 0 });
    });

    test("leave it once, whatever is heard of them in a row", async () => {
      await acts.burst("a", "b", "c", "d", "stays");
      for (let times = 0; times < 2; times += 1) {
        await acts.settle("a", stores[times], "did_not_arrive");
        await acts.end("b", "accepted", store);
      }
      expect(await acts.countOpen()).toEqual({ id: "a", open: 3 });
      // A late answer to what somebody has reported, and a report of what was answered late.
      await acts.end("a", "refused");
      await acts.settle("b");
      expect(await acts.countOpen()).toEqual({ id: "a", open: 3 });
      await acts.send("e", "accepted", { again: again("e", "c") });
      await acts.settle("c");
      await acts.end("c", "accepted");
      expect(await acts.countOpen()).toEqual({ id: "a", open: 2 });
      await acts.start("f", { again: again("f", "d") });
      await acts.settle("d", stores[1]);
      await acts.end("f", "accepted");
      expect(await acts.countOpen()).toEqual({ id: "a", open: 1 });
      expect(idsOf(await acts.read("a"))).toEqual(["stays"]);
    });

    test("leave it once by their holder's word, who may take it back", async () => {
      await acts.start("a");
      await acts.end("a", "unknown", store, {
        also: async (
          trx: Parameters<Store["receipts"]["ask"]>[0],
          one: Parameters<Store["receipts"]["ask"]>[1],
        ) => {
          await store.receipts.ask(trx, one, () => holder);
          return null;
        },
      });
      await acts.send("stays");
      const answer = (as: "arrived" | "did_not_arrive") =>
        store.receipts.answer("a", { by: holder, as, words: null, tells: nothing });
      for (const as of ["did_not_arrive", "did_not_arrive", "arrived", "arrived"] as const) {
        await answer(as);
        expect(await acts.countOpen()).toEqual({ id: "a", open: 1 });
      }
      await acts.end("a", "accepted");
      expect(await acts.countOpen()).toEqual({ id: "a", open: 1 });
    });

    test.each<[string, (one: Store, index: number) => Promise<unknown>]>([
      ["reports", (one) => acts.settle("a", one)],
      ["late answers", () => acts.end("a", "accepted")],
      [
        "reports and late answers",
        (one, index) => (index % 2 === 0 ? acts.settle("a", one) : acts.end("a", "accepted")),
      ],
    ])("leave it once when ten %s come at once", async (_, hear) => {
      await acts.burst("a", "stays");
      await Promise.all(Array.from({ length: 10 }, (__, index) => hear(stores[index % 2]!, index)));
      expect(await acts.countOpen()).toEqual({ id: "a", open: 1 });
      expect(idsOf(await acts.read("a"))).toEqual(["stays"]);
    });

    test("leave it once when a later try is accepted while somebody reports and the answer comes", async () => {
      for (let round = 0; round < 10; round += 1) {
        const [id, further] = [`u-${round}`, `r-${round}`];
        await acts.send(id);
        await acts.start(further, { again: again(further, id) });
        await Promise.all([
          acts.end(further, "accepted"),
          acts.settle(id, stores[1]),
          round % 2 === 0 ? acts.end(id, "accepted") : undefined,
        ]);
        expect((await acts.countOpen())?.open).toBe(0);
      }
    });

    test("stay on it while they are sent again, and when that failed", async () => {
      await acts.burst("a", "b");
      await acts.start("again", { again: again("again", "a") });
      await acts.settle("b");
      expect(idsOf(await acts.read("a"))).toEqual(["a"]);
      await acts.end("again", "refused");
      expect(idsOf(await acts.read("a"))).toEqual(["a"]);
      expect(await acts.countOpen()).toEqual({ id: "a", open: 1 });
    });

    test("are each open where a further try is unknown as well, until any is accepted", async () => {
      await acts.burst("a");
      await acts.send("b", "unknown", { again: again("b", "a") });
      expect(idsOf(await acts.read("a"))).toEqual(["a", "b"]);
      await acts.end("a", "accepted");
      expect(await acts.read("a")).toMatchObject({ total: 2, left: 0 });
      expect(await acts.countOpen()).toEqual({ id: "a", open: 0 });
    });

    test("are not open once another try was accepted, also when they end after that", async () => {
      await acts.burst("a");
      await acts.start("b", { again: again("b", "a") });
      await acts.end("a", "accepted");
      await acts.end("b", "unknown");
      expect(await store.operations.get("b")).toMatchObject({ listing: "b" });
      expect(await acts.countOpen()).toEqual({ id: "b", open: 0 });
      expect(await acts.send("c")).toBe("c");
    });

    test("leave an earlier listing without changing the newest", async () => {
      await acts.burst("a");
      database.clock.advance(11 * minuteMs);
      expect(await acts.send("b")).toBe("b");
      await acts.settle("a");
      expect(await acts.read("a")).toMatchObject({ left: 0 });
      expect(await acts.countOpen()).toEqual({ id: "b", open: 1 });
    });

    type Step = { of: number; does: "send" | "late" | "settle" | "again"; outcome: Outcome };
    const step: fc.Arbitrary<Step> = fc.record({
      of: fc.nat(3),
      does: fc.constantFrom<Step["does"]>("send", "late", "settle", "again"),
      outcome: fc.constantFrom<Outcome>("unknown", "unknown", "accepted", "refused"),
    });

    test("are open on the newest listing as many as are read from it, whatever happened", async () => {
      let run = 0;
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
          run += 1;
          const kind = `kind-${run}`;
          const tries = new Map<number, string[]>();
          const does: Record<Step["does"], (one: Step, ids: string[]) => Promise<unknown>> = {
            send: async ({ of, outcome }, ids) => {
              if (ids.length > 0) return;
              ids.push(`${run}-${of}`);
              await acts.send(ids[0]!, outcome, { kind });
            },
            late: (one, ids) => acts.end(ids[one.of % ids.length] ?? "none", one.outcome),
            settle: async (_, ids) => ids.length > 0 && (await acts.settle(ids[0]!)),
            // What is sent again may hear of the one before it on its way.
            again: async ({ of, outcome }, ids) => {
              const [root] = ids;
              const id = `${run}-${of}.${ids.length}`;
              const request = aTry(id, root ?? "none", { kind, newest: ids.at(-1) ?? "none" });
              if ((await store.operations.takeOn(request)).kind !== "stored") return;
              ids.push(id);
              const isLet = await store.operations.start(id, { root: root! }).catch((error: unknown) => {
                expect(error).toBeInstanceOf(NeedlessError);
                return false;
              });
              if (ids.length % 2 === 0) await acts.end(root!, "accepted");
              await acts.end(id, isLet ? outcome : "not_sent");
            },
          };
          for (const one of steps) {
            const ids = tries.get(one.of) ?? [];
            tries.set(one.of, ids);
            await does[one.does](one, ids);
            const newest = await acts.countOpen(kind);
            if (newest !== null) expect((await acts.read(newest.id)).left).toBe(newest.open);
          }
        }),
        { numRuns: 40 },
      );
    });
  });
}
