import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { aPost, type MakeDatabase, type TestDatabase } from "./store-database.ts";

export function onceContract(makeDatabase: MakeDatabase): void {
  describe("posts that are added once", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
    });
    afterEach(() => database.remove());

    test("are queued the first time, and other keys are other posts", async () => {
      expect(await store.posts.addOnce("greeting:U1", [aPost("hello", "U1")])).toBe(true);
      expect(await store.posts.addOnce("greeting:U1", [aPost("hello again", "U1")])).toBe(false);
      expect(await store.posts.addOnce("greeting:U2", [aPost("hello", "U2")])).toBe(true);
      const queued = await store.posts.claim(10);
      expect(queued.map(({ destination, body }) => [destination, body])).toEqual([
        ["U1", { text: "hello" }],
        ["U2", { text: "hello" }],
      ]);
    });

    test("are one when twenty come at once, over two processes where the database allows it", async () => {
      const stores = [store, database.isShared ? await database.open("second") : store];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => stores[index % 2]!.posts.addOnce("k", [aPost(`${index}`)])),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await store.posts.countQueued()).toBe(1);
    });

    test("stay told after a purge of everything that was delivered", async () => {
      await store.posts.addOnce("k", [aPost("hello")]);
      const [post] = await store.posts.claim(1);
      await store.posts.posted(post!.id, { channel: "C1", ts: "1.1" });
      await store.purge({ closedBefore: database.clock.advance(1000) });
      expect(await store.posts.addOnce("k", [aPost("hello")])).toBe(false);
    });

    test("wake those who wait for posts, only when something is added", async () => {
      let woken = 0;
      store.posts.onAdded(() => {
        woken += 1;
      });
      await store.posts.addOnce("k", [aPost("hello")]);
      await store.posts.addOnce("k", [aPost("hello")]);
      expect(woken).toBe(1);
    });
  });
}
