import { beforeEach, describe, expect, test } from "vitest";
import type { Operation, Outcome, Store, Transition } from "../../src/store/index.ts";
import { openSecond, store } from "./given.ts";
import { deliverAll, nothing, notifiesAct, shownOf, waitingOf } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

export function batchesContract(): void {
  describe("several operations of one act", () => {
    let second: Store;
    beforeEach(async () => {
      second = await openSecond();
    });

    const ids = ["a", "a.1", "a.2"];
    const siblings = [
      { id: "a.1", request: { text: "second" } },
      { id: "a.2", request: { text: "third" } },
    ];
    const enqueue = () => store.operations.enqueue({ ...anAct({ id: "a" }), siblings });
    const countsOf = ({ siblings }: Operation) =>
      `${siblings.filter(({ outcome }) => outcome !== null).length + 1} of ${siblings.length + 1}`;
    const notificationFor = (_: Transition, operation: Operation) =>
      notifiesAct(countsOf(operation))(operation);
    const end = async (id: string, outcome: Outcome = "accepted") => {
      await store.operations.start(id);
      return store.operations.finish(id, anEnd({ outcome, notificationFor }));
    };

    test("are listed at the row whose edit created them, and not at a row that a run tried again", async () => {
      await enqueue();
      for (const id of ids) await end(id, "refused");
      const edit = anAct({ id: "e" });
      const again = { root: "a.1", newest: "a.1" };
      await store.operations.enqueue({ ...edit, siblings: [{ id: "e.1", request: {} }], again });
      const further = { id: "r.1", request: {}, again: { root: "a.2", newest: "a.2" } };
      await store.operations.enqueue({ ...anAct({ id: "r" }), siblings: [further] });
      const read = async (id: string) =>
        (await store.operations.get(id))?.editedSiblings.map((one) => one.id);
      expect([await read("a"), await read("a.1"), await read("a.2")]).toEqual([[], ["e.1"], []]);
    });

    test("are stored together, and read in order with the operation that follows them last", async () => {
      const next = { id: "a:next", kind: "files.upload", request: {} };
      await store.operations.enqueue({ ...anAct({ id: "a" }), siblings, next });
      const batch = await store.operations.ofAct("a");
      expect(batch.map(({ id, step }) => [id, step])).toEqual([...ids.map((id) => [id, 0]), ["a:next", 1]]);
      expect(batch[2]).toMatchObject({
        ...{ act: "a", step: 0, root: "a.2" },
        siblings: [{ id: "a" }, { id: "a.1" }, { id: "a:next" }],
        author: "U1",
        conversation: "C1",
        request: { text: "third" },
      });
      expect(await store.operations.countOpen()).toBe(4);
      expect(await store.operations.ofAct("a.1")).toEqual([]);
    });

    test("get one post when they are stored, and no post when they are not stored", async () => {
      const request = {
        ...anAct({ id: "a" }),
        siblings,
        notificationFor: notifiesAct("begun")({ act: "a" }),
      };
      const undone = { ...request, precondition: async () => false };
      expect(await store.operations.enqueue(undone)).toEqual({ kind: "overtaken" });
      expect(await store.posts.list(["act:a"])).toEqual([]);
      await store.operations.enqueue(request);
      await store.operations.enqueue(request);
      expect(await shownOf(store, "act:a")).toEqual(["posted", "begun"]);
      await end("a");
      expect(await shownOf(store, "act:a")).toEqual(["drawn anew", "1 of 3"]);
    });

    test("are tried again all together, or none of them is", async () => {
      await enqueue();
      for (const [id, outcome] of [
        ["a", "accepted"],
        ["a.1", "refused"],
        ["a.2", "unknown"],
      ] as const)
        await end(id, outcome);
      const again = (root: string, reason?: string) => ({ root, newest: root, ...(reason && { reason }) });
      const retry = (id: string, reason?: string) =>
        second.operations.enqueue({
          ...anAct({ id, again: again("a.1", reason) }),
          siblings: [
            { id: `${id}.1`, request: {}, again: again("a.2", reason) },
            { id: `${id}.2`, request: {} },
          ],
        });
      expect(await retry("b")).toMatchObject({ kind: "not_again", operation: { id: "a.2" } });
      expect(await store.operations.ofAct("b")).toEqual([]);
      expect(await store.operations.get("a.1")).toMatchObject({ tries: [] });
      const both = await Promise.all([retry("c", "it hangs"), retry("d", "it hangs")]);
      expect(both.map(({ kind }) => kind).toSorted()).toEqual(["not_again", "stored"]);
      const won = both[0]?.kind === "stored" ? "c" : "d";
      expect(await store.operations.ofAct(won)).toMatchObject([
        { root: "a.1", reason: "it hangs", tries: [{ id: "a.1" }] },
        { root: "a.2", reason: "it hangs", tries: [{ id: "a.2" }] },
        { root: `${won}.2`, reason: null },
      ]);
    });

    test("end one by one, and each outcome updates their one post", async () => {
      await enqueue();
      for (const [id, outcome] of [
        ["a.1", "accepted"],
        ["a", "refused"],
        ["a.2", "unknown"],
      ] as const)
        await end(id, outcome);
      expect(await store.posts.list(["act:a"])).toHaveLength(1);
      expect(await shownOf(store, "act:a")).toEqual(["posted", "1 of 3", "2 of 3", "3 of 3"]);
      await store.operations.resolve("a.2", { by: "U1", as: "arrived", notificationFor: nothing });
      expect(await shownOf(store, "act:a")).toEqual(["drawn anew"]);
      const [, , resolved] = await store.operations.ofAct("a");
      expect(resolved).toMatchObject({ id: "a.2", resolvedAs: "arrived" });
    });

    test("get their post updated when a further try of one of them ends", async () => {
      await enqueue();
      await end("a.1", "refused");
      await store.operations.enqueue(anAct({ id: "again", again: { root: "a.1", newest: "a.1" } }));
      await store.operations.start("again", { root: "a.1" });
      await deliverAll(store);
      await store.operations.finish("again", anEnd({ notificationFor: nothing }));
      expect(await waitingOf(store, "act:a", "act:again")).toEqual(["act:a"]);
      const [, tried] = await store.operations.ofAct("a");
      expect(tried).toMatchObject({ id: "a.1", tries: [{ id: "again", outcome: "accepted" }] });
    });
  });
}
