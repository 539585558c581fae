import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AnswerRequest, Outcome, ReceivedAs, Sheet, Store } from "../../src/store/index.ts";
import { anAct, anEnd, aPost, aTry, type MakeDatabase, type TestDatabase } from "./store-database.ts";

const holder = "U7";

/** Whether a message arrived, asked of who holds the phone. */
export function receiptsContract(makeDatabase: MakeDatabase): void {
  describe("receipts", () => {
    let database: TestDatabase;
    let store: Store;
    let sheets: Sheet[];
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
      sheets = [];
    });
    afterEach(() => database.remove());

    const post = (sheet: Sheet) => {
      sheets.push(sheet);
      return { ...aPost("asked", holder), key: `receipts:${sheet.id}` };
    };

    async function end(id: string, outcome: Outcome = "accepted") {
      await store.operations.takeOn(anAct({ id }));
      await store.operations.start(id);
      await finish(id, outcome);
    }

    const finish = (id: string, outcome: Outcome, own: object = {}) =>
      store.operations.finish(id, {
        ...anEnd({ outcome, ...own }),
        also: (trx, operation) => store.receipts.ask(trx, operation, { holder, post }),
      });

    const answer = (id: string, as: ReceivedAs, by = holder) =>
      store.receipts.answer(id, { by, as, words: null, posts: () => [aPost(as)] });

    const newest = () => {
      const { id, isNew, operations } = sheets.at(-1)!;
      return { id, isNew, operations: operations.map((operation) => operation.id) };
    };

    test("are asked together while they come together, and apart later", async () => {
      await end("a");
      expect(newest()).toEqual({ id: "a", isNew: true, operations: ["a"] });
      database.clock.advance(60_000);
      await end("b", "unknown");
      expect(newest()).toEqual({ id: "a", isNew: false, operations: ["a", "b"] });
      database.clock.advance(6 * 60_000);
      await end("c");
      expect(newest()).toEqual({ id: "c", isNew: true, operations: ["c"] });
    });

    test("are asked together when the store takes them together, however long after they ended", async () => {
      const ids = ["a", "b", "c"];
      for (const id of ids) {
        await store.operations.takeOn(anAct({ id }));
        await store.operations.start(id);
      }
      const endedAt = database.clock.now();
      database.clock.advance(6 * 60_000);
      for (const id of ids) await finish(id, "accepted", { endedAt });
      await end("now");
      expect(newest()).toEqual({ id: "a", isNew: false, operations: ["a", "b", "c", "now"] });
      expect(await store.operations.get("a")).toMatchObject({ closedAt: endedAt });
    });

    test("begin anew when all is answered, or the message is full", async () => {
      await end("a");
      await answer("a", "arrived");
      await end("b0");
      expect(newest()).toEqual({ id: "b0", isNew: true, operations: ["b0"] });
      for (let count = 1; count < 10; count += 1) await end(`b${count}`);
      expect(newest().operations).toHaveLength(10);
      await end("c");
      expect(newest().id).toBe("c");
    });

    test.each(["refused", "not_sent"] as const)("are not asked of what was %s", async (outcome) => {
      await end("a", outcome);
      expect(sheets).toEqual([]);
      expect(await store.receipts.waiting(holder, 9)).toEqual([]);
    });

    test("keep what was said, whatever it holds", async () => {
      await end("a");
      const said = { by: holder, as: "looks_wrong" as const, words: "cut\0off", posts: () => [] };
      expect(await store.receipts.answer("a", said)).toMatchObject({ kind: "answered" });
      expect((await store.operations.get("a"))?.receipt?.words).toBe("cutoff");
    });

    test("are answered by nobody but who was asked, and once", async () => {
      await end("a");
      expect(await answer("a", "arrived", "U1")).toEqual({ kind: "not_asked" });
      expect(await answer("none", "arrived")).toEqual({ kind: "not_asked" });
      const all = await Promise.all(
        (["arrived", "looks_wrong", "did_not_arrive"] as const).map((as) => answer("a", as)),
      );
      expect(all.filter(({ kind }) => kind === "answered")).toHaveLength(1);
      expect(all.filter(({ kind }) => kind === "already")).toHaveLength(2);
      expect(await store.operations.get("a")).toMatchObject({ outcome: "accepted", settledAt: null });
      expect(await store.receipts.waiting(holder, 9)).toEqual([]);
    });

    test.each([
      ["arrived", "arrived"],
      ["looks_wrong", "arrived"],
      ["did_not_arrive", "did_not_arrive"],
    ] as const)("settle an unknown outcome: %s", async (as, settledAs) => {
      await end("a", "unknown");
      await answer("a", as);
      expect(await store.operations.get("a")).toMatchObject({
        settledBy: holder,
        settledAs,
        receipt: { as },
      });
    });

    test("tell what sent it again that there is nothing left to be sent", async () => {
      await end("a", "unknown");
      await store.operations.takeOn(aTry("again", "a"));
      await store.operations.finish("again", anEnd({ outcome: "not_sent" }));
      const told: string[] = [];
      const posts: AnswerRequest["posts"] = (_, __, { tries }) => {
        told.push(...tries.map(({ id }) => id));
        return [];
      };
      await store.receipts.answer("a", { by: holder, as: "arrived", words: null, posts });
      expect(told).toEqual(["again"]);
      expect(await store.operations.get("again")).toMatchObject({
        tries: [{ id: "a", settledAs: "arrived" }],
      });
      expect(await store.operations.takeOn(aTry("third", "a", { newest: "again" }))).toMatchObject({
        kind: "not_again",
        operation: { id: "a", settledAs: "arrived" },
      });
    });

    test("leave what somebody settled before as it is", async () => {
      await end("a", "unknown");
      await store.operations.settle("a", { by: "U9", as: "did_not_arrive", posts: () => [] });
      await answer("a", "arrived");
      expect(await store.operations.get("a")).toMatchObject({
        settledBy: "U9",
        settledAs: "did_not_arrive",
        receipt: { as: "arrived", holder },
      });
    });

    test("are shown as they are when the platform answers late", async () => {
      await end("a", "unknown");
      await finish("a", "refused");
      expect(newest()).toEqual({ id: "a", isNew: false, operations: ["a"] });
      expect(await store.receipts.waiting(holder, 9)).toEqual([]);
    });

    test("take the holder's own word back once: it arrived after all", async () => {
      await end("a", "unknown");
      await answer("a", "did_not_arrive");
      expect(await answer("a", "did_not_arrive")).toMatchObject({ kind: "already" });
      expect(await answer("a", "arrived", "U1")).toEqual({ kind: "not_asked" });
      expect(await answer("a", "arrived")).toMatchObject({ kind: "answered" });
      expect(await store.operations.get("a")).toMatchObject({
        settledBy: holder,
        settledAs: "arrived",
        receipt: { as: "arrived" },
      });
      expect(await answer("a", "did_not_arrive")).toMatchObject({ kind: "already" });
    });

    test("leave somebody else's word as it is when the holder takes theirs back", async () => {
      await end("a", "unknown");
      await store.operations.settle("a", { by: "U9", as: "did_not_arrive", posts: () => [] });
      await answer("a", "did_not_arrive");
      await answer("a", "arrived");
      expect(await store.operations.get("a")).toMatchObject({ settledBy: "U9", settledAs: "did_not_arrive" });
    });

    test.each(["refused", "not_sent"] as const)("are not answered once it was %s", async (outcome) => {
      await end("a", "unknown");
      await end("b", "unknown");
      await answer("b", "did_not_arrive");
      await finish("a", outcome);
      await finish("b", outcome);
      expect(await answer("a", "arrived")).toMatchObject({ kind: "overtaken" });
      expect(await answer("b", "arrived")).toMatchObject({ kind: "overtaken" });
      expect(await store.operations.get("a")).toMatchObject({ receipt: { as: null } });
    });

    test("wait for a day", async () => {
      await end("a");
      expect(await store.receipts.waiting(holder, 9)).toMatchObject([{ id: "a" }]);
      database.clock.advance(25 * 60 * 60_000);
      expect(await store.receipts.waiting(holder, 9)).toEqual([]);
    });

    test("wait for nobody who stopped them", async () => {
      await end("a");
      await store.receipts.stop(holder);
      expect(await store.receipts.waiting(holder, 9)).toEqual([]);
    });

    test("stop and begin again as their holder wants", async () => {
      await store.receipts.stop(holder);
      await store.receipts.stop(holder);
      expect(await store.receipts.isStopped(holder)).toBe(true);
      await end("a");
      expect(sheets).toEqual([]);
      await store.receipts.resume(holder);
      expect(await store.receipts.isStopped(holder)).toBe(false);
      await end("b");
      expect(await store.receipts.waiting(holder, 9)).toMatchObject([{ id: "b" }]);
    });
  });
}
