import { beforeEach, describe, expect, test } from "vitest";
import type { DeliveredPost, NotifiedPost } from "../../src/post-queue.ts";
import type { NewLine } from "../../src/store/index.ts";
import { change, database, later, store } from "./given.ts";
import { aPostOf, asDelivered, deliverAll, renderedBy, said, waitingIn } from "./notifications.ts";

const forMs = 15_000;

/** What the one instance that delivers reads and stores. */
export function deliveryContract(): void {
  describe("the delivery's statements", () => {
    beforeEach(async () => {
      expect(await store.posts.lead(forMs)).toBe(true);
    });

    const add = async (subjects: string[], lines: NewLine[] = []): Promise<NotifiedPost[]> => {
      await store.posts.add({ posts: subjects.map((subject) => aPostOf(subject)), lines });
      return await waitingIn(store);
    };
    const addOne = async (lines: NewLine[] = []) => (await add(["a"], lines))[0]!;
    const subjects = (all: readonly NotifiedPost[]) => all.map(({ post }) => post.subject);
    const lineIds = () =>
      store.open(async ({ connection: { db } }) => {
        const rows = await db.selectFrom("post_lines").select("id").orderBy("id").execute();
        return rows.map(({ id }) => id);
      });
    const stateOf = async (subject: string) => (await store.posts.list([subject]))[0];
    /** These posts are posted and nothing of them waits; the lease is this instance's again. */
    const stand = async (...all: Parameters<typeof aPostOf>[]) => {
      await store.posts.add({ posts: all.map((one) => aPostOf(...one)) });
      await deliverAll(store);
      await store.posts.lead(forMs);
    };

    describe("reading", () => {
      test("returns the post that has waited longest first, however often it was changed", async () => {
        await stand(["last"]);
        await add(["c", "b"]);
        database.clock.advance(1);
        await change("last", "b", "c");
        expect(subjects(await waitingIn(store))).toEqual(["c", "b", "last"]);
        expect(subjects(await store.posts.waiting([renderedBy], { limit: 2 }))).toEqual(["c", "b"]);
      });

      test("returns only waiting posts when it is asked by id", async () => {
        const [a, b] = await add(["a", "b", "c"], [said("b", "1")]);
        await store.posts.save([asDelivered(a!)]);
        const read = (...ids: number[]) => store.posts.waiting([renderedBy], { ids });
        expect(await read(a!.post.id, b!.post.id, 0)).toEqual([b]);
        expect(await read()).toEqual([]);
      });

      test("returns only posts of kinds that this version can render", async () => {
        await store.posts.add({ posts: [aPostOf("new", { kind: "of the next version" }), aPostOf("known")] });
        const read = async (...kinds: string[]) => subjects(await store.posts.waiting(kinds, { limit: 9 }));
        expect(await read(renderedBy)).toEqual(["known"]);
        expect(await read("of the next version", renderedBy)).toEqual(["new", "known"]);
        expect(await read()).toEqual([]);
      });
    });

    test("mark posts and lines before they are sent, and return the marks when they are read", async () => {
      const [a, b] = await add(["a", "b"], [said("a", "1"), said("a", "2")]);
      const [line] = a!.lines;
      expect(await store.posts.attempt({ posts: [b!.post.id, 1e9], lines: [] })).toEqual({
        posts: [b!.post.id],
        lines: [],
      });
      expect(await store.posts.attempt({ posts: [], lines: [line!.id] })).toEqual({
        posts: [],
        lines: [line!.id],
      });
      expect(await store.posts.attempt({ posts: [1e9], lines: [] })).toEqual({ posts: [], lines: [] });
      const both = { posts: [b!.post.id], lines: [line!.id] };
      expect(await store.posts.attempt(both)).toEqual(both);
      const marks = (await waitingIn(store)).map(({ post, lines }) => [
        ...[post.mayRepeat, ...lines.map(({ mayRepeat }) => mayRepeat)],
      ]);
      expect(marks).toEqual([[false, true, false], [true]]);
    });

    describe("saving", () => {
      test("stores a posted message and removes its sent lines, without characters no database takes", async () => {
        const notified = await addOne([said("a", "1"), said("a", "2")]);
        const message = { channel: "D\u00001", ts: "17.\u00001" };
        const own = { message, mayRepeat: true, error: "not\0drawn", destination: "C9" };
        expect(await store.posts.save([asDelivered(notified, own)])).toEqual([
          { id: notified.post.id, version: 1 },
        ]);
        expect(await stateOf("a")).toEqual({
          ...{ subject: "a", audience: "result", destination: "C9", message: { channel: "D1", ts: "17.1" } },
          ...{ waits: false, mayRepeat: true, error: "notdrawn" },
        });
        expect([await waitingIn(store), await lineIds()]).toEqual([[], []]);
      });

      const changes = {
        "is unchanged": { waits: false },
        "was changed while it was sent": { waits: true, meanwhile: () => change("a"), version: 2 },
        "got a line while it was sent": {
          ...{ waits: true, meanwhile: () => store.posts.add({ lines: [said("a", "2")] }), version: 2 },
        },
        "has a line that wasn't sent yet": { waits: true, own: { said: [] } },
        "is to be edited once more": { waits: false, own: { isDoubtful: true } },
        "moves to another conversation": {
          waits: true,
          own: { destination: "C2", message: null, postedVersion: 0 },
        },
        "shows no message": { waits: false, own: { message: null } },
        "is a version behind": { waits: true, own: { postedVersion: 0 } },
      } satisfies Record<string, Change>;
      test.for<[string, Change]>(Object.entries(changes))(
        "decides whether a post still waits when it %s",
        async ([, expected]) => {
          const { waits, meanwhile, own, version = 1 } = expected;
          const notified = await addOne([said("a", "1")]);
          database.clock.advance(1_000);
          await meanwhile?.();
          const delivered = asDelivered(notified, own);
          expect(await store.posts.save([delivered])).toEqual([{ id: notified.post.id, version }]);
          const { destination, message } = delivered;
          expect(await stateOf("a")).toMatchObject({ waits, destination, message });
          expect(await store.posts.readMaxWaitMs()).toBe(waits ? 1_000 : 0);
        },
      );

      test("keeps the higher state version, and leaves the post's version unchanged", async () => {
        const notified = await addOne();
        await store.posts.save([asDelivered(notified, { stateVersion: 3, postedVersion: 0 })]);
        await store.posts.save([asDelivered(notified, { postedVersion: 0, error: "x" })]);
        const [waiting] = await waitingIn(store);
        expect(waiting?.post).toMatchObject({ version: 1, stateVersion: 3, postedVersion: 0, error: "x" });
        await change("a");
        expect((await waitingIn(store))[0]?.post).toMatchObject({ version: 2 });
      });

      test("stores an edit that will be repeated as posted, and returns it to be sent again", async () => {
        const notified = await addOne();
        await store.posts.save([asDelivered(notified, { isDoubtful: true })]);
        database.clock.advance(500);
        expect([await store.posts.countQueued(), await store.posts.readMaxWaitMs()]).toEqual([0, 0]);
        expect(await waitingIn(store)).toMatchObject([{ post: { version: 1, postedVersion: 1 } }]);
      });

      test("stores fifty posts at once, and leaves out posts that no longer exist", async () => {
        const names = Array.from({ length: 50 }, (_, index) => `${index}`);
        const all = await add(
          names,
          names.map((name) => said(name, "line")),
        );
        expect(all).toHaveLength(50);
        const gone = asDelivered(all[0]!, { id: 123_456_789, said: [] });
        expect(await store.posts.save([gone])).toEqual([]);
        const saved = await store.posts.save([gone, ...all.map((notified) => asDelivered(notified))]);
        expect(saved?.toSorted((a, b) => a.id - b.id)).toEqual(
          all.map(({ post }) => ({ id: post.id, version: 1 })),
        );
        expect([await store.posts.countQueued(), await lineIds()]).toEqual([0, []]);
      });
    });

    describe("rendering again", () => {
      const linking = aPostOf("copy", { destinations: ["C9"], linksTo: "result" });
      const versions = async () =>
        Object.fromEntries(
          (await waitingIn(store)).map(({ post }) => [
            post.subject,
            [post.postedVersion, post.stateVersion, post.version],
          ]),
        );

      test("happens to a post when the post that it links to is posted after it", async () => {
        const nowhere = aPostOf("nowhere", { destinations: [], linksTo: "result" });
        await store.posts.add({ posts: [linking, nowhere] });
        await deliverAll(store);
        await store.posts.lead(forMs);
        const [result] = await add(["result"]);
        const saved = await store.posts.save([asDelivered(result!)]);
        expect(saved?.map(({ version }) => version).toSorted()).toEqual([1, 2, 2]);
        // Its state is as before: only its link is new.
        expect(await versions()).toEqual({ copy: [1, 1, 2] });
      });

      test("happens to a post when the post that it links to is posted together with it", async () => {
        await store.posts.add({ posts: [aPostOf("result"), linking] });
        const all = await waitingIn(store);
        const saved = await store.posts.save(all.map((notified) => asDelivered(notified)));
        expect(saved).toHaveLength(2);
        expect(await versions()).toEqual({ copy: [1, 1, 2] });
      });

      test("happens to a post when a newly posted alert leads back to it", async () => {
        await stand(["unknown"], ["other"]);
        const [alert] = await add(["finding"]);
        const leadBack = ["unknown", "gone"];
        await store.posts.save([asDelivered(alert!, { leadBack })]);
        expect(await versions()).toEqual({ unknown: [1, 1, 2] });
      });

      test("doesn't happen to a post when the post that it links to is only edited", async () => {
        await stand(["result"], ["copy", linking]);
        await change("result");
        await deliverAll(store);
        expect(await versions()).toEqual({});
      });

      test("happens to a post when the message that it links to is saved late", async () => {
        const [result] = await add(["result"]);
        await store.posts.add({ posts: [linking] });
        const [, copy] = await waitingIn(store);
        await store.posts.save([asDelivered(copy!)]);
        const { id, destination } = result!.post;
        await store.posts.saveLate({ id, destination, message: { channel: "C1", ts: "17.1" }, said: [] });
        expect(await versions()).toMatchObject({ copy: [1, expect.any(Number), 2] });
      });
    });

    describe("saving after a late answer of Slack", () => {
      const message = { channel: "C1", ts: "17.1" };

      test("stores the message of a post that had none, and lets the post be rendered again", async () => {
        const notified = await addOne([said("a", "1")]);
        const { id } = notified.post;
        const late = { id, destination: "C2", message: { channel: "C\u00002", ts: "1\0" }, said: [] };
        expect(await store.posts.saveLate(late)).toBe(true);
        const [waiting] = await waitingIn(store);
        expect(waiting).toMatchObject({
          post: { destination: "C2", message: { channel: "C2", ts: "1" }, version: 2, postedVersion: 0 },
          lines: notified.lines,
        });
      });

      test("stores no message when the post has another one or no longer exists", async () => {
        const notified = await addOne();
        await store.posts.save([asDelivered(notified, { message })]);
        const { id } = notified.post;
        const late = { id, destination: "C2", message: { channel: "C2", ts: "18.1" }, said: [] };
        expect(await store.posts.saveLate(late)).toBe(false);
        expect(await store.posts.saveLate({ ...late, id: 123_456_789 })).toBe(false);
        expect(await store.posts.saveLate({ ...late, destination: "C1", message })).toBe(true);
        await store.posts.save([asDelivered((await waitingIn(store))[0]!, { message })]);
        expect(await stateOf("a")).toMatchObject({ destination: "C1", message, waits: false });
      });

      test("removes the lines that were sent for a post that was given up since", async () => {
        const notified = await addOne([said("a", "1"), said("a", "2")]);
        await store.posts.save([asDelivered(notified, { message: null, error: "is_archived", said: [] })]);
        const [line, next] = notified.lines;
        const late = { id: notified.post.id, destination: "C1", message: null, said: [line!.id] };
        expect(await store.posts.saveLate(late)).toBe(true);
        expect(await lineIds()).toEqual([next!.id]);
        expect(await waitingIn(store)).toMatchObject([{ post: { version: 2 } }]);
      });
    });

    test("leave posts that can't be rendered to retention, and don't count them as waiting", async () => {
      const [a, b] = await add(["a", "b"], [said("b", "1")]);
      const unrenderable = { error: "not drawn", said: [] };
      await store.posts.save([
        asDelivered(a!, { ...unrenderable, postedVersion: 0 }),
        asDelivered(b!, unrenderable),
      ]);
      expect([await store.posts.countQueued(), await store.posts.readMaxWaitMs()]).toEqual([0, 0]);
      expect(await waitingIn(store)).toHaveLength(2);
      expect(await store.purge({ closedBefore: later(1) })).toBe(2);
      expect([await waitingIn(store), await lineIds()]).toEqual([[], []]);
    });

    test("leave a post and its lines to retention when nothing of it waits", async () => {
      const [a, b] = await add(["a", "b"], [said("a", "1"), said("b", "2")]);
      await store.posts.save([asDelivered(a!), asDelivered(b!, { isDoubtful: true })]);
      expect(await store.purge({ closedBefore: later(1) })).toBe(1);
      expect([await stateOf("a"), await lineIds()]).toEqual([undefined, []]);
      expect(await stateOf("b")).toMatchObject({ waits: false });
    });
  });
}

type Change = {
  waits: boolean;
  meanwhile?: () => Promise<unknown>;
  own?: Partial<DeliveredPost>;
  version?: number;
};
