import { beforeEach, describe, expect, test } from "vitest";
import { createHomes } from "../../src/store/homes/homes.ts";
import { markHomes } from "../../src/store/homes/mark.ts";
import type { HomeClaim, HomeTable } from "../../src/store/homes/types.ts";
import { database, store } from "./given.ts";
import { anAct, anEnd } from "./store-database.ts";

const pace = { everyMs: 10_000, drawMs: 1000, burst: 3 };
const leaseMs = 30_000;
const shown = { hash: "h1", isOnCall: false };

/** Whose Home is drawn when. */
export function homesContract(): void {
  describe("Homes", () => {
    let homes: HomeTable;
    beforeEach(async () => {
      homes = store.open((context) => createHomes(context, pace));
    });

    const draw = async (claim: HomeClaim | null, isOnCall = false) =>
      claim !== null && (await homes.drawn(claim, { ...shown, isOnCall }));
    const look = async (person: string, isOnCall = false) => draw(await homes.open(person, null), isOnCall);
    /** After which nobody waits for having been drawn, and all room is there. */
    const rest = () => database.clock.advance(60_000);
    const claimAll = async () => {
      const claims: HomeClaim[] = [];
      for (let claim = await homes.claim(); claim !== null; claim = await homes.claim()) claims.push(claim);
      return claims;
    };
    const claimedPeople = async () => (await claimAll()).map(({ person }) => person);

    test("are drawn for who opened theirs, and for nobody else", async () => {
      await look("U1");
      rest();
      await homes.mark(["U1", "U2"]);
      expect(await claimedPeople()).toEqual(["U1"]);
    });

    test("are drawn once for all that changed before, and once more for what changed meanwhile", async () => {
      await look("U1");
      rest();
      await homes.mark(["U1"]);
      await homes.mark(["U1"]);
      const claim = await homes.claim();
      await homes.mark(["U1"]);
      expect(await draw(claim)).toBe(true);
      rest();
      expect(await draw(await homes.claim())).toBe(true);
      rest();
      expect(await homes.claim()).toBeNull();
      expect(await homes.dueInMs()).toBeNull();
    });

    test("are drawn unasked once in ten seconds, counted from an opening as well", async () => {
      await look("U1");
      await homes.mark(["U1"]);
      expect(await homes.dueInMs()).toBe(10_000);
      database.clock.advance(9_999);
      expect(await homes.claim()).toBeNull();
      database.clock.advance(1);
      expect(await draw(await homes.claim())).toBe(true);
      await homes.mark(["U1"]);
      expect(await homes.dueInMs()).toBe(10_000);
    });

    test("are opened at once, whoever draws it, and whoever drew it before draws it once more", async () => {
      await look("U1");
      rest();
      await homes.mark(["U1"]);
      const older = await homes.claim();
      const opening = await homes.open("U1", "h2");
      expect(opening).toMatchObject({ person: "U1", hash: "h2" });
      expect(await draw(opening)).toBe(true);
      expect(await draw(older)).toBe(false);
      rest();
      expect(await homes.claim()).toMatchObject({ person: "U1", hash: "h1" });
    });

    test("share the room of all, which openings take without waiting for it", async () => {
      for (const person of ["U1", "U2", "U3", "U4", "U5", "U6"]) await look(person);
      rest();
      await homes.mark(["U1", "U2", "U3", "U4", "U5", "U6"]);
      const before = await claimAll();
      expect(before.map(({ person }) => person)).toEqual(["U1", "U2", "U3"]);
      for (const claim of before) await draw(claim);
      expect(await homes.dueInMs()).toBe(1000);
      await look("U7");
      expect(await homes.dueInMs()).toBe(2000);
      database.clock.advance(1999);
      expect(await homes.claim()).toBeNull();
      database.clock.advance(1);
      expect(await claimedPeople()).toEqual(["U4"]);
    });

    test("wait no longer than a minute, however many were opened", async () => {
      await look("U1");
      rest();
      await homes.mark(["U1"]);
      for (let count = 0; count < 200; count += 1) await look(`W${count}`);
      database.clock.advance(60_000);
      expect(await claimedPeople()).toEqual(["U1"]);
    });

    test("that were opened and could not be drawn go before all others, without waiting for room", async () => {
      for (const person of ["U1", "U2", "U3", "U4"]) await look(person);
      rest();
      await homes.mark(["U1", "U2", "U3", "U4"]);
      const opening = await homes.open("U9", null);
      await homes.retry(opening, { afterMs: 1000, isLimited: true });
      expect(await homes.claim()).toBeNull();
      database.clock.advance(1000);
      expect(await homes.claim()).toMatchObject({ person: "U9", hash: null });
      expect(await homes.dueInMs()).toBe(1000);
    });

    test("wait for as long as Slack asks, all that nobody opens", async () => {
      await look("U1");
      await look("U2");
      rest();
      await homes.mark(["U1", "U2"]);
      const limited = await homes.claim();
      await homes.retry(limited!, { afterMs: 30_000, isLimited: true });
      database.clock.advance(29_999);
      expect(await homes.claim()).toBeNull();
      expect(await homes.dueInMs()).toBe(1);
      database.clock.advance(1);
      expect(await claimedPeople()).toEqual(["U2"]);
      // What was refused was too much: all room comes back with time.
      expect(await homes.dueInMs()).toBe(1000);
    });

    test("of who died are another's once the claim is over", async () => {
      await look("U1");
      rest();
      await homes.mark(["U1"]);
      expect(await homes.claim()).not.toBeNull();
      database.clock.advance(leaseMs - 1);
      expect(await homes.claim()).toBeNull();
      database.clock.advance(1);
      expect(await homes.claim()).toMatchObject({ person: "U1" });
    });

    test("that can't be drawn wait for the next change", async () => {
      const opening = await homes.open("U1", null);
      await homes.leave(opening);
      rest();
      expect(await homes.claim()).toBeNull();
      await homes.mark(["U1"]);
      expect(await homes.claim()).toMatchObject({ person: "U1" });
    });

    test("are not put off by a clock that was set back", async () => {
      await look("U1");
      await homes.mark(["U1"]);
      await homes.retry((await homes.open("U2", null))!, { afterMs: 20_000 });
      database.clock.advance(-24 * 60 * 60_000);
      expect(await claimedPeople()).toEqual(["U2", "U1"]);
    });

    test("are marked with a transaction, of on-call those who looked within a day", async () => {
      await look("U1");
      await look("old", true);
      database.clock.advance(24 * 60 * 60_000);
      await look("oncall", true);
      rest();
      const also = (people: string[], options?: { onCall: boolean }) =>
        store.open((context) =>
          context.connection.transact((trx) => markHomes(context, trx, people, options)),
        );
      await also([], { onCall: true });
      expect(await claimedPeople()).toEqual(["oncall"]);
      await also([]);
      await also(["U1", "U1"]);
      expect(await claimedPeople()).toEqual(["U1"]);
      await expect(
        store.open((context) =>
          context.connection.transact(async (trx) => {
            await markHomes(context, trx, ["old"]);
            throw new Error("undone");
          }),
        ),
      ).rejects.toThrow("undone");
      expect(await homes.claim()).toBeNull();
    });

    test("are marked with an act and its end: its author's, and of an unknown outcome what on-call sees", async () => {
      await look("U1");
      await look("oncall", true);
      rest();
      const drawAll = async () => {
        const claims = await claimAll();
        for (const claim of claims)
          await homes.drawn(claim, { ...shown, isOnCall: claim.person === "oncall" });
        rest();
        return claims.map(({ person }) => person);
      };
      await store.operations.takeOn(anAct({ id: "a", author: "U1" }));
      expect(await drawAll()).toEqual(["U1"]);
      await store.operations.start("a");
      await store.operations.finish("a", anEnd({ outcome: "unknown" }));
      expect((await drawAll()).toSorted()).toEqual(["U1", "oncall"]);
      await store.operations.finish("a", anEnd({ outcome: "accepted" }));
      expect((await drawAll()).toSorted()).toEqual(["U1", "oncall"]);
      await store.operations.takeOn(anAct({ id: "b", author: "U1" }));
      await store.operations.start("b");
      await store.operations.finish("b", anEnd({}));
      expect(await drawAll()).toEqual(["U1"]);
    });

    test("go one by one when several instances look at once", async () => {
      const people = Array.from({ length: 10 }, (_, index) => `U${index}`);
      for (const person of people) await look(person);
      rest();
      await homes.mark(people);
      const claims = await Promise.all(Array.from({ length: 10 }, () => homes.claim()));
      expect(claims.filter((claim) => claim !== null).length).toBeLessThanOrEqual(pace.burst);
      const more = await claimAll();
      const taken = [...claims.flatMap((claim) => claim ?? []), ...more].map(({ person }) => person);
      expect(taken).toHaveLength(pace.burst);
      expect(new Set(taken).size).toBe(pace.burst);
    });

    test("are forgotten when nobody opened them for long", async () => {
      await look("U1");
      const before = database.clock.advance(1);
      await look("U2");
      await homes.purge(before);
      expect(await homes.openedSince(new Date(0))).toEqual(["U2"]);
      rest();
      await homes.mark(["U1"]);
      expect(await homes.claim()).toBeNull();
    });
  });
}
