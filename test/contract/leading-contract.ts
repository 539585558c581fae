import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ClaimedPost, NewPost, Store } from "../../src/store/index.ts";
import { leaseMs, type MakeDatabase, type TestDatabase } from "./store-database.ts";

const result = { channel: "C1", ts: "17.1" };
const copy = { channel: "C9", ts: "99.1" };

/** Posts that lead to another post, whose place nobody knows before Slack has it. */
export function leadingContract(makeDatabase: MakeDatabase): void {
  describe("a post that links to another", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
    });
    afterEach(() => database.remove());

    const aResult = (text = "result"): NewPost => ({
      ...{ kind: "post", key: "result", destinations: ["C1"], author: "U1", body: { text } },
    });
    const aCopy = (kind: "post" | "edit", text: string): NewPost => ({
      ...{ kind, key: "copy", destinations: ["C9"], author: "U1", body: { text }, linksTo: "result" },
    });
    const claim = async () => {
      const posts = await store.posts.claim(10);
      return (destination: string): ClaimedPost => posts.find((post) => post.destination === destination)!;
    };
    const nothingIsLeft = async () => expect(await store.posts.claim(10)).toEqual([]);

    test("waits for nothing, and is edited once more when the other is there", async () => {
      await store.posts.add([aResult(), aCopy("post", "unknown")]);
      const at = await claim();
      expect(at("C9")).toMatchObject({ link: null, isLinkOnly: false });
      await store.posts.posted(at("C9").id, copy);
      await nothingIsLeft();
      await store.posts.posted(at("C1").id, result);
      const added = (await claim())("C9");
      expect(added).toMatchObject({ kind: "edit", body: { text: "unknown" }, target: copy, link: result });
      expect(added).toMatchObject({ isLinkOnly: true, attempts: 1, mayRepeat: false });
      await store.posts.posted(added.id, copy);
      await nothingIsLeft();
    });

    test("is edited too when it was under way just then, and may have to be shown again", async () => {
      await store.posts.add([aResult(), aCopy("post", "unknown")]);
      const at = await claim();
      await store.posts.posted(at("C1").id, result);
      await nothingIsLeft();
      database.clock.advance(leaseMs);
      const again = (await claim())("C9");
      expect(again).toMatchObject({ kind: "post", link: result, isLinkOnly: false, mayRepeat: true });
      await store.posts.posted(again.id, copy);
      expect((await claim())("C9")).toMatchObject({ isLinkOnly: true, link: result });
    });

    test("is not edited when it comes later: it has the link from the start", async () => {
      await store.posts.add([aResult()]);
      await store.posts.posted((await claim())("C1").id, result);
      await store.posts.add([aCopy("post", "unknown")]);
      const first = (await claim())("C9");
      expect(first).toMatchObject({ kind: "post", link: result });
      await store.posts.posted(first.id, copy);
      await nothingIsLeft();
    });

    test("keeps the link over later changes, which take the place of an edit that adds it alone", async () => {
      await store.posts.add([aResult(), aCopy("post", "unknown")]);
      const at = await claim();
      await store.posts.posted(at("C9").id, copy);
      await store.posts.posted(at("C1").id, result);
      await store.posts.add([aCopy("edit", "arrived")]);
      const change = (await claim())("C9");
      expect(change).toMatchObject({ body: { text: "arrived" }, link: result, isLinkOnly: false });
      await store.posts.posted(change.id, copy);
      await nothingIsLeft();
    });

    test("never becomes older by it", async () => {
      await store.posts.add([aResult(), aCopy("post", "unknown")]);
      const at = await claim();
      await store.posts.posted(at("C9").id, copy);
      await store.posts.add([aCopy("edit", "arrived")]);
      await store.posts.posted((await claim())("C9").id, copy);
      await store.posts.posted(at("C1").id, result);
      expect((await claim())("C9")).toMatchObject({ body: { text: "arrived" }, isLinkOnly: true });
    });

    test("follows the other to where it is said anew", async () => {
      await store.posts.add([aResult()]);
      await store.posts.posted((await claim())("C1").id, result);
      await store.posts.add([aCopy("post", "unknown")]);
      await store.posts.posted((await claim())("C9").id, copy);
      await store.posts.add([{ ...aResult("arrived"), kind: "edit", key: "result" }]);
      const refused = (await claim())("C1");
      await store.posts.postAnew(refused, "edit_window_closed");
      await store.posts.posted((await claim())("C1").id, { channel: "C1", ts: "17.9" });
      expect((await claim())("C9")).toMatchObject({ isLinkOnly: true, link: { channel: "C1", ts: "17.9" } });
    });

    test("is left alone when it was given up", async () => {
      await store.posts.add([aResult(), aCopy("post", "unknown")]);
      const at = await claim();
      await store.posts.undeliverable(at("C9"), "channel_not_found");
      await store.posts.posted(at("C1").id, result);
      await nothingIsLeft();
    });
  });
}
