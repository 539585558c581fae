import { beforeEach, describe, expect, test } from "vitest";
import { change, database, givenStore, later, openSecond, store } from "./given.ts";
import { claimsOf, said } from "./post-claims.ts";
import type { MakeDatabase } from "./store-database.ts";
import { aPostOf } from "./telling.ts";

const pace = { postMs: 1000, editMs: 1200, editBurst: 3 };

/** Over two processes where the database allows it, else over one. */
export function paceContract(makeDatabase: MakeDatabase): void {
  describe("pace", () => {
    givenStore(makeDatabase, pace);
    let first: ReturnType<typeof claimsOf>;
    let second: ReturnType<typeof claimsOf>;
    beforeEach(async () => {
      first = claimsOf(store);
      second = claimsOf(await openSecond(pace));
    });

    /** Posts of these subjects, each in a conversation of that name. */
    const add = (...subjects: string[]) =>
      store.posts.add({ posts: subjects.map((name) => aPostOf(name, { destinations: [name] })) });
    const stand = async (...subjects: string[]) => {
      await add(...subjects);
      await first.deliver();
      database.clock.advance(pace.postMs);
      await first.deliver();
    };
    const pause = { error: "ratelimited", pausesEdits: true };
    /** Slack refuses the edits of these, which now have to wait for 30 s. */
    const holdEdits = async (subject: string) => {
      await change(subject);
      await store.posts.retryAt(await first.one(), later(30_000), pause);
    };

    test("a conversation is free again a while after each post and line, whoever delivers the next", async () => {
      await add("A", "B");
      await store.posts.add({
        lines: [said("A", "told")],
        posts: [aPostOf("more", { destinations: ["A"] })],
      });
      expect((await first.deliver()).toSorted()).toEqual(["new A", "new B"]);
      await add("C");
      expect(await second.deliver()).toEqual(["new C"]);
      database.clock.advance(999);
      expect(await second.asked()).toEqual([]);
      expect(await store.posts.nextDueAt()).toEqual(later(1));
      database.clock.advance(1);
      expect(await second.deliver()).toEqual(["line A: told"]);
      database.clock.advance(999);
      expect(await first.asked()).toEqual([]);
      database.clock.advance(1);
      expect(await first.asked()).toEqual(["new more"]);
    });

    test("what is told meanwhile makes no conversation free earlier", async () => {
      await add("A");
      await first.deliver();
      await change("A");
      await store.posts.add({ lines: [said("A", "told")] });
      expect(await second.asked()).toEqual([]);
      database.clock.advance(1000);
      expect(await second.asked()).toEqual(["edit A"]);
    });

    test("nothing to show and an edit hold a conversation for no time", async () => {
      await stand("A");
      await change("A");
      await store.posts.add({ lines: [said("A", "told")] });
      expect([await first.deliver(), await first.deliver()]).toEqual([["edit A"], ["line A: told"]]);
      await store.posts.add({ posts: ["1", "2"].map((name) => aPostOf(name, { destinations: ["B"] })) });
      await store.posts.delivered(await first.one(), null);
      expect(await first.asked()).toEqual(["new 2"]);
    });

    test("a try that failed counts too", async () => {
      await add("A");
      const failure = { error: "HTTP 503", mayRepeat: true };
      await store.posts.retryAt(await first.one(), later(10), failure);
      expect(await store.posts.nextDueAt()).toEqual(later(1000));
      database.clock.advance(999);
      expect(await second.asked()).toEqual([]);
      database.clock.advance(1);
      expect(await second.asked()).toEqual(["new A"]);
    });

    test("edits have a pace of their own, over all conversations", async () => {
      const all = ["A", "B", "C", "D", "E"];
      await stand(...all);
      await change(...all);
      expect(await first.asked(1)).toHaveLength(1);
      expect(await second.asked()).toHaveLength(2);
      expect(await second.asked()).toEqual([]);
      expect(await store.posts.nextDueAt()).toEqual(later(1200));
      database.clock.advance(1199);
      expect(await first.asked()).toEqual([]);
      database.clock.advance(1);
      expect(await first.asked()).toHaveLength(1);
      // The last of them waits for its turn, and isn't looked at before.
      expect(await store.posts.nextDueAt()).toEqual(later(1200));
      database.clock.advance(1200);
      expect(await second.asked()).toHaveLength(1);
    });

    test("what changes again and again while it is held keeps its turn", async () => {
      const all = ["A", "B", "C", "D", "E", "F"];
      await stand(...all);
      await change(...all);
      const given = await first.asked();
      const [one, ...rest] = all.filter((subject) => !given.includes(`edit ${subject}`));
      expect(rest).toHaveLength(2);
      for (let turn = 0; turn < 3; turn += 1) {
        await change(one!);
        expect(await first.asked()).toEqual([]);
        database.clock.advance(1200);
        const asked = await first.asked();
        expect(asked).toHaveLength(1);
        if (asked[0] === `edit ${one}`) return;
      }
      expect.unreachable("it was never its turn");
    });

    test("a pause that Slack asked for one edit holds all of them, and no post", async () => {
      await stand("A", "B");
      await holdEdits("A");
      await change("B");
      await add("C");
      expect(await second.deliver()).toEqual(["new C"]);
      database.clock.advance(29_999);
      expect(await second.asked()).toEqual([]);
      database.clock.advance(1);
      const edits = await second.asked();
      database.clock.advance(1200);
      expect([...edits, ...(await second.asked())].toSorted()).toEqual(["edit A", "edit B"]);
    });

    test("lines and new posts pass edits that have to wait, and a new post waits for one line of another", async () => {
      await stand("A");
      await holdEdits("A");
      const lines = [said("A", "1"), said("A", "2")];
      await store.posts.add({ lines });
      database.clock.advance(1);
      await store.posts.add({ posts: [aPostOf("new", { destinations: ["A"] })] });
      const passed: string[] = [];
      for (let turn = 0; turn < 4; turn += 1) {
        database.clock.advance(1000);
        passed.push(...(await second.deliver()));
      }
      expect(passed).toEqual(["line A: 1", "new new", "line A: 2"]);
      database.clock.advance(30_000);
      expect(await first.deliver()).toEqual(["edit A"]);
      expect(await store.posts.countQueued()).toBe(0);
    });

    test("what passes an edit and has to wait itself holds up no other conversation's edit", async () => {
      await stand("A", "B");
      await holdEdits("A");
      await change("B");
      await store.posts.add({ lines: [said("A", "1")] });
      database.clock.advance(1000);
      await store.posts.retryAt(await second.one(), later(60_000), { error: "HTTP 503" });
      database.clock.advance(30_000);
      expect(await first.asked()).toEqual(["edit B"]);
      database.clock.advance(30_000);
      expect(await first.deliver()).toEqual(["edit A"]);
      expect(await first.deliver()).toEqual(["line A: 1"]);
    });

    test("a pace that is past goes with the next purge", async () => {
      await store.posts.add({ posts: ["1", "2"].map((name) => aPostOf(name, { destinations: ["A"] })) });
      await first.deliver();
      await store.purge({ closedBefore: later(0) });
      expect(await first.asked()).toEqual([]);
      database.clock.advance(1000);
      await first.deliver();
      expect(await first.asked()).toEqual([]);
      database.clock.advance(1000);
      expect(await first.asked()).toEqual([]);
      await store.purge({ closedBefore: later(5000) });
      await store.posts.add({ posts: [aPostOf("3", { destinations: ["A"] })] });
      expect(await first.asked()).toEqual(["new 3"]);
    });
  });
}
