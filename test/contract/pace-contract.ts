import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ClaimedPost, Store } from "../../src/store/index.ts";
import { aKeyed, aPost, type MakeDatabase, type TestDatabase } from "./store-database.ts";

const pace = { postMs: 1000, editMs: 1200, editBurst: 3 };

/** Over two processes where the database allows it, else over one. */
export function paceContract(makeDatabase: MakeDatabase): void {
  describe("pace", () => {
    let database: TestDatabase;
    let first: Store;
    let second: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      first = await database.open("first", pace);
      second = database.isShared ? await database.open("second", pace) : first;
    });
    afterEach(() => database.remove());

    const later = (ms: number) => new Date(database.clock.now().getTime() + ms);
    const claimTexts = async (store: Store) => (await store.posts.claim(10)).map(toText);
    const deliverAll = async (store: Store) => {
      const posts = await store.posts.claim(10);
      for (const { id, destination } of posts)
        await store.posts.posted(id, { channel: destination, ts: "1" });
      return posts.map(toText);
    };
    const keyed = (kind: "post" | "edit", keys: string[]) =>
      keys.map((key) => ({ ...aKeyed(kind, `${kind} ${key}`, key), key }));

    test("a destination is free again a while after each post, whoever delivers the next", async () => {
      await first.posts.add([aPost("1", "A"), aPost("2", "A"), aPost("3", "B")]);
      expect(await deliverAll(first)).toEqual(["1", "3"]);
      await second.posts.add([aPost("4", "C")]);
      expect(await deliverAll(second)).toEqual(["4"]);
      database.clock.advance(999);
      expect(await claimTexts(second)).toEqual([]);
      expect(await second.posts.nextDueAt()).toEqual(later(1));
      database.clock.advance(1);
      expect(await claimTexts(second)).toEqual(["2"]);
    });

    test("a try that failed counts too", async () => {
      await first.posts.add([aPost("1", "A")]);
      const [post] = await first.posts.claim(1);
      await first.posts.retryAt(post!, later(10), { error: "HTTP 503", mayRepeat: true });
      expect(await second.posts.nextDueAt()).toEqual(later(1000));
      database.clock.advance(999);
      expect(await claimTexts(second)).toEqual([]);
      database.clock.advance(1);
      expect(await claimTexts(second)).toEqual(["1"]);
    });

    test("edits have a pace of their own, over all destinations", async () => {
      const keys = ["A", "B", "C", "D"];
      await first.posts.add(keyed("post", keys));
      await deliverAll(first);
      await first.posts.add(keyed("edit", keys));
      // One by one: what is under way is not counted yet. The posts just delivered don't hold them.
      for (const key of ["A", "B", "C"]) {
        const [edit] = await first.posts.claim(1);
        expect(edit).toMatchObject({ kind: "edit", key });
        await first.posts.posted(edit!.id, { channel: key, ts: "1" });
      }
      expect(await claimTexts(second)).toEqual([]);
      expect(await second.posts.nextDueAt()).toEqual(later(1200));
      database.clock.advance(1200);
      expect(await claimTexts(second)).toEqual(["edit D"]);
    });

    test("a pause that Slack asked for one edit holds all of them, and no post", async () => {
      await first.posts.add(keyed("post", ["A", "B"]));
      await deliverAll(first);
      await first.posts.add(keyed("edit", ["A", "B"]));
      const [edit] = await first.posts.claim(1);
      const pause = { error: "ratelimited", pausesEdits: true };
      await first.posts.retryAt(edit!, later(30_000), pause);
      await first.posts.add([aPost("post", "C")]);
      expect(await deliverAll(second)).toEqual(["post"]);
      database.clock.advance(29_999);
      expect(await claimTexts(second)).toEqual([]);
      expect(await second.posts.nextDueAt()).toEqual(later(1));
      database.clock.advance(1);
      expect(await claimTexts(second)).toEqual(["edit A", "edit B"]);
    });

    test("what is no edit passes edits that have to wait, unless it is of the same key", async () => {
      await first.posts.add(keyed("post", ["A", "B"]));
      await deliverAll(first);
      await first.posts.add(keyed("edit", ["A", "B"]));
      const [edit] = await first.posts.claim(1);
      await first.posts.retryAt(edit!, later(30_000), { error: "ratelimited", pausesEdits: true });
      const line = { ...aKeyed("line", "line A", "A"), key: "A" };
      const again = { ...aKeyed("post", "post B again", "B"), key: "B" };
      await first.posts.add([line, again, aPost("new", "A"), aPost("newer", "A")]);
      expect(await second.posts.nextDueAt()).toEqual(later(1000));
      database.clock.advance(1000);
      expect(await deliverAll(second)).toEqual(["new"]);
      database.clock.advance(1000);
      const [newer] = await second.posts.claim(10);
      expect(newer).toMatchObject({ body: { text: "newer" } });
      // One that has to wait itself holds up no edit.
      await second.posts.retryAt(newer!, later(60_000), { error: "HTTP 503" });
      expect(await claimTexts(second)).toEqual([]);
      expect(await second.posts.nextDueAt()).toEqual(later(28_000));
      database.clock.advance(28_000);
      expect(await deliverAll(first)).toEqual(["edit A", "edit B"]);
      expect(await deliverAll(second)).toEqual(["line A", "post B again"]);
    });

    test("a pace that is past goes with the next purge", async () => {
      await first.posts.add([aPost("1", "A"), aPost("2", "A")]);
      await deliverAll(first);
      await first.purge({ closedBefore: later(0) });
      expect(await claimTexts(first)).toEqual([]);
      await first.purge({ closedBefore: later(1001) });
      expect(await claimTexts(first)).toEqual(["2"]);
    });
  });
}

function toText({ body }: ClaimedPost): unknown {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body["text"] : body;
}
