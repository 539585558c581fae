import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ClaimedPost, Store } from "../../src/store/index.ts";
import {
  aKeyed,
  anAct,
  anEnd,
  aPost,
  leaseMs,
  type MakeDatabase,
  type TestDatabase,
} from "./store-database.ts";

/** Posts that change and thread. */
export function livingContract(makeDatabase: MakeDatabase): void {
  describe("living posts", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
    });
    afterEach(() => database.remove());

    const claimOne = async (): Promise<ClaimedPost> => {
      const [post, ...rest] = await store.posts.claim(10);
      expect(rest).toEqual([]);
      return post!;
    };
    const deliver = async (ts: string, channel = "C1") => {
      const post = await claimOne();
      expect(await store.posts.posted(post.id, { channel, ts })).toBe(true);
      return post;
    };
    const nothingIsLeft = async () => expect(await store.posts.claim(10)).toEqual([]);

    test("an edit and a line know their post as Slack's reply named it", async () => {
      await store.posts.add([aKeyed("post", "unknown", "U1")]);
      await deliver("17.1", "D1");
      await store.posts.add([aKeyed("edit", "arrived", "U1"), aKeyed("line", "reported", "U1")]);
      const target = { channel: "D1", ts: "17.1", mayRepeat: false };
      expect(await deliver("17.1", "D1")).toMatchObject({ kind: "edit", body: { text: "arrived" }, target });
      expect(await deliver("17.2", "D1")).toMatchObject({ kind: "line", target });
      await store.posts.add([aKeyed("edit", "accepted", "U1")]);
      expect(await claimOne()).toMatchObject({ body: { text: "accepted" }, target });
    });

    test("they wait behind the post they follow, in the order of storing, at its place", async () => {
      await store.posts.add([aKeyed("post", "1", "A"), aPost("2", "A")]);
      const first = await claimOne();
      await store.posts.add([aKeyed("edit", "3", "Z"), aKeyed("line", "4", "Z")]);
      await nothingIsLeft();
      await store.posts.posted(first.id, { channel: "A", ts: "17.1" });
      expect([await deliver("17.2"), await deliver("17.1"), await deliver("17.3")]).toMatchObject([
        { body: { text: "2" }, target: null },
        { body: { text: "3" }, destination: "A", destinations: ["A"], target: { ts: "17.1" } },
        { body: { text: "4" }, destination: "A", target: { ts: "17.1" } },
      ]);
    });

    test("an edit of what nobody can have seen becomes its body, one of what was tried follows it", async () => {
      await store.posts.add([aKeyed("post", "first"), aKeyed("line", "told"), aKeyed("edit", "second")]);
      const post = await claimOne();
      expect(post).toMatchObject({ kind: "post", body: { text: "second" } });
      await store.posts.add([aKeyed("edit", "third")]);
      await store.posts.retryAt(post, database.clock.now(), { error: "HTTP 503", mayRepeat: true });
      await store.posts.add([aKeyed("edit", "fourth")]);
      expect(await deliver("17.1")).toMatchObject({ body: { text: "second" }, mayRepeat: true });
      expect(await deliver("17.2")).toMatchObject({ kind: "line", target: { ts: "17.1", mayRepeat: true } });
      expect(await deliver("17.1")).toMatchObject({ kind: "edit", body: { text: "fourth" } });
      await nothingIsLeft();
    });

    test("an edit under way is followed by the next, and tried again it is no repeat", async () => {
      await store.posts.add([aKeyed("post", "first")]);
      await deliver("17.1");
      await store.posts.add([aKeyed("edit", "second")]);
      await claimOne();
      await store.posts.add([aKeyed("edit", "third")]);
      await nothingIsLeft();
      database.clock.advance(leaseMs);
      expect(await deliver("17.1")).toMatchObject({
        body: { text: "second" },
        attempts: 2,
        mayRepeat: false,
      });
      expect(await deliver("17.1")).toMatchObject({ body: { text: "third" } });
    });

    test("a post that goes elsewhere takes along what waits for it, and nothing else", async () => {
      await store.posts.add([aKeyed("post", "1", "A", "B"), aPost("2", "A")]);
      const first = await claimOne();
      const others = { ...aKeyed("line", "5", "A"), key: "other" };
      await store.posts.add([aKeyed("edit", "3"), aKeyed("line", "4"), others]);
      expect(await store.posts.readdress(first, "is_archived")).toBe(true);
      const [moved, stayed] = await store.posts.claim(10);
      expect([moved, stayed]).toMatchObject([
        { body: { text: "1" }, destination: "B" },
        { body: { text: "2" }, destination: "A" },
      ]);
      await store.posts.posted(moved!.id, { channel: "B", ts: "17.1" });
      const edit = await deliver("17.1", "B");
      expect(edit).toMatchObject({ body: { text: "3" }, destination: "B", destinations: ["A", "B"] });
      expect(await claimOne()).toMatchObject({ body: { text: "4" }, target: { channel: "B", ts: "17.1" } });
      await store.posts.posted(stayed!.id, { channel: "A", ts: "17.2" });
      expect(await claimOne()).toMatchObject({ body: { text: "5" }, destination: "A", target: null });
    });

    test("an edit that is refused becomes a post at the same place, and takes over the key", async () => {
      await store.posts.add([aKeyed("post", "first", "A", "B")]);
      await deliver("17.1", "A");
      await store.posts.add([aKeyed("edit", "second"), aKeyed("line", "told")]);
      const edit = await claimOne();
      await store.posts.add([aKeyed("edit", "third")]);
      expect(await store.posts.postAnew(edit, "message_not_found")).toBe(true);
      expect(await store.posts.postAnew(edit, "message_not_found")).toBe(false);
      expect(await deliver("17.5", "A")).toMatchObject({
        kind: "post",
        key: "k",
        destination: "A",
        destinations: ["A", "B"],
        body: { text: "second" },
        attempts: 1,
        mayRepeat: false,
        target: null,
      });
      expect(await deliver("17.6", "A")).toMatchObject({ kind: "line", target: { ts: "17.5" } });
      expect(await claimOne()).toMatchObject({ body: { text: "third" }, target: { ts: "17.5" } });
    });

    test("an edit that goes to the next destination is a post there, and takes over the key", async () => {
      await store.posts.add([aKeyed("post", "first", "A", "B")]);
      await deliver("17.1", "A");
      await store.posts.add([aKeyed("edit", "second"), aKeyed("line", "told")]);
      expect(await store.posts.readdress(await claimOne(), "externally_shared")).toBe(true);
      expect(await deliver("17.5", "B")).toMatchObject({ kind: "post", destination: "B" });
      expect(await claimOne()).toMatchObject({ destination: "B", target: { channel: "B", ts: "17.5" } });
    });

    test("an edit goes on from where its post stands by its own places", async () => {
      await store.posts.add([aKeyed("post", "waits", "A", "D")]);
      await deliver("17.1", "A");
      await store.posts.add([
        aKeyed("edit", "unknown", "A", "B", "D"),
        aKeyed("line", "told", "A", "B", "D"),
      ]);
      const edit = await claimOne();
      expect(edit).toMatchObject({ destination: "A", target: { ts: "17.1" } });
      expect(await store.posts.readdress(edit, "is_archived")).toBe(true);
      expect(await deliver("17.5", "B")).toMatchObject({ kind: "post", destination: "B" });
      expect(await claimOne()).toMatchObject({ kind: "line", destination: "B", target: { channel: "B" } });
    });

    test("an edit goes to no place a second time that its post has left", async () => {
      await store.posts.add([aKeyed("post", "waits", "A", "B", "C")]);
      for (let moves = 1; moves <= 2; moves += 1)
        await store.posts.readdress(await claimOne(), "is_archived");
      await deliver("17.1", "C");
      await store.posts.add([aKeyed("edit", "unknown", "A", "C", "D", "B")]);
      expect(await claimOne()).toMatchObject({ destination: "C", destinations: ["A", "B", "C", "D"] });
    });

    test("an edit of what nobody can have seen brings its places with it", async () => {
      await store.posts.add([aKeyed("post", "waits", "A", "D"), aKeyed("edit", "unknown", "A", "B", "D")]);
      const post = await claimOne();
      expect(post).toMatchObject({ destination: "A", destinations: ["A", "B", "D"] });
    });

    test("an edit whose post has left its first place stays with it", async () => {
      await store.posts.add([aKeyed("post", "waits", "A", "D")]);
      await store.posts.readdress(await claimOne(), "is_archived");
      await deliver("17.1", "D");
      await store.posts.add([aKeyed("edit", "unknown", "C", "B", "D")]);
      expect(await claimOne()).toMatchObject({ destination: "D", destinations: ["A", "D"] });
    });

    test("a line whose post is gone is a post of its own, and no edit changes it", async () => {
      await store.posts.add([aKeyed("line", "told")]);
      const line = await claimOne();
      expect(line).toMatchObject({ kind: "line", target: null });
      expect(await store.posts.postAnew(line, "nothing to answer")).toBe(true);
      expect(await deliver("17.1")).toMatchObject({ kind: "post", key: null });
      await store.posts.add([aKeyed("edit", "state")]);
      expect(await claimOne()).toMatchObject({ kind: "edit", target: null });
    });

    test("a post is not posted anew", async () => {
      await store.posts.add([aKeyed("post", "1")]);
      expect(await store.posts.postAnew(await claimOne(), "x")).toBe(false);
    });

    test("an edit of what was given up is on its own way, and one without any destination is given up", async () => {
      await store.posts.add([aKeyed("post", "1", "A")]);
      await store.posts.undeliverable(await claimOne(), "is_archived");
      const nowhere = { ...aKeyed("edit", "x"), key: "other", destinations: [] };
      await store.posts.add([aKeyed("edit", "2", "B"), nowhere]);
      expect(await claimOne()).toMatchObject({ destination: "B", target: null });
    });

    test("a newer post of the key is the living one, and an edit stored before it changes the one before", async () => {
      await store.posts.add([aKeyed("post", "1")]);
      await deliver("17.1");
      await store.posts.add([aKeyed("edit", "2"), aKeyed("post", "3"), aKeyed("edit", "4")]);
      expect(await deliver("17.1")).toMatchObject({ body: { text: "2" }, target: { ts: "17.1" } });
      expect(await deliver("17.9")).toMatchObject({ kind: "post", body: { text: "4" } });
      await store.posts.add([aKeyed("edit", "5")]);
      expect(await claimOne()).toMatchObject({ target: { ts: "17.9" } });
    });

    test.each(["posted", "under way"])(
      "an edit that arrived late makes the newest, %s, come once more",
      async (state) => {
        await store.posts.add([aKeyed("post", "1")]);
        await deliver("17.1");
        await store.posts.add([aKeyed("edit", "older")]);
        const late = await claimOne();
        database.clock.advance(leaseMs);
        await deliver("17.1");
        await store.posts.add([aKeyed("edit", "newer")]);
        const newest = await claimOne();
        const place = { channel: "C1", ts: "17.1" };
        const noteNewest = async () => expect(await store.posts.posted(newest.id, place)).toBe(true);
        if (state === "posted") await noteNewest();
        // Noted twice, as where the first answer is lost.
        expect(await store.posts.posted(late.id, place)).toBe(false);
        expect(await store.posts.posted(late.id, place)).toBe(false);
        if (state === "under way") await noteNewest();
        expect(await deliver("17.1")).toMatchObject({ kind: "edit", body: { text: "newer" } });
        await nothingIsLeft();
      },
    );

    test("what an operation told is kept with the conversation that Slack named", async () => {
      await store.operations.takeOn(anAct({ id: "a" }));
      const posts = () => [aKeyed("post", "1", "U1")];
      await store.operations.finish("a", anEnd({ outcome: "not_sent", posts }));
      await deliver("17.1", "D1");
      expect(await store.posts.forOperation("a")).toMatchObject([
        { kind: "post", key: "k", destination: "U1", channel: "D1", ts: "17.1" },
      ]);
    });
  });
}
