import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Batch, Linked, NewPost, Outcome, Store } from "../../src/store/index.ts";
import { anAct, anEnd, leaseMs, type MakeDatabase, type TestDatabase } from "./store-database.ts";

export function batchesContract(makeDatabase: MakeDatabase): void {
  describe("several operations of one act", () => {
    let database: TestDatabase;
    let stores: [Store, Store];
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open("first");
      stores = [store, database.isShared ? await database.open("second") : store];
    });
    afterEach(() => database.remove());

    const ids = ["a", "a.1", "a.2"];
    const beside = [
      { id: "a.1", request: { text: "second" } },
      { id: "a.2", request: { text: "third" } },
    ];
    const takeOn = (by = store) => by.operations.takeOn({ ...anAct({ id: "a" }), beside });
    const countsOf = ([batch]: readonly Batch[]) =>
      `${batch?.operations.filter(({ outcome }) => outcome !== null).length} of ${batch?.operations.length}`;
    const tell = (batches: readonly Batch[]): NewPost[] => [
      { kind: "edit", key: "batch:a", destinations: ["C1"], author: "U1", body: { text: countsOf(batches) } },
    ];
    const posts = (_: unknown, __: unknown, { batches }: Linked) => tell(batches);
    const end = async (id: string, outcome: Outcome = "accepted", by = store) => {
      await store.operations.start(id);
      return by.operations.finish(id, anEnd({ outcome, posts }));
    };
    const lastTold = async () => {
      const all = (await Promise.all(ids.map((id) => store.posts.forOperation(id)))).flat();
      return all.toSorted((one, other) => one.id - other.id).at(-1)?.body;
    };

    test("are taken on together, in their order, once", async () => {
      expect(await takeOn()).toEqual({ kind: "stored" });
      expect(await takeOn(stores[1])).toMatchObject({
        kind: "duplicate",
        operation: { id: "a", act: "a" },
      });
      const batch = await store.operations.batch("a");
      expect(batch.map(({ id }) => id)).toEqual(ids);
      expect(batch[2]).toMatchObject({
        ...{ act: "a", step: 0, root: "a.2" },
        siblings: [{ id: "a" }, { id: "a.1" }],
        author: "U1",
        conversation: "C1",
        request: { text: "third" },
      });
      expect(await store.operations.countOpen()).toBe(3);
    });

    test("end each by itself, and each end sees how all of them stand", async () => {
      await takeOn();
      const seen: string[] = [];
      for (const [id, outcome] of [
        ["a.1", "accepted"],
        ["a", "refused"],
        ["a.2", "unknown"],
      ] as const) {
        await store.operations.start(id);
        const note = (_: unknown, __: unknown, { batches }: Linked) => {
          seen.push(countsOf(batches));
          return [];
        };
        await store.operations.finish(id, anEnd({ outcome, posts: note }));
      }
      expect(seen).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
      await store.operations.settle("a.2", {
        by: "U1",
        as: "arrived",
        posts: (_, { batches }) => {
          expect(batches[0]?.operations[2]).toMatchObject({ id: "a.2", settledAs: "arrived" });
          return [];
        },
      });
    });

    test("that end at the same time are told last with all of them", async () => {
      for (let round = 0; round < 5; round += 1) {
        const act = `race-${round}`;
        const others = Array.from({ length: 9 }, (_, index) => ({ id: `${act}.${index}`, request: {} }));
        const all = [act, ...others.map(({ id }) => id)];
        await store.operations.takeOn({ ...anAct({ id: act }), beside: others });
        const told = (_: unknown, __: unknown, { batches }: Linked): NewPost[] => [
          { kind: "line", key: act, destinations: ["C1"], author: "U1", body: { text: countsOf(batches) } },
        ];
        const isStarted = (index: number) => index % 2 === 0;
        for (const id of all.filter((_, index) => isStarted(index))) await store.operations.start(id);
        const givenUp = { outcome: "not_sent" as const, isGivenUp: true, posts: told };
        await Promise.all(
          all.map((id, index) =>
            isStarted(index)
              ? store.operations.finish(id, anEnd({ posts: told }))
              : stores[1].operations.finish(id, anEnd(givenUp)),
          ),
        );
        const posts = (await Promise.all(all.map((id) => store.posts.forOperation(id)))).flat();
        const inOrder = posts.toSorted((one, other) => one.id - other.id).map(({ body }) => body);
        expect(inOrder).toEqual(all.map((_, index) => ({ text: `${index + 1} of 10` })));
      }
    });

    test("are told while they wait with all of them as well", async () => {
      await takeOn();
      await store.operations.tell("a.2", (_, batches) => tell(batches));
      expect(await lastTold()).toEqual({ text: "0 of 3" });
      await end("a");
      expect(await lastTold()).toEqual({ text: "1 of 3" });
    });

    test("are told with each that starts, and not with one that may not", async () => {
      await takeOn();
      const states: string[] = [];
      const start = (id: string) =>
        store.operations.start(id, {
          posts: ([batch]) => {
            states.push((batch?.operations ?? []).map(({ state }) => state).join(" "));
            return tell(batch === undefined ? [] : [batch]);
          },
        });
      expect(await start("a.1")).toBe(true);
      expect(await start("a.1")).toBe(false);
      expect(await start("a")).toBe(true);
      expect(states).toEqual(["stored started stored", "started started stored"]);
      expect(await lastTold()).toEqual({ text: "0 of 3" });
    });

    test("are seen by the end of what sends one of them again", async () => {
      await takeOn();
      await end("a.1", "refused");
      await store.operations.takeOn(anAct({ id: "again", again: { root: "a.1", newest: "a.1" } }));
      await store.operations.start("again", { root: "a.1" });
      let seen: readonly Batch[] = [];
      const note = (_: unknown, __: unknown, { batches }: Linked) => {
        seen = batches;
        return [];
      };
      await store.operations.finish("again", anEnd({ posts: note }));
      expect(seen[0]?.operations[1]).toMatchObject({
        id: "a.1",
        tries: [{ id: "again", outcome: "accepted" }],
      });
    });

    test("are each recovered after the process is gone", async () => {
      await takeOn();
      await end("a");
      await store.operations.start("a.1");
      for (const one of new Set(stores)) await one.close();
      database.clock.advance(leaseMs);
      store = await database.open("next");
      const left = await store.operations.claimAbandoned(10);
      expect(left.map(({ id, state }) => [id, state]).toSorted()).toEqual([
        ["a.1", "started"],
        ["a.2", "stored"],
      ]);
      await store.operations.finish("a.1", anEnd({ outcome: "unknown", posts }));
      await store.operations.finish("a.2", anEnd({ outcome: "not_sent", posts }));
      expect(await lastTold()).toEqual({ text: "3 of 3" });
    });
  });
}
