import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Transact } from "../../src/store/database/tables.ts";
import type { ClaimedPost, Store } from "../../src/store/index.ts";
import { createDelivery } from "../../src/store/posts/delivery.ts";
import { anAct, anEnd, aPost, leaseMs, type MakeDatabase, type TestDatabase } from "./store-database.ts";

export function postsContract(makeDatabase: MakeDatabase): void {
  describe("posts", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
    });
    afterEach(() => database.remove());

    const claimTexts = async (limit = 10) => (await store.posts.claim(limit)).map(toText);
    const claimOne = async (): Promise<ClaimedPost> => {
      const [post, ...rest] = await store.posts.claim(10);
      expect(rest).toEqual([]);
      return post!;
    };
    const later = (ms: number) => new Date(database.clock.now().getTime() + ms);

    test("hands out a post with all that its delivery needs", async () => {
      await store.operations.takeOn(anAct({ id: "a" }));
      const posts = () => [aPost("x", "C1", "D1", "C1")];
      await store.operations.finish("a", anEnd({ outcome: "not_sent", posts }));
      expect(await store.posts.claim(10)).toEqual([
        {
          id: expect.any(Number),
          lease: expect.stringMatching(/^\S+ \S+$/),
          kind: "post",
          key: null,
          target: null,
          link: null,
          isLinkOnly: false,
          destination: "C1",
          destinations: ["C1", "D1"],
          body: { text: "x" },
          author: "U1",
          attempts: 1,
          mayRepeat: false,
          operationId: "a",
          createdAt: database.clock.now(),
        },
      ]);
    });

    test("a clock that is set back holds no post up for longer than the longest delay", async () => {
      await store.posts.add([aPost("waits", "A"), aPost("put off", "B")]);
      const [, putOff] = await store.posts.claim(10);
      await store.posts.retryAt(putOff!, later(24 * 3_600_000), { error: "rate limited" });
      await store.posts.add([aPost("new", "C")]);
      database.clock.advance(-3_600_000);
      expect(await store.posts.nextDueAt()).toEqual(database.clock.now());
      expect(await claimTexts()).toEqual(["put off", "new"]);
    });

    test("a delay that is longer than any is cut to the longest", async () => {
      await store.posts.add([aPost("put off")]);
      await store.posts.retryAt(await claimOne(), later(24 * 3_600_000), { error: "rate limited" });
      expect(await claimTexts()).toEqual([]);
      database.clock.advance(15 * 60_000);
      expect(await claimTexts()).toEqual(["put off"]);
    });

    test("hands out one post per destination, oldest first, up to the number asked for", async () => {
      await store.posts.add([aPost("1", "B"), aPost("2", "A"), aPost("3", "A"), aPost("4", "C")]);
      expect(await claimTexts(2)).toEqual(["1", "2"]);
      expect(await claimTexts()).toEqual(["4"]);
      expect(await claimTexts()).toEqual([]);
    });

    test("the next of a destination follows when the one before is delivered or given up", async () => {
      await store.posts.add([aPost("1"), aPost("2"), aPost("3")]);
      const first = await claimOne();
      expect(await store.posts.posted(first.id, { channel: "C1", ts: "17.1" })).toBe(true);
      expect(await store.posts.posted(first.id, { channel: "C1", ts: "17.2" })).toBe(false);
      const second = await claimOne();
      expect(second.body).toEqual({ text: "2" });
      expect(await store.posts.undeliverable(second, "is_archived")).toBe(true);
      expect(await store.posts.undeliverable(second, "is_archived")).toBe(true);
      expect(await claimTexts()).toEqual(["3"]);
    });

    test("a post that has to wait is not overtaken, and other destinations don't wait for it", async () => {
      await store.posts.add([aPost("1", "A"), aPost("2", "A"), aPost("3", "B")]);
      const [first] = await store.posts.claim(1);
      expect(await store.posts.retryAt(first!, later(500), { error: "rate\0limited" })).toBe(true);
      expect(await claimTexts()).toEqual(["3"]);
      expect(await claimTexts()).toEqual([]);
      database.clock.advance(500);
      const again = await claimOne();
      expect(again).toMatchObject({ body: { text: "1" }, attempts: 2, mayRepeat: false });
    });

    test("says that a post may repeat only when it was told so, and then for good", async () => {
      await store.posts.add([aPost("1")]);
      const first = await claimOne();
      await store.posts.retryAt(first, later(0), { error: "cut off", mayRepeat: true });
      const second = await claimOne();
      expect(second.mayRepeat).toBe(true);
      await store.posts.retryAt(second, later(0), { error: "rate limited" });
      expect((await claimOne()).mayRepeat).toBe(true);
    });

    test("a delivery whose lease ran out is handed out again as one that may repeat", async () => {
      await store.posts.add([aPost("1"), aPost("2")]);
      await claimOne();
      database.clock.advance(leaseMs - 1);
      expect(await claimTexts()).toEqual([]);
      database.clock.advance(1);
      expect(await claimOne()).toMatchObject({ body: { text: "1" }, mayRepeat: true, attempts: 2 });
    });

    test("what was claimed and nobody heard of is claimed again at once, as never tried, and by no other", async () => {
      await store.posts.add([aPost("1", "A"), aPost("taken over", "B")]);
      const [, other] = await store.posts.claim(10);
      await store.posts.retryAt(other!, later(0), { error: "cut off", mayRepeat: true });
      await store.posts.add([aPost("new", "C")]);
      let lost = 2;
      const hardOfHearing = store.open((context) => {
        const { connection } = context;
        const transact = loseAnswers(connection.transact, () => lost-- > 0);
        return createDelivery({ ...context, connection: { ...connection, transact } });
      });
      await expect(hardOfHearing.claim(10)).rejects.toThrow("lost");
      expect(await claimTexts()).toEqual([]);
      await expect(hardOfHearing.claim(10)).rejects.toThrow("lost");
      expect(await hardOfHearing.claim(10)).toMatchObject([
        { body: { text: "taken over" }, attempts: 2, mayRepeat: true },
        { body: { text: "new" }, attempts: 1, mayRepeat: false },
      ]);
      expect(await hardOfHearing.claim(10)).toEqual([]);
    });

    test("goes to the next destination, in its place there, until there is none", async () => {
      await store.posts.add([aPost("1", "A", "B"), aPost("2", "B"), aPost("3", "A")]);
      const [first, second] = await store.posts.claim(10);
      expect(await store.posts.readdress(first!, "channel_not_found")).toBe(true);
      // Asked again by who did not hear of it.
      expect(await store.posts.readdress(first!, "channel_not_found")).toBe(true);
      // B is busy with the second; A is free for the third.
      expect(await claimTexts()).toEqual(["3"]);
      await store.posts.posted(second!.id, { channel: "C1", ts: "17.1" });
      const moved = await claimOne();
      expect(moved).toMatchObject({ destination: "B", destinations: ["A", "B"], body: { text: "1" } });
      expect(await store.posts.readdress(moved, "channel_not_found")).toBe(false);
      expect(await store.posts.undeliverable(moved, "channel_not_found")).toBe(true);
    });

    test("a moved post overtakes younger ones that wait at its new destination", async () => {
      await store.posts.add([aPost("1", "A", "B"), aPost("2", "B")]);
      const [first, second] = await store.posts.claim(10);
      await store.posts.retryAt(second!, later(0), { error: "rate limited" });
      await store.posts.readdress(first!, "channel_not_found");
      expect(await claimTexts()).toEqual(["1"]);
    });

    test("only a delivery under way can be put back, moved or given up", async () => {
      await store.posts.add([aPost("1", "A", "B")]);
      const one = await claimOne();
      await store.posts.retryAt(one, later(0), { error: "first" });
      expect(await store.posts.retryAt(one, later(99), { error: "second" })).toBe(false);
      expect(await store.posts.readdress(one, "second")).toBe(false);
      expect(await store.posts.undeliverable(one, "second")).toBe(false);
      expect(await store.posts.retryAt({ ...one, id: 12_345 }, later(0), { error: "x" })).toBe(false);
      // It was delivered after all: there is nothing left to deliver.
      expect(await store.posts.posted(one.id, { channel: "C1", ts: "17.1" })).toBe(true);
      expect(await claimTexts()).toEqual([]);
    });

    test("what is noted once more of a claim that was noted leaves the next claim of the same process alone", async () => {
      await store.posts.add([aPost("1", "A", "B", "C")]);
      const first = await claimOne();
      expect(await store.posts.retryAt(first, later(0), { error: "rate limited" })).toBe(true);
      const second = await claimOne();
      expect(await store.posts.retryAt(first, later(0), { error: "rate limited" })).toBe(false);
      expect(await store.posts.readdress(second, "is_archived")).toBe(true);
      const third = await claimOne();
      expect(third).toMatchObject({ destination: "B" });
      expect(await store.posts.readdress(second, "is_archived")).toBe(true);
      expect(await store.posts.undeliverable(second, "is_archived")).toBe(false);
      expect(await store.posts.undeliverable(third, "is_archived")).toBe(true);
    });

    test("tells when there is something to claim, and never a time that is blocked", async () => {
      expect(await store.posts.nextDueAt()).toBeNull();
      await store.posts.add([aPost("1", "A"), aPost("2", "A")]);
      expect(await store.posts.nextDueAt()).toEqual(database.clock.now());
      const first = await claimOne();
      expect(await store.posts.nextDueAt()).toEqual(later(leaseMs));
      await store.posts.retryAt(first, later(700), { error: "rate limited" });
      expect(await store.posts.nextDueAt()).toEqual(later(700));
      await store.posts.add([aPost("3", "B")]);
      const third = await claimOne();
      await store.posts.retryAt(third, later(300), { error: "rate limited" });
      expect(await store.posts.nextDueAt()).toEqual(later(300));
    });

    test("calls the listeners after each commit that added posts, until they leave", async () => {
      const calls: string[] = [];
      const listen = (name: string) => store.posts.onAdded(() => calls.push(name));
      const leave = listen("one");
      listen("two");
      await store.posts.add([aPost("1")]);
      await store.posts.add([]);
      expect(calls).toEqual(["one", "two"]);
      leave();
      await store.operations.takeOn(anAct({ id: "a" }));
      await store.operations.start("a");
      await store.operations.finish("a", anEnd({ outcome: "unknown" }));
      await store.operations.settle("a", { by: "U7", as: "arrived", posts: () => [aPost("3")] });
      await store.operations.finish("a", anEnd({ posts: () => [] }));
      expect(calls).toEqual(["one", "two", "two", "two"]);
    });

    test("keeps a post without a destination as undeliverable, and the outcome it tells of", async () => {
      await store.operations.takeOn(anAct({ id: "a" }));
      const posts = () => [{ ...aPost("x"), destinations: [] }, aPost("told")];
      expect(await store.operations.finish("a", anEnd({ outcome: "not_sent", posts }))).toBe("closed");
      expect(await store.posts.forOperation("a")).toMatchObject([
        { state: "undeliverable", error: "no destination" },
        { state: "queued", error: null },
      ]);
      expect(await claimTexts()).toEqual(["told"]);
    });

    test("counts what is neither delivered nor given up, and shows what became of each post", async () => {
      await store.operations.takeOn(anAct({ id: "a" }));
      const posts = () => [aPost("1", "A"), aPost("2", "B"), aPost("3", "C")];
      await store.operations.finish("a", anEnd({ outcome: "not_sent", posts }));
      const [first, second] = await store.posts.claim(2);
      expect(await store.posts.countQueued()).toBe(3);
      await store.posts.posted(first!.id, { channel: "C1", ts: "17.1" });
      await store.posts.undeliverable(second!, "is_archived");
      expect(await store.posts.countQueued()).toBe(1);
      const closedAt = database.clock.now();
      expect(await store.posts.forOperation("a")).toMatchObject([
        { state: "posted", ts: "17.1", closedAt },
        { state: "undeliverable", error: "is_archived", closedAt },
        { state: "queued", attempts: 0, ts: null, closedAt: null },
      ]);
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

function toText({ body }: ClaimedPost): unknown {
  return typeof body === "object" && body !== null && !Array.isArray(body) ? body["text"] : body;
}
