import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store, StoreTransaction } from "../../src/store/index.ts";
import { anAct, anEnd, type MakeDatabase, type TestDatabase } from "./store-database.ts";

/** What a feature commits with an operation; a draft stands for a row of a feature's own. */
export function alsoContract(makeDatabase: MakeDatabase): void {
  describe("what is committed with an operation", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
      await store.drafts.save({
        id: "proposal",
        author: "U1",
        kind: "templates.update",
        body: {},
        expiresAt: new Date(database.clock.now().getTime() + 60_000),
      });
    });
    afterEach(() => database.remove());

    const isThere = async () => (await store.drafts.get("proposal", "U1")) !== null;
    /** Decides once: the row can be taken away by one alone. */
    const decide = async (trx: StoreTransaction) => {
      const { numDeletedRows } = await trx
        .deleteFrom("drafts")
        .where("id", "=", "proposal")
        .executeTakeFirstOrThrow();
      return numDeletedRows === 1n;
    };

    test("stands when the act is taken on, and one of many at once has it", async () => {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.operations.takeOn({ ...anAct({ id: `${index}` }), also: decide }),
        ),
      );
      expect(answers.filter(({ kind }) => kind === "stored")).toHaveLength(1);
      expect(answers.filter(({ kind }) => kind === "overtaken")).toHaveLength(19);
      expect(await store.operations.countOpen()).toBe(1);
      expect(await isThere()).toBe(false);
    });

    test("is undone with the act, also when it throws", async () => {
      const refuse = async (trx: StoreTransaction) => !(await decide(trx));
      expect(await store.operations.takeOn({ ...anAct({ id: "a" }), also: refuse })).toEqual({
        kind: "overtaken",
      });
      const fail = async (trx: StoreTransaction) => {
        await decide(trx);
        throw new Error("no such table");
      };
      await expect(store.operations.takeOn({ ...anAct({ id: "a" }), also: fail })).rejects.toThrow(
        "no such table",
      );
      expect(await store.operations.get("a")).toBeNull();
      expect(await isThere()).toBe(true);
    });

    test("stands alone where it needs no operation, of which nothing is left", async () => {
      const alone = async (trx: StoreTransaction) => (await decide(trx)) && ("alone" as const);
      expect(await store.operations.takeOn({ ...anAct({ id: "a" }), also: alone })).toEqual({
        kind: "alone",
      });
      expect(await isThere()).toBe(false);
      expect(await store.operations.get("a")).toBeNull();
      expect(await store.operations.takeOn({ ...anAct({ id: "b" }), also: alone })).toEqual({
        kind: "overtaken",
      });
    });

    test("stands alone where it says so, without the act, which may come again", async () => {
      const quota = { day: "2026-11-21", limit: 9 };
      const also = async (trx: StoreTransaction) => ((await decide(trx)) ? "alone" : true);
      const next = { id: "next", kind: "messages.send", request: {} };
      const act = { ...anAct({ id: "a" }), beside: [{ id: "a.1", request: {} }], next, also };
      expect(await store.operations.takeOn(act)).toEqual({ kind: "alone" });
      expect(await isThere()).toBe(false);
      expect(await store.operations.countOpen()).toBe(0);
      expect(await store.operations.takeOn({ ...act, quota })).toEqual({ kind: "stored" });
      expect(await store.operations.countOpen()).toBe(3);
    });

    test("is not done again for the same act", async () => {
      await store.operations.takeOn({ ...anAct({ id: "a" }), also: decide });
      const again = await store.operations.takeOn({ ...anAct({ id: "a" }), also: decide });
      expect(again).toMatchObject({ kind: "duplicate" });
    });

    test("stands with an outcome, or neither does", async () => {
      await store.operations.takeOn(anAct({ id: "a" }));
      await store.operations.start("a");
      const fail = async () => {
        throw new Error("no such table");
      };
      await expect(store.operations.finish("a", { ...anEnd({}), also: fail })).rejects.toMatchObject({
        name: "AlsoFailedError",
        cause: { message: "no such table" },
      });
      expect(await store.operations.get("a")).toMatchObject({ state: "started" });
      const write = async (trx: StoreTransaction, { outcome }: { outcome: string | null }) => {
        expect(outcome).toBe("accepted");
        await decide(trx);
      };
      expect(await store.operations.finish("a", { ...anEnd({}), also: write })).toBe("closed");
      expect(await isThere()).toBe(false);
    });
  });
}
