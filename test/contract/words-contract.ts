import { describe, expect, test } from "vitest";
import { database, start, store } from "./given.ts";
import { deliverAll } from "./notifications.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

const dayMs = 24 * 60 * 60_000;

export function wordsContract(): void {
  describe("search words", () => {
    const take = async (id: string, words: string[], author = "U1") => {
      database.clock.advance(1);
      expect(await store.operations.enqueue(anAct({ id, author, words }))).toEqual({ kind: "stored" });
    };
    const find = async (words: string[], filter: object = {}) => {
      const page = await store.operations.list({ limit: 10, words, ...filter });
      return page.operations.map(({ id }) => id);
    };
    /** The rows of all operations. */
    const rows = async () =>
      await store
        .open(({ connection }) =>
          connection.db.selectFrom("operation_words").select(["word", "operation_id"]),
        )
        .execute();

    test("find operations that have all of the words, newest first", async () => {
      await take("a", ["joon", "5678", "sms"]);
      await take("b", ["mina", "sms", "sms"]);
      await take("c", ["joon", "lms"], "U2");
      expect(await find(["sms"])).toEqual(["b", "a"]);
      expect(await find(["sms", "joon"])).toEqual(["a"]);
      expect(await find(["joon"])).toEqual(["c", "a"]);
      expect(await find(["joon"], { author: "U1" })).toEqual(["a"]);
      expect(await find(["joon", "lms"], { author: "U1" })).toEqual([]);
      expect(await find(["jo"])).toEqual([]);
      expect(await find(["' or 1=1 --"])).toEqual([]);
      const at = database.clock.now();
      expect(await find(["sms"], { from: at })).toEqual([]);
      expect(await find(["joon"], { from: at })).toEqual(["c"]);
      expect(await find(["sms"], { to: at })).toEqual(["b", "a"]);
    });

    test("can have characters that no database takes", async () => {
      await take("a", ["cut \ud83d", "nul\0"]);
      expect(await rows()).toEqual(
        expect.arrayContaining([
          { operation_id: "a", word: "cut \ufffd" },
          { operation_id: "a", word: "nul" },
        ]),
      );
    });

    test("find each operation once when the result is read page by page", async () => {
      for (let index = 0; index < 7; index += 1) {
        await take(`${index}`, ["sms", ...(index % 2 === 0 ? ["joon"] : [])]);
      }
      for (const words of [
        ["sms", "joon"],
        ["joon", "sms"],
      ]) {
        const found: string[] = [];
        let before: string | undefined;
        do {
          const filter = { limit: 3, words, ...(before === undefined ? {} : { before }) };
          const page = await store.operations.list(filter);
          found.push(...page.operations.map(({ id }) => id));
          before = page.next ?? undefined;
        } while (before !== undefined);
        expect(found).toEqual(["6", "4", "2", "0"]);
      }
    });

    test("find operations of several outcomes in their order", async () => {
      for (const [index, outcome] of (["accepted", "refused", "accepted", "unknown"] as const).entries()) {
        await take(`${index}`, ["joon", "sms"]);
        await store.operations.start(`${index}`);
        await store.operations.finish(`${index}`, anEnd({ outcome }));
      }
      expect(await find(["joon", "sms"], { outcomes: ["unknown", "refused"] })).toEqual(["3", "1"]);
    });

    test("are stored with each new operation and further try, and not with a duplicate", async () => {
      await take("a", ["joon"]);
      expect(await store.operations.enqueue(anAct({ id: "a", words: ["other"] }))).not.toEqual({
        kind: "stored",
      });
      await store.operations.start("a");
      await store.operations.finish("a", anEnd({ outcome: "unknown" }));
      await store.operations.enqueue({ ...aTry("b", "a"), words: ["joon"] });
      expect(await find(["joon"])).toEqual(["b", "a"]);
      expect(await find(["other"])).toEqual([]);
    });

    test("are removed only together with their operation", async () => {
      await start("old");
      await take("purged", ["joon", "sms"]);
      await store.operations.start("purged");
      await store.operations.finish("purged", anEnd({ outcome: "accepted" }));
      await take("young", ["joon"]);
      await deliverAll(store);
      database.clock.advance(dayMs);
      await store.purge({ closedBefore: database.clock.now() });
      expect(await rows()).toEqual([{ word: "joon", operation_id: "young" }]);
      expect(await find(["joon"])).toEqual(["young"]);
    });
  });
}
