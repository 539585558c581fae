import { describe, expect, test } from "vitest";
import type { Transact } from "../../src/store/database/tables.ts";
import type { Store } from "../../src/store/index.ts";
import { createPosts } from "../../src/store/posts/posts.ts";
import { claims, database, later, openSecond, store } from "./given.ts";
import { aPostAt, claimsOf, said, toAsked, toStanding } from "./post-claims.ts";
import { leaseMs } from "./store-database.ts";
import { aPostOf, drawnBy } from "./telling.ts";

/** Whose a post is for how long, whatever became of who claimed it. */
export function postClaimsContract(): void {
  describe("posts", () => {
    const add = (...posts: ReturnType<typeof aPostOf>[]) => store.posts.add({ posts });

    test("a claim that ran out is handed out again as what may repeat", async () => {
      await add(aPostOf("1"), aPostOf("2"));
      await claims.one();
      database.clock.advance(leaseMs - 1);
      expect(await claims.asked()).toEqual([]);
      database.clock.advance(1);
      const again = await claims.one();
      expect(again).toMatchObject({ subject: "1", mayRepeat: true, isTakenOver: true, attempts: 0 });
      await store.posts.delivered(again, toStanding(again));
      expect(await claims.one()).toMatchObject({ subject: "2", mayRepeat: false, isTakenOver: false });
    });

    test("a claim that another process left behind ends with its lease, on SQLite with its process", async () => {
      await add(aPostOf("1"));
      await claims.one();
      if (!database.isShared) await store.close();
      const next = claimsOf(await database.open("next"));
      if (database.isShared) {
        expect(await next.asked()).toEqual([]);
        database.clock.advance(leaseMs);
      }
      expect(await next.one()).toMatchObject({ subject: "1", mayRepeat: true });
    });

    test("what was claimed and nobody heard of is claimed again at once, as never tried, and by no other", async () => {
      await add(aPostAt("1", "A"), aPostAt("2", "B"));
      await store.posts.add({ lines: [said("2", "told")] });
      const [, other] = await claims.claim();
      await store.posts.delivered(other!, { channel: "B", ts: "17.2" });
      await add(aPostAt("new", "C"));
      let lost = 2;
      const deaf = store.open((context) => {
        const { connection } = context;
        const transact = loseAnswers(connection.transact, () => lost-- > 0);
        return createPosts(
          { ...context, connection: { ...connection, transact } },
          { listeners: new Set(), unheard: [] },
        );
      });
      await expect(deaf.claim(10, [drawnBy])).rejects.toThrow("lost");
      expect(await claims.asked()).toEqual([]);
      await expect(deaf.claim(10, [drawnBy])).rejects.toThrow("lost");
      const heard = await deaf.claim(10, [drawnBy]);
      expect(heard.map(toAsked).toSorted()).toEqual(["line 2: told", "new new"]);
      expect(heard).toMatchObject([{ mayRepeat: false }, { mayRepeat: false }]);
      expect(await deaf.claim(10, [drawnBy])).toEqual([]);
    });

    test("only a delivery under way can be put back, moved or given up", async () => {
      await add(aPostAt("1", "A", "B"));
      const one = await claims.one();
      await store.posts.retryAt(one, later(0), { error: "first" });
      expect(await store.posts.retryAt(one, later(99), { error: "second" })).toBe(false);
      expect(await store.posts.readdress(one, "second")).toBe(false);
      await store.posts.giveUp(one, "second");
      await store.posts.postAnew(one, "second");
      expect(await store.posts.retryAt({ ...one, id: 12_345 }, later(0), { error: "x" })).toBe(false);
      expect(await store.posts.list(["1"])).toMatchObject([{ waits: true, error: "first" }]);
      // It was delivered after all: there is nothing left to deliver.
      await store.posts.delivered(one, { channel: "A", ts: "17.1" });
      expect(await claims.asked()).toEqual([]);
    });

    test("what is noted once more of a claim that was noted leaves the next claim of the same process alone", async () => {
      await add(aPostAt("1", "A", "B", "C"));
      const first = await claims.one();
      expect(await store.posts.retryAt(first, later(0), { error: "rate limited" })).toBe(true);
      const second = await claims.one();
      expect(await store.posts.retryAt(first, later(0), { error: "rate limited" })).toBe(false);
      expect(await store.posts.readdress(second, "is_archived")).toBe(true);
      const third = await claims.one();
      expect(third).toMatchObject({ destination: "B" });
      expect(await store.posts.readdress(second, "is_archived")).toBe(true);
      await store.posts.giveUp(second, "is_archived");
      expect(await store.posts.list(["1"])).toMatchObject([{ waits: true, destination: "B" }]);
    });

    test("what is noted once more of a message that was left since takes nothing from the one that follows it", async () => {
      await add(aPostAt("1", "A", "B"));
      const first = await claims.one();
      await store.posts.delivered(first, toStanding(first));
      await store.posts.add({ changed: ["1"] });
      await store.posts.postAnew(await claims.one(), "is_archived");
      await store.posts.readdress(await claims.one(), "is_archived");
      const moved = await claims.one();
      await store.posts.delivered(first, toStanding(first));
      await store.posts.delivered(moved, { channel: "B", ts: "18.1" });
      expect(await store.posts.find("1", "result")).toEqual({ channel: "B", ts: "18.1" });
      await claims.nothingIsLeft();
    });

    test("a claim waits for nobody who tells at the same moment, and what was told is handed out", async () => {
      const stores = [store, await openSecond()];
      const handedOut: string[] = [];
      let isOver = false;
      const telling = Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          stores[index % 2]!.posts.add({
            posts: [aPostAt(`${index % 10}`, `C${index % 5}`)],
            lines: [said(`${index % 10}`, `${index}`)],
          }),
        ),
      ).then(() => {
        isOver = true;
      });
      const work = async (own: Store) => {
        for (let idle = 0; !isOver || idle < 2; ) {
          const done = await claimsOf(own).deliver(3);
          handedOut.push(...done);
          idle = done.length === 0 && (await own.posts.countQueued()) === 0 ? idle + 1 : 0;
        }
      };
      await Promise.all([telling, ...stores.map(work)]);
      const lines = handedOut.filter((asked) => asked.startsWith("line"));
      expect(lines).toHaveLength(40);
      expect(new Set(lines).size).toBe(40);
      expect(handedOut.filter((asked) => asked.startsWith("new"))).toHaveLength(10);
    });
  });
}

/** The commit goes through, and its answer doesn't come back. */
function loseAnswers(transact: Transact, isLost: () => boolean): Transact {
  return async (run) => {
    const done = await transact(run);
    if (isLost()) throw new Error("lost");
    return done;
  };
}
