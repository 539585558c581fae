import { describe, expect, test } from "vitest";
import type { NotifiedPost } from "../../src/post-queue.ts";
import type { Connection, Transact } from "../../src/store/database/tables.ts";
import { transact } from "../../src/store/database/transact.ts";
import type { NewPost } from "../../src/store/index.ts";
import { notify } from "../../src/store/posts/notify.ts";
import { change, database, later, openSecond, store } from "./given.ts";
import {
  aPostOf,
  asDelivered,
  deliverAll,
  listen,
  renderedBy,
  said,
  waitingIn,
  waitingOf,
} from "./notifications.ts";

/** Posts that a transaction adds or changes, and what this process's deliverer gets of them. */
export function postsContract(): void {
  describe("posts in the store", () => {
    const add = (...posts: NewPost[]) => store.posts.add({ posts });
    const subjectsOf = (all: readonly NotifiedPost[]) => all.map(({ post }) => post.subject);
    const saidIn = (notified: NotifiedPost | undefined) =>
      notified?.lines.map(({ event }) => (event as { said: string }).said);

    test("wait after they are added, and the deliverer gets all that it needs to send them", async () => {
      const { notified } = listen(store);
      const own = { destinations: ["C1", "D1", "C1"], facts: { text: "x\0y" } };
      await store.posts.add({ posts: [aPostOf("a", own)], lines: [said("a", "1"), said("a", "2")] });
      const expected = {
        post: {
          ...{ id: expect.any(Number), subject: "a", audience: "result", kind: renderedBy, facts: own.facts },
          ...{ destination: "C1", destinations: ["C1", "D1"], message: null, error: null },
          ...{ version: 1, postedVersion: 0, stateVersion: 1, mayRepeat: false },
        },
        lines: ["1", "2"].map((text) => ({
          ...{ id: expect.any(Number), event: { said: text }, mayRepeat: false },
        })),
      };
      expect(notified).toMatchObject([expected]);
      expect(await waitingIn(store)).toMatchObject([expected]);
    });

    test("get a higher version by a change, and the deliverer gets only the new lines", async () => {
      await store.posts.add({ posts: [aPostOf("a"), aPostOf("b")], lines: [said("a", "1")] });
      const { notified } = listen(store);
      await store.posts.add({ changed: ["a", "none"], lines: [said("a", "2"), said("none", "3")] });
      expect(notified).toMatchObject([{ post: { subject: "a", version: 2, stateVersion: 2 } }]);
      expect(saidIn(notified[0])).toEqual(["2"]);
      const [waiting] = await waitingIn(store);
      expect(waiting).toMatchObject({ post: { version: 2 } });
      expect(saidIn(waiting)).toEqual(["1", "2"]);
    });

    test("wait for a single edit after ten changes", async () => {
      await add(aPostOf("a", { destinations: ["U1"] }));
      const [posted] = await waitingIn(store);
      await store.posts.lead(1_000);
      const message = { channel: "D1", ts: "17.1" };
      await store.posts.save([asDelivered(posted!, { message })]);
      expect(await store.posts.find("a", "result")).toEqual(message);
      for (let changes = 0; changes < 10; changes += 1) await change("a");
      const [waiting, ...others] = await waitingIn(store);
      expect(waiting?.post).toMatchObject({ version: 11, postedVersion: 1, message, destination: "U1" });
      expect(others).toEqual([]);
    });

    test("get a thread line in each audience, or only in the audience that the line names", async () => {
      const audiences = [aPostOf("a"), aPostOf("a", { audience: "author", destinations: ["U1"] })];
      const one = { ...said("a", "the author's"), audience: "author" };
      await store.posts.add({ posts: audiences, lines: [said("a", "both"), one] });
      const [result, author] = await waitingIn(store);
      expect([saidIn(result), saidIn(author)]).toEqual([["both"], ["both", "the author's"]]);
    });

    test("change only their facts and their kept mark when they are added a second time", async () => {
      await add(aPostOf("a", { facts: { found: 1 }, isKept: true }));
      const again = { destinations: ["C9"], kind: "other", facts: { found: 2 }, isKept: true };
      await add(aPostOf("a", again));
      await add(aPostOf("a"));
      const [waiting, ...others] = await waitingIn(store);
      expect(waiting?.post).toMatchObject({ facts: { found: 2 }, destination: "C1", kind: renderedBy });
      expect(others).toEqual([]);
      await deliverAll(store);
      expect(await store.purge({ closedBefore: later(1) })).toBe(1);
    });

    test("are added once for an audience that comes later", async () => {
      await add(aPostOf("a"));
      const onCall = aPostOf("a", { audience: "on-call", destinations: ["C2"] });
      await add(aPostOf("a"), onCall, onCall);
      expect((await waitingIn(store)).map(({ post }) => [post.audience, post.version])).toEqual([
        ["result", 2],
        ["on-call", 1],
      ]);
    });

    test("without a destination are kept with the reason, and are not delivered", async () => {
      const { notified } = listen(store, () => true);
      expect(await add(aPostOf("nowhere", { destinations: [] }), aPostOf("told"))).toBe(true);
      await store.posts.add({ changed: ["nowhere"], lines: [said("nowhere", "x")] });
      expect(subjectsOf(notified)).toEqual(["told"]);
      expect(subjectsOf(await waitingIn(store))).toEqual(["told"]);
      const state = { waits: false, mayRepeat: false, error: "no destination" };
      expect(await store.posts.list(["nowhere"])).toMatchObject([state]);
      const lines = store.open(({ connection: { db } }) => db.selectFrom("post_lines").selectAll());
      expect(await lines.execute()).toEqual([]);
    });

    test("that leave at once are marked in the transaction that adds them", async () => {
      await add(aPostOf("stands"));
      const asked: string[] = [];
      const { notified, leave } = listen(store, (kind, destination) => {
        asked.push(`${kind} ${destination}`);
        return destination === "C2";
      });
      const leaves = aPostOf("leaves", { destinations: ["C2", "C3"] });
      await store.posts.add({ posts: [leaves, aPostOf("waits")], changed: ["stands"] });
      await add(leaves);
      expect(asked.slice(0, 2)).toEqual([`${renderedBy} C2`, `${renderedBy} C1`]);
      expect(notified.map(({ post }) => [post.subject, post.mayRepeat])).toEqual([
        ["stands", false],
        ["leaves", true],
        ["waits", false],
        ["leaves", true],
      ]);
      leave();
      await add(aPostOf("later", { destinations: ["C2"] }));
      const all = await store.posts.list(["stands", "leaves", "waits", "later"]);
      // A list doesn't show a mark alone.
      expect(all.map(({ mayRepeat }) => mayRepeat)).toEqual([false, false, false, false]);
      const marked = (await waitingIn(store)).filter(({ post }) => post.mayRepeat);
      expect(marked.map(({ post }) => post.subject)).toEqual(["leaves"]);
    });

    test("are not added by an empty notification or after a failed precondition", async () => {
      const { notified, perhapsNotified } = listen(store);
      await store.posts.add({});
      expect(await store.posts.add({ posts: [aPostOf("a")] }, async () => false)).toBe(false);
      expect([...notified, ...perhapsNotified]).toEqual([]);
      expect(await store.posts.list(["a"])).toEqual([]);
    });

    test("are read from the store once more when their commit was answered late", async () => {
      let scans = 0;
      const { notified, looks } = listen(store, undefined, () => scans);
      const add = (subject: string, passed: number) =>
        store.posts.add({ posts: [aPostOf(subject)] }, async () => {
          scans += passed;
          return true;
        });
      await add("soon", 1);
      await add("late", 2);
      expect(notified.map(({ post }) => post.subject)).toEqual(["soon"]);
      const [, late] = await waitingIn(store);
      expect(looks.filter((ids) => ids !== undefined)).toEqual([[late!.post.id]]);
    });

    test.each([
      ["whose answer was lost", losing, ["a"]],
      ["that was rolled back", failing, []],
    ] as const)("reach the deliverer as perhaps added after a commit %s", async (_, wrapped, stored) => {
      const { notified, perhapsNotified } = listen(store, () => true);
      const deaf = store.open((context) => {
        const connection: Connection = {
          ...context.connection,
          transact: wrapped(context.connection.transact),
        };
        const own = { ...context, connection };
        return { add: (post: NewPost) => transact(own, (trx) => notify(own, trx, { posts: [post] })) };
      });
      await expect(deaf.add(aPostOf("a"))).rejects.toThrow("lost");
      expect(notified).toEqual([]);
      expect(perhapsNotified).toMatchObject([{ post: { subject: "a", version: 1, mayRepeat: true } }]);
      expect(subjectsOf(await waitingIn(store))).toEqual(stored);
    });

    test("are added once, with all changes and lines, when two processes add them at once", async () => {
      const stores = [store, await openSecond()];
      const notifications = Array.from({ length: 40 }, (_, index) => {
        const subject = `${index % 10}`;
        return stores[index % 2]!.posts.add({
          posts: [aPostOf(subject)],
          lines: [said(subject, `${index}`)],
        });
      });
      await Promise.all(notifications);
      const waiting = await waitingIn(store);
      expect(subjectsOf(waiting).toSorted()).toEqual(Array.from({ length: 10 }, (_, index) => `${index}`));
      expect(waiting.map(({ post }) => post.version)).toEqual(Array(10).fill(4));
      expect(new Set(waiting.flatMap(saidIn)).size).toBe(40);
    });

    test("are counted and listed in order while they wait", async () => {
      await add(aPostOf("b"), aPostOf("a"));
      expect(await store.posts.countQueued()).toBe(2);
      await store.posts.lead(1_000);
      await store.posts.save([asDelivered((await waitingIn(store))[0]!)]);
      expect(await store.posts.countQueued()).toBe(1);
      expect(await store.posts.list(["a", "b", "none"])).toMatchObject([
        { subject: "b", destination: "C1", message: { channel: "C1" }, waits: false, error: null },
        { subject: "a", destination: "C1", message: null, waits: true, error: null },
      ]);
      expect(await store.posts.find("b", "elsewhere")).toBeNull();
    });

    test("report the longest waiting time, which is 0 when no post waits", async () => {
      expect(await store.posts.readMaxWaitMs()).toBe(0);
      await add(aPostOf("a"));
      database.clock.advance(5000);
      await add(aPostOf("b"));
      await change("a");
      database.clock.advance(2000);
      expect(await store.posts.readMaxWaitMs()).toBe(7000);
      await deliverAll(store);
      expect(await store.posts.readMaxWaitMs()).toBe(0);
      database.clock.advance(1000);
      await change("a");
      database.clock.advance(-3000);
      expect(await store.posts.readMaxWaitMs()).toBe(0);
    });

    test("can be read by audience with their subject or the time of their change", async () => {
      await add(aPostOf("a"));
      await deliverAll(store);
      const before = later(0);
      database.clock.advance(1000);
      await add(aPostOf("b"));
      await deliverAll(store);
      await add(aPostOf("waits"));
      expect(await waitingOf(store, "a", "b", "waits")).toEqual(["waits"]);
      const subjects = async (of: { subject: string } | { changedAfter: Date }) =>
        (await store.posts.ofAudience("result", of)).map(({ subject }) => subject);
      expect(await subjects({ changedAfter: new Date(0) })).toEqual(["a", "b"]);
      expect(await subjects({ changedAfter: before })).toEqual(["b"]);
      expect(await subjects({ subject: "a" })).toEqual(["a"]);
      expect(await subjects({ subject: "waits" })).toEqual(["waits"]);
      expect(await store.posts.ofAudience("on-call", { subject: "a" })).toEqual([]);
    });

    describe("that may be added only once", () => {
      const greeting = (person: string, text = "hello") =>
        aPostOf(`greeting:${person}`, { destinations: [person], facts: { text }, isKept: true });

      test("are queued once for each subject and audience", async () => {
        expect(await store.posts.addOnce(greeting("U1"))).toBe(true);
        expect(await store.posts.addOnce(greeting("U1", "hello again"))).toBe(false);
        expect(await store.posts.addOnce(greeting("U2"))).toBe(true);
        const elsewhere = { ...greeting("U1"), audience: "author", destinations: ["D1"] };
        expect(await store.posts.addOnce(elsewhere)).toBe(true);
        expect((await waitingIn(store)).map(({ post }) => [post.destination, post.facts])).toEqual([
          ["U1", { text: "hello" }],
          ["U2", { text: "hello" }],
          ["D1", { text: "hello" }],
        ]);
      });

      test("aren't added again after a purge when they are marked as kept", async () => {
        await store.posts.addOnce(greeting("U1"));
        await store.posts.addOnce(aPostOf("shown"));
        await deliverAll(store);
        expect(await store.purge({ closedBefore: database.clock.now() })).toBe(0);
        expect(await store.purge({ closedBefore: database.clock.advance(1000) })).toBe(1);
        expect(await store.posts.addOnce(greeting("U1"))).toBe(false);
        expect(await store.posts.addOnce(aPostOf("shown"))).toBe(true);
      });

      test("reach the deliverer only when they are really added", async () => {
        const { notified } = listen(store, () => true);
        await store.posts.addOnce(aPostOf("a"));
        await store.posts.addOnce(aPostOf("a"));
        expect(notified).toMatchObject([{ post: { subject: "a", version: 1, mayRepeat: true } }]);
      });
    });
  });
}

/** The commit succeeds, and its answer is lost. */
function losing(run: Transact): Transact {
  return async (inside) => {
    await run(inside);
    throw new Error("lost");
  };
}

/** The commit fails. */
function failing(run: Transact): Transact {
  return (inside) =>
    run(async (trx) => {
      await inside(trx);
      throw new Error("lost");
    });
}
