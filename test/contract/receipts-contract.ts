import { beforeEach, describe, expect, test } from "vitest";
import type { Outcome, PhoneOwnerAnswer } from "../../src/store/index.ts";
import { database, store } from "./given.ts";
import { aPostOf, deliverAll, nothing, notifiesAct, shownOf, waitingOf } from "./notifications.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

const phoneOwner = "U7";

/** What a phone's owner answers to the question whether a message arrived. */
export function receiptsContract(): void {
  describe("receipts of phone owners", () => {
    /** The subject of the questions' post after each end; null if nothing was asked. */
    let asked: (string | null)[];
    beforeEach(async () => {
      asked = [];
    });

    async function end(id: string, outcome: Outcome = "accepted") {
      await store.operations.enqueue(anAct({ id }));
      await store.operations.start(id);
      await finish(id, outcome);
    }

    const finish = (id: string, outcome: Outcome, own: object = {}) =>
      store.operations.finish(id, {
        ...anEnd({ outcome, ...own }),
        inTransaction: (operation) => async (trx) => {
          const [one] = await store.receipts.ask(trx, operation, () => phoneOwner);
          asked.push(one?.subject ?? null);
          if (one === undefined) return null;
          return { posts: [aPostOf(one.subject, { audience: "phoneOwner", destinations: [phoneOwner] })] };
        },
      });

    const answer = (id: string, as: PhoneOwnerAnswer, by = phoneOwner) =>
      store.receipts.answer(id, { by, as, words: null, notificationFor: notifiesAct(as) });

    const questionnaire = async (id: string, of = phoneOwner) =>
      (await store.receipts.questionnaire(of, id)).map((one) => one.id);
    /** The newest questions' post, with all operations that it asks about. */
    const newest = async () => {
      const id = asked.at(-1)?.replace("questions:", "") ?? "";
      return { id, operations: await questionnaire(id) };
    };

    test("are asked for in one post when messages end shortly after one another", async () => {
      await end("a");
      expect(await newest()).toEqual({ id: "a", operations: ["a"] });
      expect(await shownOf(store, "questions:a")).toEqual(["posted"]);
      database.clock.advance(60_000);
      await end("b", "unknown");
      expect(await newest()).toEqual({ id: "a", operations: ["a", "b"] });
      expect(await shownOf(store, "questions:a")).toEqual(["drawn anew"]);
      database.clock.advance(6 * 60_000);
      await end("c");
      expect(await newest()).toEqual({ id: "c", operations: ["c"] });
      expect(await questionnaire("a", "U1")).toEqual([]);
      expect(await questionnaire("b")).toEqual([]);
    });

    test("are asked for in one post when outcomes are stored at the same time, however late", async () => {
      const ids = ["a", "b", "c"];
      for (const id of ids) {
        await store.operations.enqueue(anAct({ id }));
        await store.operations.start(id);
      }
      const endedAt = database.clock.now();
      database.clock.advance(6 * 60_000);
      for (const id of ids) await finish(id, "accepted", { endedAt });
      await end("now");
      expect(await newest()).toEqual({ id: "a", operations: ["a", "b", "c", "now"] });
      expect(await store.operations.get("a")).toMatchObject({ closedAt: endedAt });
    });

    test("are asked for in a new post when the last post is answered or full", async () => {
      await end("a");
      await answer("a", "arrived");
      await end("b0");
      expect(await newest()).toEqual({ id: "b0", operations: ["b0"] });
      for (let count = 1; count < 10; count += 1) await end(`b${count}`);
      expect((await newest()).operations).toHaveLength(10);
      await end("c");
      expect((await newest()).id).toBe("c");
    });

    test.each(["refused", "not_sent"] as const)(
      "are not asked for a message that was %s",
      async (outcome) => {
        await end("a", outcome);
        expect(asked).toEqual([null]);
        expect(await store.receipts.waiting(phoneOwner, 9)).toEqual([]);
      },
    );

    test("keep the owner's words, without characters that no database takes", async () => {
      await end("a");
      const said = {
        by: phoneOwner,
        as: "looks_wrong" as const,
        words: "cut\0off",
        notificationFor: nothing,
      };
      expect(await store.receipts.answer("a", said)).toMatchObject({ kind: "answered" });
      expect((await store.operations.get("a"))?.receipt?.words).toBe("cutoff");
    });

    test("are stored once, and only from the person who was asked", async () => {
      await end("a");
      expect(await answer("a", "arrived", "U1")).toEqual({ kind: "not_asked" });
      expect(await answer("none", "arrived")).toEqual({ kind: "not_asked" });
      const all = await Promise.all(
        // Only "did not arrive" may be followed by another answer.
        (["arrived", "looks_wrong", "arrived"] as const).map((as) => answer("a", as)),
      );
      expect(all.filter(({ kind }) => kind === "answered")).toHaveLength(1);
      expect(all.filter(({ kind }) => kind === "already")).toHaveLength(2);
      const said = await shownOf(store, "act:a");
      expect(said).toEqual(["posted", "closed", (await store.operations.get("a"))?.receipt?.as]);
      expect(await store.operations.get("a")).toMatchObject({ outcome: "accepted", resolvedAt: null });
      expect(await store.receipts.waiting(phoneOwner, 9)).toEqual([]);
    });

    test.each([
      ["arrived", "arrived"],
      ["looks_wrong", "arrived"],
      ["did_not_arrive", "did_not_arrive"],
    ] as const)("resolve an unknown outcome: %s", async (as, resolvedAs) => {
      await end("a", "unknown");
      await answer("a", as);
      expect(await store.operations.get("a")).toMatchObject({
        resolvedBy: phoneOwner,
        resolvedAs,
        receipt: { as },
      });
    });

    test("update the posts of further tries and on-call's card", async () => {
      await end("a", "unknown");
      await store.posts.add({ posts: [aPostOf("unknowns:a")] });
      await store.operations.enqueue(aTry("again", "a"));
      await store.operations.finish("again", anEnd({ outcome: "not_sent" }));
      await deliverAll(store);
      await store.receipts.answer("a", {
        by: phoneOwner,
        as: "arrived",
        words: null,
        notificationFor: nothing,
      });
      const notified = ["act:a", "act:again", "questions:a", "unknowns:a"];
      expect(await waitingOf(store, ...notified)).toEqual(notified);
      expect(await store.operations.get("again")).toMatchObject({
        tries: [{ id: "a", resolvedAs: "arrived" }],
      });
      expect(await store.operations.enqueue(aTry("third", "a", { newest: "again" }))).toMatchObject({
        kind: "not_again",
        operation: { id: "a", resolvedAs: "arrived" },
      });
    });

    test("don't change another person's earlier report, even when the owner changes the answer", async () => {
      await end("a", "unknown");
      await store.operations.resolve("a", { by: "U9", as: "did_not_arrive", notificationFor: nothing });
      for (const as of ["did_not_arrive", "arrived"] as const) {
        await answer("a", as);
        expect(await store.operations.get("a")).toMatchObject({
          ...{ resolvedBy: "U9", resolvedAs: "did_not_arrive" },
          receipt: { as, phoneOwner },
        });
      }
    });

    test("are no longer asked for when the platform refuses the message late", async () => {
      await end("a", "unknown");
      await deliverAll(store);
      await finish("a", "refused");
      expect(asked).toEqual(["questions:a", null]);
      expect(await waitingOf(store, "questions:a")).toEqual(["questions:a"]);
      expect(await store.receipts.questionnaire(phoneOwner, "a")).toMatchObject([{ outcome: "refused" }]);
      expect(await store.receipts.waiting(phoneOwner, 9)).toEqual([]);
    });

    test("can be changed by the owner once, from “did not arrive” to “arrived”", async () => {
      await end("a", "unknown");
      await answer("a", "did_not_arrive");
      expect(await answer("a", "did_not_arrive")).toMatchObject({ kind: "already" });
      expect(await answer("a", "arrived", "U1")).toEqual({ kind: "not_asked" });
      expect(await answer("a", "arrived")).toMatchObject({ kind: "answered" });
      expect(await store.operations.get("a")).toMatchObject({
        resolvedBy: phoneOwner,
        resolvedAs: "arrived",
        receipt: { as: "arrived" },
      });
      expect(await answer("a", "did_not_arrive")).toMatchObject({ kind: "already" });
    });

    test.each(["refused", "not_sent"] as const)(
      "can't be given any more after a late reply says that the message was %s",
      async (outcome) => {
        await end("a", "unknown");
        await end("b", "unknown");
        await answer("b", "did_not_arrive");
        await finish("a", outcome);
        await finish("b", outcome);
        expect(await answer("a", "arrived")).toMatchObject({ kind: "overtaken" });
        expect(await answer("b", "arrived")).toMatchObject({ kind: "overtaken" });
        expect(await store.operations.get("a")).toMatchObject({ receipt: { as: null } });
      },
    );

    test("are waited for during one day", async () => {
      await end("a");
      expect(await store.receipts.waiting(phoneOwner, 9)).toMatchObject([{ id: "a" }]);
      database.clock.advance(25 * 60 * 60_000);
      expect(await store.receipts.waiting(phoneOwner, 9)).toEqual([]);
    });

    test("are neither asked for nor shown as waiting while the phone's owner has stopped them", async () => {
      await end("before");
      for (let times = 0; times < 2; times += 1) await store.receipts.stop(phoneOwner);
      expect(await store.receipts.isStopped(phoneOwner)).toBe(true);
      expect(await store.receipts.waiting(phoneOwner, 9)).toEqual([]);
      await end("a");
      expect(asked.at(-1)).toBeNull();
      await store.receipts.resume(phoneOwner);
      expect(await store.receipts.isStopped(phoneOwner)).toBe(false);
      database.clock.advance(1);
      await end("b");
      expect(await store.receipts.waiting(phoneOwner, 9)).toMatchObject([{ id: "b" }, { id: "before" }]);
    });
  });
}
