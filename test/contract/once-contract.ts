import { describe, expect, test } from "vitest";
import { database, openSecond, store } from "./given.ts";
import { aPostOf, deliverAll, listen, waitingIn } from "./notifications.ts";

export function onceContract(): void {
  describe("posts that are added once", () => {
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

    test("are queued once when twenty are added at the same time", async () => {
      const stores = [store, await openSecond()];
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => stores[index % 2]!.posts.addOnce(aPostOf("a"))),
      );
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await waitingIn(store)).toMatchObject([{ post: { subject: "a", version: 1 } }]);
    });

    test("aren't added again after a purge if they are kept", async () => {
      await store.posts.addOnce(greeting("U1"));
      await store.posts.addOnce(aPostOf("shown"));
      await deliverAll(store);
      expect(await store.purge({ closedBefore: database.clock.advance(1000) })).toBe(1);
      expect(await store.posts.addOnce(greeting("U1"))).toBe(false);
      expect(await store.posts.addOnce(aPostOf("shown"))).toBe(true);
    });

    test("reach the deliverer only when they are added", async () => {
      const { notified } = listen(store, () => true);
      await store.posts.addOnce(aPostOf("a"));
      await store.posts.addOnce(aPostOf("a"));
      expect(notified).toMatchObject([{ post: { subject: "a", version: 1, mayRepeat: true } }]);
    });
  });
}
