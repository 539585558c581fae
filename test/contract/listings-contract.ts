import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test } from "vitest";
import type { Listing, Store } from "../../src/store/index.ts";
import { database, openSecond, store } from "./given.ts";
import { again, idsOf, type ListedActs, listedActs } from "./listed-acts.ts";
import { aPostOf, deliverAll, waitingOf } from "./telling.ts";

const minuteMs = 60_000;

/** Which listing each is on, and what is read of it; over two processes' stores where the database allows it. */
export function listingsContract(): void {
  describe("unknown outcomes that come in a row", () => {
    let stores: [Store, Store];
    let acts: ListedActs;
    beforeEach(async () => {
      stores = [store, await openSecond()];
      acts = listedActs({ store, clock: database.clock });
    });

    test("begin a listing with the first, which the next ones join", async () => {
      expect(await acts.send("a")).toBe("a");
      expect(await acts.read("a")).toMatchObject({ id: "a", first: { id: "a" }, total: 1, left: 1 });
      database.clock.advance(minuteMs);
      expect(await acts.send("b")).toBe("a");
      const listing = await acts.read("a");
      expect(listing).toMatchObject({ id: "a", first: { id: "a" }, total: 2, left: 2 });
      expect(idsOf(listing)).toEqual(["a", "b"]);
      expect(await acts.countOpen()).toEqual({ id: "a", open: 2 });
    });

    test("are known at their end to be listed, by whatever is told of that", async () => {
      await acts.send("a");
      await acts.start("b");
      const seen: unknown[] = [];
      await acts.end("b", "unknown", store, {
        tells: (_: string, { listing }: { listing: string | null }) => {
          seen.push(listing);
          return {};
        },
      });
      expect(seen).toEqual(["a"]);
    });

    test("are listed as they are told, also when they ended longer before", async () => {
      const endedAt = new Map<string, Date>();
      for (const id of ["a", "b", "c"]) {
        await acts.start(id);
        endedAt.set(id, database.clock.advance(9 * minuteMs));
      }
      database.clock.advance(11 * minuteMs);
      for (const [id, at] of endedAt) await acts.end(id, "unknown", store, { endedAt: at });
      const listing = await acts.read("a");
      expect(listing).toMatchObject({ total: 3, left: 3 });
      for (const { id, closedAt } of listing.unsettled) expect(closedAt).toEqual(endedAt.get(id));
      expect(await acts.send("d")).toBe("a");
    });

    test("are on one listing as long as one comes within ten minutes of the last", async () => {
      await acts.burst("a");
      for (const id of ["b", "c"]) {
        database.clock.advance(9 * minuteMs);
        expect(await acts.send(id)).toBe("a");
      }
      database.clock.advance(10 * minuteMs);
      expect(await acts.send("d")).toBe("d");
      expect(await acts.read("a")).toMatchObject({ total: 3, left: 3 });
    });

    test("are on another listing for each kind, and on none when they are known", async () => {
      await acts.burst("a");
      expect(await acts.send("upload", "unknown", { kind: "files.upload" })).toBe("upload");
      for (const outcome of ["accepted", "refused"] as const)
        expect(await acts.send(outcome, outcome)).toBeNull();
      expect(await acts.send("b")).toBe("a");
      expect(await acts.countOpen()).toEqual({ id: "a", open: 2 });
      expect(await acts.countOpen("files.upload")).toEqual({ id: "upload", open: 1 });
    });

    test("are on none where what was asked for in on-call's own conversation is told there", async () => {
      await acts.start("here", { conversation: "C-ONCALL" });
      await acts.end("here", "unknown", store, { unlistedIn: "C-ONCALL" });
      await acts.start("elsewhere", { conversation: null });
      await acts.end("elsewhere", "unknown", store, { unlistedIn: "C-ONCALL" });
      expect(await store.operations.get("here")).toMatchObject({ listing: null });
      expect(await store.operations.get("elsewhere")).toMatchObject({ listing: "elsewhere" });
      expect(await acts.countOpen()).toEqual({ id: "elsewhere", open: 1 });
      await acts.settle("here");
      expect(await acts.countOpen()).toEqual({ id: "elsewhere", open: 1 });
    });

    test("begin another listing once that is closed, which stays closed", async () => {
      await acts.burst("a", "b");
      for (const id of ["a", "b"]) await acts.settle(id);
      expect(await acts.send("c")).toBe("c");
      expect(await acts.send("d")).toBe("c");
      expect(await acts.read("a")).toMatchObject({ total: 2, left: 0 });
      // What becomes of the closed one's is nothing to the newest.
      await acts.end("a", "accepted");
      await acts.end("b", "refused");
      expect(await acts.countOpen()).toEqual({ id: "c", open: 2 });
    });

    test("change the listing's post by whatever changes them", async () => {
      await store.posts.add({ posts: ["unknowns:a", "unknowns:x"].map((subject) => aPostOf(subject)) });
      const isChanged = async (by: () => Promise<unknown>) => {
        await deliverAll(store);
        await by();
        return waitingOf(store, "unknowns:a", "unknowns:x");
      };
      for (const id of ["a", "b", "c"]) expect(await isChanged(() => acts.send(id))).toEqual(["unknowns:a"]);
      expect(await isChanged(() => acts.settle("a"))).toEqual(["unknowns:a"]);
      expect(await isChanged(() => acts.settle("a"))).toEqual([]);
      expect(await isChanged(() => acts.end("b", "accepted"))).toEqual(["unknowns:a"]);
      await acts.start("again", { again: again("again", "c") });
      expect(await isChanged(() => acts.end("again", "accepted"))).toEqual(["unknowns:a"]);
    });

    test("are read for one author alone, and no more than a form can show", async () => {
      for (let at = 0; at < 60; at += 1) await acts.send(`${at}`, "unknown", { author: `U${at % 2}` });
      const all = await store.operations.listing({ listing: "0" });
      expect(all).toMatchObject({ total: 60, left: 60, first: { id: "0" } });
      expect(all.unsettled).toHaveLength(50);
      const own = await store.operations.listing({ listing: "0" }, "U1");
      expect(own).toMatchObject({ total: 30, left: 30, first: null });
      expect(new Set(own.unsettled.map(({ author }) => author))).toEqual(new Set(["U1"]));
      expect(await store.operations.listing({ listing: "0" }, "U0")).toMatchObject({ first: { id: "0" } });
      expect(await acts.read("none")).toEqual({ id: "none", first: null, total: 0, left: 0, unsettled: [] });
    });

    test("are counted as they are read, also where they come and are settled meanwhile", async () => {
      const ids = Array.from({ length: 40 }, (_, index) => `${index}`);
      await acts.send("0");
      const change = async (changes: () => Promise<void>, isRight: (read: Listing) => boolean) => {
        let isOver = false;
        const reader = async () => {
          while (!isOver) {
            const read = await stores[1].operations.listing({ listing: "0" });
            expect(read, `${read.left} of ${read.total}`).toSatisfy(isRight);
            await setImmediate();
          }
        };
        const writer = changes().finally(() => {
          isOver = true;
        });
        await Promise.all([reader(), reader(), reader(), writer]);
      };
      await change(
        async () => {
          for (const id of ids.slice(1)) await acts.send(id);
        },
        ({ total, left, unsettled }) => left === total && left === unsettled.length,
      );
      await change(
        async () => {
          for (const [index, id] of ids.entries()) await acts.settle(id, stores[index % 2]);
        },
        ({ total, left, unsettled }) => total === 40 && left === unsettled.length,
      );
    });

    test("are read by their act as well, whichever listing they are on", async () => {
      const beside = Array.from({ length: 60 }, (_, index) => ({ id: `a.${index}`, request: {} }));
      await acts.start("a", { beside });
      const others = beside.map(({ id }) => id);
      for (const id of others) {
        await store.operations.start(id);
        await acts.end(id, id === "a.1" ? "refused" : "unknown");
      }
      await acts.settle("a.0");
      const act = await store.operations.listing({ act: "a" });
      expect(act).toMatchObject({ id: "a", first: { id: "a", state: "started" }, total: 61, left: 58 });
      expect(act.unsettled).toHaveLength(50);
      const unsettled = others.slice(2).toSorted();
      for (const { id } of act.unsettled) expect(unsettled).toContain(id);
      await acts.end("a", "accepted");
      expect(await store.operations.listing({ act: "a" })).toMatchObject({
        first: { id: "a", outcome: "accepted" },
        left: 58,
      });
      expect(await store.operations.listing({ act: "a" }, "U2")).toMatchObject({
        first: null,
        total: 0,
        left: 0,
      });
    });

    test("are one listing when twelve come at once, and it is closed when they are settled at once", async () => {
      const ids = Array.from({ length: 12 }, (_, index) => `${index}`);
      for (const [index, id] of ids.entries()) await acts.start(id, {}, stores[index % 2]);
      await Promise.all(ids.map((id, index) => acts.end(id, "unknown", stores[index % 2])));
      const listings = await Promise.all(ids.map(async (id) => (await store.operations.get(id))?.listing));
      expect(new Set(listings).size).toBe(1);
      const [listing] = listings;
      expect(ids).toContain(listing);
      expect(await acts.countOpen()).toEqual({ id: listing, open: 12 });
      expect(await acts.read(listing!)).toMatchObject({ total: 12, left: 12, first: { id: listing } });
      await Promise.all(ids.map((id, index) => acts.settle(id, stores[(index + 1) % 2])));
      expect(await acts.countOpen()).toEqual({ id: listing, open: 0 });
      expect(await acts.read(listing!)).toMatchObject({ total: 12, left: 0 });
    });
  });
}
