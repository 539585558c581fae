import { beforeEach, describe, expect, test } from "vitest";
import type { InTransaction, Notification, StoreTransaction } from "../../src/store/index.ts";
import { database, store } from "./given.ts";
import { aPostOf, deliverAll, notifiesAct, said, shownOf, waitingIn, waitingOf } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

/** What a feature commits with an operation; a draft takes the part of the feature's row. */
export function alsoContract(): void {
  describe("a write in the transaction of an operation", () => {
    beforeEach(async () => {
      await store.drafts.save({
        id: "proposal",
        author: "U1",
        kind: "templates.update",
        body: {},
        expiresAt: new Date(database.clock.now().getTime() + 60_000),
      });
    });

    const isThere = async () => (await store.drafts.get("proposal", "U1")) !== null;
    /** True once: only one act can delete the row. */
    const decide = async (trx: StoreTransaction) => {
      const { numDeletedRows } = await trx
        .deleteFrom("documents")
        .where("id", "=", "proposal")
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    };

    test("is rolled back when the act is refused or when the write throws", async () => {
      const refuse = async (trx: StoreTransaction) => !(await decide(trx));
      expect(await store.operations.enqueue({ ...anAct({ id: "a" }), precondition: refuse })).toEqual({
        kind: "overtaken",
      });
      const fail = async (trx: StoreTransaction) => {
        await decide(trx);
        throw new Error("no such table");
      };
      await expect(store.operations.enqueue({ ...anAct({ id: "a" }), precondition: fail })).rejects.toThrow(
        "no such table",
      );
      expect(await store.operations.get("a")).toBeNull();
      expect(await isThere()).toBe(true);
    });

    test("is committed without the operation when it needs none", async () => {
      const alone = async (trx: StoreTransaction) => (await decide(trx)) && ("alone" as const);
      expect(await store.operations.enqueue({ ...anAct({ id: "a" }), precondition: alone })).toEqual({
        kind: "alone",
      });
      expect(await isThere()).toBe(false);
      expect(await store.operations.get("a")).toBeNull();
      expect(await store.operations.enqueue({ ...anAct({ id: "b" }), precondition: alone })).toEqual({
        kind: "overtaken",
      });
    });

    test("is committed without the operations of its act, and the act can be enqueued later", async () => {
      const quota = { day: "2026-11-21", limit: 9 };
      const precondition = async (trx: StoreTransaction) => ((await decide(trx)) ? "alone" : true);
      const next = { id: "next", kind: "messages.send", request: {} };
      const act = { ...anAct({ id: "a" }), siblings: [{ id: "a.1", request: {} }], next, precondition };
      expect(await store.operations.enqueue(act)).toEqual({ kind: "alone" });
      expect(await isThere()).toBe(false);
      expect(await store.operations.countOpen()).toBe(0);
      expect(await store.operations.enqueue({ ...act, quota })).toEqual({ kind: "stored" });
      expect(await store.operations.countOpen()).toBe(3);
    });

    test("is not repeated when its act is enqueued as a duplicate", async () => {
      await store.operations.enqueue({ ...anAct({ id: "a" }), precondition: decide });
      const again = await store.operations.enqueue({ ...anAct({ id: "a" }), precondition: decide });
      expect(again).toMatchObject({ kind: "duplicate" });
    });

    test("is committed together with an outcome, or neither is committed", async () => {
      await store.operations.enqueue(anAct({ id: "a" }));
      await store.operations.start("a");
      const fail = async () => {
        throw new Error("no such table");
      };
      await expect(store.operations.finish("a", { ...anEnd({}), inTransaction: () => fail })).rejects.toThrow(
        "no such table",
      );
      expect(await store.operations.get("a")).toMatchObject({ state: "started" });
      const write: InTransaction =
        ({ outcome }) =>
        async (trx) => {
          expect(outcome).toBe("accepted");
          await decide(trx);
          return null;
        };
      expect(await store.operations.finish("a", { ...anEnd({}), inTransaction: write })).toBe("closed");
      expect(await isThere()).toBe(false);
    });

    const found: Notification = {
      posts: [aPostOf("alert:x", { destinations: ["C2"], facts: { found: 1 } })],
      changed: ["act:beside"],
      lines: [said("alert:x", "found")],
    };
    const start = async (id: string) => {
      await store.operations.enqueue(anAct({ id }));
      await store.operations.start(id);
    };

    test("has its posts combined with the posts of the outcome on the same subject", async () => {
      await start("beside");
      await store.operations.finish("beside", anEnd({ outcome: "unknown" }));
      await start("a");
      await deliverAll(store);
      const own = aPostOf("alert:x", { destinations: ["C2"] });
      const notificationFor = () => ({ posts: [own], lines: [said("alert:x", "ended")] });
      await store.operations.finish("a", {
        ...anEnd({ notificationFor }),
        inTransaction: () => async () => found,
      });
      expect(await waitingOf(store, "act:beside", "alert:x")).toEqual(["act:beside", "alert:x"]);
      const alert = (await waitingIn(store)).find(({ post }) => post.subject === "alert:x");
      expect(alert?.post).toMatchObject({ audience: "result", message: null, facts: { found: 1 } });
      expect(await shownOf(store, "alert:x")).toEqual(["posted", "ended", "found"]);
    });

    test("has its posts combined with the posts of a report and of a late reply", async () => {
      for (const id of ["reported", "late"]) {
        await start(id);
        await store.operations.finish(id, anEnd({ outcome: "unknown" }));
      }
      await deliverAll(store);
      const resolution = { by: "U2", as: "arrived" as const, notificationFor: notifiesAct("arrived") };
      await store.operations.resolve("reported", { ...resolution, inTransaction: () => async () => found });
      expect(await shownOf(store, "act:reported", "alert:x")).toEqual(
        expect.arrayContaining(["drawn anew", "arrived", "posted", "found"]),
      );
      await store.operations.finish("late", { ...anEnd({}), inTransaction: () => async () => found });
      expect(await shownOf(store, "act:late", "alert:x")).toEqual(
        expect.arrayContaining(["drawn anew", "corrected", "found"]),
      );
    });

    test("creates no posts when the outcome isn't stored", async () => {
      await start("a");
      const fails = () => async () => {
        throw new Error("no such table");
      };
      await expect(store.operations.finish("a", { ...anEnd({}), inTransaction: fails })).rejects.toThrow();
      const notificationFor = () => {
        throw new Error("no such sentence");
      };
      const failing = store.operations.finish("a", {
        ...anEnd({ notificationFor }),
        inTransaction: () => async () => found,
      });
      await expect(failing).rejects.toThrow("no such sentence");
      expect(await store.posts.list(["act:a", "alert:x"])).toEqual([]);
      expect(await store.posts.countQueued()).toBe(0);
    });
  });
}
