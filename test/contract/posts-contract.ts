import { describe, expect, test } from "vitest";
import { claims, database, later, store } from "./given.ts";
import { aPostAt, said, toAsked } from "./post-claims.ts";
import { leaseMs } from "./store-database.ts";
import { aPostOf, drawnBy } from "./telling.ts";

/** Posts on their way: what waits, who delivers it, and what becomes of that. */
export function postsContract(): void {
  describe("posts", () => {
    const add = (...posts: ReturnType<typeof aPostOf>[]) => store.posts.add({ posts });

    test("hands out a post with all that its delivery needs", async () => {
      await add(aPostOf("a", { destinations: ["C1", "D1", "C1"], facts: { text: "x\0y" } }));
      expect(await claims.claim()).toEqual([
        {
          id: expect.any(Number),
          claim: expect.stringMatching(/^\S+ \S+$/),
          subject: "a",
          place: "result",
          kind: drawnBy,
          facts: { text: "x\0y" },
          destination: "C1",
          destinations: ["C1", "D1"],
          message: null,
          line: null,
          wanted: 1,
          attempts: 0,
          mayRepeat: false,
          isTakenOver: false,
        },
      ]);
    });

    test("hands out one post per conversation, the longest waiting first, up to the number asked for", async () => {
      await add(aPostAt("1", "B"), aPostAt("2", "A"), aPostAt("3", "A"));
      database.clock.advance(1);
      await add(aPostAt("4", "C"));
      expect((await claims.asked(2)).toSorted()).toEqual(["new 1", "new 2"]);
      expect(await claims.asked()).toEqual(["new 4"]);
      expect(await claims.asked()).toEqual([]);
    });

    test("the next of a conversation follows when the one before is delivered or given up", async () => {
      await add(aPostAt("1", "A"), aPostAt("2", "A"), aPostAt("3", "A"));
      expect(await claims.deliver()).toEqual(["new 1"]);
      const second = await claims.one();
      expect(toAsked(second)).toBe("new 2");
      await store.posts.giveUp(second, "is\0archived");
      expect(await claims.deliver()).toEqual(["new 3"]);
      expect(await claims.asked()).toEqual([]);
      expect(await store.posts.list(["1", "2"])).toEqual([
        expect.objectContaining({ subject: "1", waits: false, error: null }),
        expect.objectContaining({ subject: "2", waits: false, message: null, error: "isarchived" }),
      ]);
    });

    test("a post that has to wait is not overtaken, and other conversations don't wait for it", async () => {
      await add(aPostAt("1", "A"), aPostAt("2", "A"));
      const first = await claims.one();
      await add(aPostAt("3", "B"));
      expect(await store.posts.retryAt(first, later(500), { error: "rate\0limited" })).toBe(true);
      await add(aPostAt("4", "A"));
      expect(await claims.asked()).toEqual(["new 3"]);
      expect(await claims.asked()).toEqual([]);
      database.clock.advance(500);
      expect(await claims.one()).toMatchObject({ subject: "1", attempts: 1, mayRepeat: false });
    });

    test("says that a post may repeat only when it was told so, and then for good", async () => {
      await add(aPostOf("1"));
      await store.posts.retryAt(await claims.one(), later(0), { error: "cut off", mayRepeat: true });
      const second = await claims.one();
      expect(second.mayRepeat).toBe(true);
      await store.posts.retryAt(second, later(0), { error: "rate limited" });
      expect(await claims.one()).toMatchObject({ mayRepeat: true, attempts: 2 });
    });

    test("goes to the next place, in its turn there, until there is none", async () => {
      await add(aPostAt("1", "A", "B"), aPostAt("3", "A"));
      database.clock.advance(1);
      await add(aPostAt("2", "B"));
      const [first, second] = (await claims.claim()).toSorted((a, b) => a.id - b.id);
      expect(await store.posts.readdress(first!, "channel_not_found")).toBe(true);
      // Asked again by who did not hear of it.
      expect(await store.posts.readdress(first!, "channel_not_found")).toBe(true);
      // B is busy with the second; A is free for the third.
      expect(await claims.asked()).toEqual(["new 3"]);
      await store.posts.retryAt(second!, later(0), { error: "rate limited" });
      const moved = await claims.one();
      expect(moved).toMatchObject({ subject: "1", destination: "B", destinations: ["A", "B"], attempts: 0 });
      expect(await store.posts.readdress(moved, "channel_not_found")).toBe(false);
      await store.posts.giveUp(moved, "channel_not_found");
      expect(await claims.asked()).toEqual(["new 2"]);
    });

    test("what was given up comes back when something changes, and its lines of then don't", async () => {
      await store.posts.add({ posts: [aPostOf("1")], lines: [said("1", "early")] });
      await store.posts.giveUp(await claims.one(), "is_archived");
      expect(await store.posts.countQueued()).toBe(0);
      await store.posts.add({ changed: ["1"], lines: [said("1", "late")] });
      expect(await claims.one()).toMatchObject({ message: null, attempts: 0, mayRepeat: false });
      database.clock.advance(leaseMs);
      expect([await claims.deliver(), await claims.deliver()]).toEqual([["new 1"], ["line 1: late"]]);
      expect(await store.posts.list(["1"])).toMatchObject([{ waits: false, error: null }]);
    });

    test("tells when there is something to claim", async () => {
      expect(await store.posts.nextDueAt()).toBeNull();
      await add(aPostAt("1", "A"), aPostAt("2", "A"));
      expect(await store.posts.nextDueAt()).toEqual(database.clock.now());
      const first = await claims.one();
      expect(await store.posts.nextDueAt()).toEqual(later(leaseMs));
      await store.posts.retryAt(first, later(700), { error: "rate limited" });
      expect(await store.posts.nextDueAt()).toEqual(later(700));
      await add(aPostAt("3", "B"));
      await store.posts.retryAt(await claims.one(), later(300), { error: "rate limited" });
      expect(await store.posts.nextDueAt()).toEqual(later(300));
      database.clock.advance(700);
      for (let left = 3; left > 0; left -= (await claims.deliver()).length);
      expect(await claims.asked()).toEqual([]);
      expect(await store.posts.nextDueAt()).toBeNull();
    });

    test("a clock that is set back holds no post up for longer than the longest delay", async () => {
      await add(aPostAt("put off", "B"));
      await store.posts.retryAt(await claims.one(), later(24 * 3_600_000), { error: "rate limited" });
      await add(aPostAt("claimed", "C"));
      await claims.one();
      await add(aPostAt("waits", "A"));
      database.clock.advance(-3_600_000);
      expect(await store.posts.nextDueAt()).toEqual(database.clock.now());
      expect((await claims.asked()).toSorted()).toEqual(["new claimed", "new put off", "new waits"]);
    });

    test("a delay that is longer than any is cut to the longest", async () => {
      await add(aPostOf("put off"));
      await store.posts.retryAt(await claims.one(), later(24 * 3_600_000), { error: "rate limited" });
      database.clock.advance(15 * 60_000 - 1);
      expect(await claims.asked()).toEqual([]);
      database.clock.advance(1);
      expect(await claims.asked()).toEqual(["new put off"]);
    });

    test("calls the listeners after each commit that told something, until they leave", async () => {
      const calls: string[] = [];
      const listen = (name: string) => store.posts.onAdded(() => calls.push(name));
      const leave = listen("one");
      listen("two");
      await add(aPostOf("1"));
      await store.posts.add({});
      await store.posts.add({ posts: [aPostOf("2")] }, async () => false);
      expect(calls).toEqual(["one", "two"]);
      leave();
      await store.posts.add({ changed: ["1"] });
      expect(calls).toEqual(["one", "two", "two"]);
    });

    test("keeps what nobody can be told of, with why, and what is stored with it", async () => {
      expect(await add(aPostAt("nowhere"), aPostOf("told"))).toBe(true);
      await store.posts.add({ changed: ["nowhere"], lines: [said("nowhere", "x")] });
      expect(await store.posts.list(["nowhere"])).toMatchObject([{ waits: false, error: "no destination" }]);
      expect(await claims.deliver()).toEqual(["new told"]);
      expect(await claims.asked()).toEqual([]);
    });

    test("counts and lists what has not arrived, in the order in which it was told", async () => {
      await add(aPostAt("b", "A"), aPostAt("a", "B"));
      expect(await store.posts.countQueued()).toBe(2);
      await claims.deliver(1);
      expect(await store.posts.countQueued()).toBe(1);
      const [first, second] = await store.posts.list(["a", "b", "none"]);
      expect([first?.subject, second?.subject]).toEqual(["b", "a"]);
      expect([first?.waits, second?.waits].toSorted()).toEqual([false, true]);
      expect(await store.posts.find("a", "elsewhere")).toBeNull();
    });

    test("says how long the one has waited that waits the longest, and nothing when none does", async () => {
      expect(await store.posts.longestWaitMs()).toBe(0);
      await add(aPostAt("a", "A"));
      database.clock.advance(5000);
      await add(aPostAt("b", "B"));
      database.clock.advance(2000);
      expect(await store.posts.longestWaitMs()).toBe(7000);
      await claims.deliver();
      expect(await store.posts.longestWaitMs()).toBe(0);
    });

    test("knows what is told in a place, as far as drawing it takes", async () => {
      await claims.stand("a");
      const before = later(0);
      database.clock.advance(1000);
      await claims.stand("b");
      await add(aPostOf("waits"));
      const subjects = async (of: { subject: string } | { changedAfter: Date }) =>
        (await store.posts.told("result", of)).map(({ subject }) => subject);
      expect(await subjects({ changedAfter: new Date(0) })).toEqual(["a", "b"]);
      expect(await subjects({ changedAfter: before })).toEqual(["b"]);
      expect(await subjects({ subject: "a" })).toEqual(["a"]);
      expect(await subjects({ subject: "waits" })).toEqual(["waits"]);
      expect(await store.posts.told("on-call", { subject: "a" })).toEqual([]);
    });

    test("what this process can't draw is left to one that can, and holds nothing else up", async () => {
      await add(aPostOf("new", { kind: "of the next version" }), aPostOf("known"));
      expect(await claims.deliver()).toEqual(["new known"]);
      expect(await claims.asked()).toEqual([]);
      expect(await store.posts.claim(10, [])).toEqual([]);
      // Whoever draws it looks at its start, and again soon if it runs already.
      expect(await store.posts.nextDueAt()).toEqual(later(15_000));
      await store.posts.drawAgain();
      expect((await store.posts.claim(10, [drawnBy, "of the next version"])).map(toAsked)).toEqual([
        "new new",
      ]);
    });
  });
}
