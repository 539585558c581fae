import { beforeEach, describe, expect, test } from "vitest";
import type { NotifiedPost } from "../../src/post-queue.ts";
import { transact } from "../../src/store/database/transact.ts";
import type { Store } from "../../src/store/index.ts";
import { notify } from "../../src/store/posts/notify.ts";
import { eventually } from "../support/eventually.ts";
import { connectOutside, othersWait } from "../support/postgres-locks.ts";
import { database, openSecond, store } from "./given.ts";
import { aPostOf, asDelivered, listen, said, waitingIn } from "./notifications.ts";

const forMs = 15_000;

/** One instance delivers: no other marks or saves posts, and it misses nothing that others add meanwhile. */
export function oneDeliversContract(): void {
  describe("the lease of the instance that delivers posts", () => {
    let second: Store;
    beforeEach(async () => {
      second = await openSecond();
      expect(await store.posts.lead(forMs)).toBe(true);
    });
    const add = async (...notification: Parameters<typeof store.posts.add>): Promise<NotifiedPost[]> => {
      await store.posts.add(...notification);
      return await waitingIn(store);
    };

    test("isn't needed when only one process can open the database", async ({ skip }) => {
      skip(database.isShared, "several can");
      const [notified] = await add({ posts: [aPostOf("a")] });
      await store.posts.resign();
      database.clock.advance(forMs);
      expect(await store.posts.attempt({ posts: [notified!.post.id], lines: [] })).not.toBe(null);
      expect(await store.posts.save([asDelivered(notified!)])).toHaveLength(1);
      expect([await store.posts.lead(forMs), store.posts.hears()]).toEqual([true, true]);
      await store.posts.announce([notified!.post.id]);
    });

    test("keeps every other instance from marking or saving posts until it is over", async ({ skip }) => {
      skip(!database.isShared, "one process has it");
      const posts = [aPostOf("a"), aPostOf("b", { linksTo: "a" })];
      const all = await add({ posts, lines: [said("a", "1")] });
      const notified = all[0]!;
      const leaving = { posts: [notified.post.id], lines: notified.lines.map(({ id }) => id) };
      const expectFenced = async ({ posts }: Store) => {
        expect(await posts.attempt(leaving)).toBe(null);
        const linking = { appeared: "b", leadBack: ["b"] };
        expect(await posts.save([asDelivered(notified, linking)])).toBeNull();
        expect(await waitingIn(store)).toEqual(all);
      };
      database.clock.advance(forMs - 1);
      expect(await second.posts.lead(forMs)).toBe(false);
      await expectFenced(second);
      database.clock.advance(1);
      await expectFenced(store);
      expect(await second.posts.lead(forMs)).toBe(true);
      expect(await store.posts.lead(forMs)).toBe(false);
      await expectFenced(store);
      expect(await second.posts.attempt(leaving)).toEqual(leaving);
      expect(await second.posts.save([asDelivered(notified)])).toHaveLength(2);
    });

    test("stays with an instance that renews it until the instance gives it up", async ({ skip }) => {
      skip(!database.isShared, "one process has it");
      database.clock.advance(forMs - 1);
      expect(await store.posts.lead(forMs)).toBe(true);
      database.clock.advance(forMs - 1);
      expect(await second.posts.lead(forMs)).toBe(false);
      await second.posts.resign();
      expect(await second.posts.lead(forMs)).toBe(false);
      await store.posts.resign();
      expect(await second.posts.lead(forMs)).toBe(true);
    });

    test("passes to an instance of a newer version, and back when that instance has ended", async ({
      skip,
    }) => {
      skip(!database.isShared, "one process has it");
      const newer = await database.open("newer");
      await newer.operations.beat();
      expect([await store.posts.lead(forMs), await newer.posts.lead(forMs)]).toEqual([false, false]);
      await store.posts.resign();
      expect([await second.posts.lead(forMs), await newer.posts.lead(forMs)]).toEqual([false, true]);
      await newer.posts.resign();
      database.clock.advance(15_001);
      expect(await store.posts.lead(forMs)).toBe(true);
    });

    test("passes to another instance when the clock was set back", async ({ skip }) => {
      skip(!database.isShared, "one process has it");
      database.clock.advance(-3_600_000);
      expect(await second.posts.lead(forMs)).toBe(true);
      const [notified] = await add({ posts: [aPostOf("a")] });
      expect(await second.posts.save([asDelivered(notified!)])).toHaveLength(1);
    });

    test("lets another instance hear which posts were added and that the lease was given up", async ({
      skip,
    }) => {
      skip(!database.isShared, "there are no others");
      const { looks, leave } = listen(second);
      await eventually(() => expect(second.posts.hears()).toBe(true));
      looks.length = 0;
      await store.posts.announce([7, 8]);
      await eventually(() => expect(looks).toContainEqual([7, 8]));
      await store.posts.resign();
      await eventually(() => expect(looks).toContain(undefined));
      leave();
      expect(second.posts.hears()).toBe(false);
    });

    test("lets a post be updated that is added while the post that it links to is being saved", async ({
      skip,
    }) => {
      skip(!database.isShared, "nobody waits");
      const [result] = await add({ posts: [aPostOf("result")] });
      const outside = await connectOutside(database.url);
      const isBehind = Promise.withResolvers<void>();
      const notification = second.open((context) =>
        transact(context, async (trx) => {
          await notify(context, trx, { posts: [aPostOf("copy", { linksTo: "result" })] });
          await isBehind.promise;
        }),
      );
      await eventually(async () => expect(await lockedPosts(outside)).toBe(1));
      const saving = store.posts.save([asDelivered(result!)]);
      await othersWait(outside);
      isBehind.resolve();
      await Promise.all([notification, saving]);
      expect(await waitingIn(store)).toMatchObject([{ post: { subject: "copy", version: 2 } }]);
    });
  });
}

/** The number of posts that other transactions have locked. */
async function lockedPosts(outside: Awaited<ReturnType<typeof connectOutside>>): Promise<number> {
  await outside.query("begin");
  const { rows } = await outside.query("select id from posts for update skip locked");
  const { rows: all } = await outside.query("select id from posts");
  await outside.query("rollback");
  return all.length - rows.length;
}
