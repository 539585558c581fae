import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Linked, Listing, Outcome, Store, TakeOnRequest } from "../../src/store/index.ts";
import { anAct, anEnd, aTry, type MakeDatabase, type TestDatabase } from "./store-database.ts";

const minuteMs = 60_000;

/** Each over two processes' stores where the database allows it, else over one. */
export function listingsContract(makeDatabase: MakeDatabase): void {
  describe("unknown outcomes in quick succession", () => {
    let database: TestDatabase;
    let store: Store;
    let stores: [Store, Store];
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open("first");
      stores = [store, database.isShared ? await database.open("second") : store];
    });
    afterEach(() => database.remove());

    /** The listings that its end told of. */
    const end = async (id: string, outcome: Outcome, by = store, own: object = {}) => {
      let told: readonly Listing[] = [];
      const posts = (_: string, __: unknown, { listings }: Linked) => {
        told = listings;
        return [];
      };
      await by.operations.finish(id, anEnd({ outcome, posts, ...own }));
      return told;
    };
    const send = async (
      id: string,
      outcome: Outcome = "unknown",
      own: Partial<TakeOnRequest> = {},
      by = store,
    ) => {
      await by.operations.takeOn(anAct({ id, ...own }));
      await by.operations.start(id, { root: own.again?.root ?? id });
      return await end(id, outcome, by);
    };
    const settle = async (id: string, by = store) => {
      let told: readonly Listing[] = [];
      await by.operations.settle(id, {
        by: "U2",
        as: "arrived",
        posts: (_, { listings }) => {
          told = listings;
          return [];
        },
      });
      return told;
    };
    const idsOf = (listing: Listing | undefined) => listing?.unsettled.map(({ id }) => id);
    const burst = async (...ids: string[]) => {
      for (const id of ids) {
        await send(id);
        database.clock.advance(1000);
      }
    };

    test("are one listing from the third on, which has the first two as well", async () => {
      expect(await send("a")).toEqual([]);
      database.clock.advance(minuteMs);
      expect(await send("b")).toEqual([]);
      database.clock.advance(minuteMs);
      const [begun] = await send("c");
      expect(begun).toMatchObject({ id: "c", total: 3, left: 3 });
      expect(idsOf(begun)).toEqual(["a", "b", "c"]);
      const [grown] = await send("d");
      expect(grown).toMatchObject({ id: "c", total: 4, left: 4 });
      for (const id of ["a", "b"]) {
        expect(await store.operations.get(id)).toMatchObject({ listing: "c", isOnlyListed: false });
      }
      for (const id of ["c", "d"]) {
        expect(await store.operations.get(id)).toMatchObject({ listing: "c", isOnlyListed: true });
      }
    });

    test("are listed together as they are told, also when they ended longer before", async () => {
      const endedAt = new Map<string, Date>();
      for (const id of ["a", "b", "c", "d"]) {
        await store.operations.takeOn(anAct({ id }));
        await store.operations.start(id);
        endedAt.set(id, database.clock.advance(9 * minuteMs));
      }
      database.clock.advance(11 * minuteMs);
      for (const [id, at] of endedAt) await end(id, "unknown", store, { endedAt: at });
      const listing = await store.operations.listing("c");
      expect(listing).toMatchObject({ total: 4, left: 4 });
      for (const { id, closedAt } of listing.unsettled) expect(closedAt).toEqual(endedAt.get(id));
      expect(await send("e")).toMatchObject([{ id: "c" }]);
    });

    test("are none when the third comes after ten minutes, is known or is of another kind", async () => {
      await burst("a", "b");
      expect(await send("known", "refused")).toEqual([]);
      expect(await send("upload", "unknown", { kind: "files.upload" })).toEqual([]);
      database.clock.advance(10 * minuteMs);
      expect(await send("c")).toEqual([]);
      expect(await store.operations.get("c")).toMatchObject({ listing: null, isOnlyListed: false });
    });

    test("count also when an answer came late, which is not listed", async () => {
      await burst("a", "b");
      await end("a", "accepted");
      const [listing] = await send("c");
      expect(idsOf(listing)).toEqual(["b", "c"]);
    });

    test("go on being listed as long as one comes within ten minutes of the last", async () => {
      await burst("a", "b", "c");
      for (const id of ["d", "e"]) {
        database.clock.advance(9 * minuteMs);
        expect(await send(id)).toMatchObject([{ id: "c" }]);
      }
      database.clock.advance(11 * minuteMs);
      expect(await send("f")).toEqual([]);
    });

    test("leave the listing when somebody reports, by a late answer, and when sent again", async () => {
      await burst("a", "b", "c", "d");
      expect(idsOf((await settle("a"))[0])).toEqual(["b", "c", "d"]);
      expect(idsOf((await end("b", "accepted"))[0])).toEqual(["c", "d"]);
      const [again] = await send("e", "accepted", { again: { root: "c", newest: "c", reason: "why" } });
      expect(idsOf(again)).toEqual(["d"]);
      expect((await settle("d"))[0]).toMatchObject({ id: "c", total: 4, left: 0, unsettled: [] });
    });

    test("stay on it while they are sent again, and when that failed", async () => {
      await burst("a", "b", "c");
      await store.operations.takeOn(aTry("again", "a"));
      expect(idsOf((await settle("b"))[0])).toEqual(["a", "c"]);
      await store.operations.start("again", { root: "a" });
      expect(idsOf((await end("again", "refused"))[0])).toEqual(["a", "c"]);
    });

    test("begin another listing once that is closed", async () => {
      await burst("a", "b", "c");
      for (const id of ["a", "b", "c"]) await settle(id);
      expect(await send("d")).toMatchObject([{ id: "d", total: 1, left: 1 }]);
      expect(await send("e")).toMatchObject([{ id: "d", total: 2, left: 2 }]);
    });

    test("are read for one author alone, and no more than a form can show", async () => {
      for (let at = 0; at < 60; at += 1) await send(`${at}`, "unknown", { author: `U${at % 2}` });
      const all = await store.operations.listing("2");
      expect(all).toMatchObject({ total: 60, left: 60 });
      expect(all.unsettled).toHaveLength(50);
      const own = await store.operations.listing("2", "U1");
      expect(own).toMatchObject({ total: 30, left: 30 });
      expect(new Set(own.unsettled.map(({ author }) => author))).toEqual(new Set(["U1"]));
    });

    test("are one listing when twelve come at once, and it is closed when they are settled at once", async () => {
      const ids = Array.from({ length: 12 }, (_, index) => `${index}`);
      for (const [index, id] of ids.entries()) {
        await stores[index % 2]!.operations.takeOn(anAct({ id }));
        await stores[index % 2]!.operations.start(id);
      }
      const told = await Promise.all(ids.map((id, index) => end(id, "unknown", stores[index % 2])));
      const listings = new Set(told.flat().map(({ id }) => id));
      expect(listings.size).toBe(1);
      expect(told.flat()).toHaveLength(10);
      const lefts = told.flat().map(({ left }) => left);
      expect(lefts.toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      const settled = await Promise.all(ids.map((id, index) => settle(id, stores[(index + 1) % 2])));
      const after = settled.flat().map(({ left }) => left);
      expect(after.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    });
  });
}
