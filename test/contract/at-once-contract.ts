import { describe, expect, test } from "vitest";
import type { Transact } from "../../src/store/database/tables.ts";
import { transact } from "../../src/store/database/transact.ts";
import type { ClaimedPost, NewPost } from "../../src/store/index.ts";
import { createPosts } from "../../src/store/posts/posts.ts";
import { tell } from "../../src/store/posts/tell.ts";
import { claims, database, store } from "./given.ts";
import { aPostAt, said, toAsked, toStanding } from "./post-claims.ts";
import { leaseMs } from "./store-database.ts";
import { aPostOf, drawnBy } from "./telling.ts";

/** A courier that takes what it is given until it is full. */
function deliver() {
  const taken: ClaimedPost[] = [];
  const courier = { isFull: false, timesWoken: 0 };
  const leave = store.posts.deliverBy({
    kinds: new Set([drawnBy]),
    wake: () => {
      courier.timesWoken += 1;
    },
    offer: () => (courier.isFull ? null : (posts) => taken.push(...posts)),
  });
  const asked = () => taken.splice(0).map(toAsked);
  return { taken, courier, asked, leave };
}

/** What is new goes to this process's delivery with the transaction that tells it. */
export function atOnceContract(): void {
  describe("posts that are claimed where they are told", () => {
    const add = (...posts: NewPost[]) => store.posts.add({ posts });

    test("are new, and come where nothing waits and nothing is under way", async () => {
      const { taken, asked, courier } = deliver();
      await add(aPostAt("1", "A"), aPostAt("2", "B"));
      const [first, second] = [...taken];
      expect(asked()).toEqual(["new 1", "new 2"]);
      expect(first).toMatchObject({ mayRepeat: false, isTakenOver: false, wanted: 1, attempts: 0 });
      expect(courier.timesWoken).toBe(0);
      await add(aPostAt("3", "A"));
      expect(asked()).toEqual([]);
      expect(courier.timesWoken).toBe(1);
      expect(await claims.asked()).toEqual([]);
      await store.posts.delivered(first!, toStanding(first!));
      await store.posts.delivered(second!, toStanding(second!));
      await add(aPostAt("4", "A"));
      expect(await claims.deliver()).toEqual(["new 3"]);
      expect(await claims.deliver()).toEqual(["new 4"]);
      await add(aPostAt("5", "A"));
      expect(asked()).toEqual(["new 5"]);
    });

    test("are the first of a conversation; what follows it waits for a claim", async () => {
      const { taken } = deliver();
      const lines = [said("1", "told")];
      await store.posts.add({ posts: [aPostAt("1", "A"), aPostAt("2", "A")], lines });
      expect(taken.map(toAsked)).toEqual(["new 1"]);
      await store.posts.delivered(taken[0]!, toStanding(taken[0]!));
      expect([await claims.deliver(), await claims.deliver()].flat().toSorted()).toEqual([
        "line 1: told",
        "new 2",
      ]);
      await claims.nothingIsLeft();
    });

    test("are no edits, and none of a kind that isn't drawn here, nor for who has enough or has left", async () => {
      const { taken, asked, courier, leave } = deliver();
      await add(aPostAt("stands", "B"));
      for (const claimed of taken.splice(0)) await store.posts.delivered(claimed, toStanding(claimed));
      await add({ ...aPostAt("other", "A"), kind: "of a newer version" });
      courier.isFull = true;
      await add(aPostAt("full", "C"));
      courier.isFull = false;
      await store.posts.add({ changed: ["stands"] });
      leave();
      await add(aPostAt("left", "D"));
      expect(asked()).toEqual([]);
    });

    test("stay where they were when the transaction fails", async () => {
      const { asked } = deliver();
      const failing = store.open((context) => ({
        add: (post: NewPost) =>
          transact(context, async (trx) => {
            await tell(context, trx, { posts: [post] });
            throw new Error("failed");
          }),
      }));
      await expect(failing.add(aPostOf("1"))).rejects.toThrow("failed");
      expect(asked()).toEqual([]);
      await add(aPostOf("1"));
      expect(asked()).toEqual(["new 1"]);
    });

    test("are all claimed again at once, as never tried, when the answers of commits were lost", async () => {
      const { asked, courier } = deliver();
      const deaf = store.open((context) => {
        const connection = { ...context.connection, transact: losing(context.connection.transact) };
        const own = { ...context, connection };
        return {
          add: (post: NewPost) => transact(own, (trx) => tell(own, trx, { posts: [post] })),
        };
      });
      const posts = [aPostAt("1", "A"), aPostAt("2", "B"), aPostAt("3", "C")];
      for (const post of posts) await expect(deaf.add(post)).rejects.toThrow("lost");
      expect(asked()).toEqual([]);
      expect(courier.timesWoken).toBe(3);
      const again = await claims.claim();
      expect(again.map(toAsked).toSorted()).toEqual(["new 1", "new 2", "new 3"]);
      for (const post of again) expect(post).toMatchObject({ mayRepeat: false, isTakenOver: false });
    });

    test("are none that something in the same transaction goes before", async () => {
      const { taken, asked, courier } = deliver();
      await add(aPostAt("stands", "A"));
      await store.posts.delivered(taken[0]!, toStanding(taken[0]!));
      asked();
      await store.posts.add({ changed: ["stands"], posts: [aPostAt("new", "A")] });
      expect(asked()).toEqual([]);
      expect(courier.timesWoken).toBe(1);
      expect([await claims.deliver(), await claims.deliver()].flat()).toEqual(["edit stands", "new new"]);
    });

    test("wake nobody where a transaction told nothing and failed: a claim that fails waits before the next", async () => {
      const { courier } = deliver();
      const failing = store.open((context) => {
        const connection = { ...context.connection, transact: losing(context.connection.transact) };
        return createPosts({ ...context, connection }, { listeners: new Set(), unheard: [] });
      });
      await expect(failing.claim(10, [drawnBy])).rejects.toThrow("lost");
      expect(courier.timesWoken).toBe(0);
    });

    test("are handed out as what may repeat when their claim ran out", async () => {
      const { taken } = deliver();
      await add(aPostOf("1"));
      database.clock.advance(leaseMs - 1);
      expect(await claims.asked()).toEqual([]);
      database.clock.advance(1);
      const again = await claims.one();
      expect(again).toMatchObject({ subject: "1", mayRepeat: true, isTakenOver: true });
      // Whoever had it notes late that it stands.
      await store.posts.delivered(taken[0]!, toStanding(taken[0]!));
      await store.posts.delivered(again, toStanding(again));
      expect(await store.posts.find("1", "result")).toEqual(toStanding(taken[0]!));
    });
  });
}

function losing(transact: Transact): Transact {
  return async (run) => {
    await transact(run);
    throw new Error("lost");
  };
}
