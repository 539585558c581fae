import { beforeEach, describe, expect, test } from "vitest";
import type { AskedOwner, Operation, Outcome } from "../../src/store/index.ts";
import { database, openSecond, store } from "./given.ts";
import { aPostOf, deliverAll, nothing, shownOf } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

const [phoneOwner, other] = ["U7", "U8"];

/** Whether what a run sent arrived: each phone owner is asked once, of all that is theirs. */
export function runReceiptsContract(): void {
  describe("receipts of phone owners for a run", () => {
    let asked: AskedOwner[];
    beforeEach(() => {
      asked = [];
    });

    /** Of a run's four messages, two go to one owner's phones, one to another's, and one to nobody's. */
    const owners = new Map([
      ["a", phoneOwner],
      ["a.1", phoneOwner],
      ["a.2", other],
      ["single", phoneOwner],
      ["later", phoneOwner],
    ]);
    const ownerOf = ({ id }: Operation) => owners.get(id) ?? null;
    const ids = ["a", "a.1", "a.2", "a.3"];
    const begin = async () => {
      const siblings = ids.slice(1).map((id) => ({ id, request: {} }));
      await store.operations.enqueue(anAct({ id: "a", siblings }));
      for (const id of ids) await store.operations.start(id);
    };
    const end = (id: string, outcome: Outcome = "accepted") =>
      store.operations.finish(id, {
        ...anEnd({ outcome, notificationFor: nothing }),
        inTransaction: (operation) => async (trx) => {
          const all = await store.receipts.ask(trx, operation, ownerOf);
          asked.push(...all);
          return {
            posts: all.map((one) => aPostOf(one.subject, { destinations: [one.phoneOwner] })),
          };
        },
      });
    const run = async (outcomes: Record<string, Outcome> = {}) => {
      await begin();
      for (const id of ids) await end(id, outcomes[id]);
      await deliverAll(store);
    };
    const questionnaire = async (id: string, of = phoneOwner) =>
      (await store.receipts.questionnaire(of, id)).map((one) => one.id);
    const all = { by: phoneOwner, notificationFor: nothing };

    test("are asked for when the whole run has ended, in one post for each phone owner", async () => {
      await begin();
      await end("a.3");
      await end("a.2");
      await end("a");
      expect(asked).toEqual([]);
      await end("a.1", "unknown");
      expect(asked).toEqual([
        { subject: "questions:a", phoneOwner },
        { subject: "questions:a.2", phoneOwner: other },
      ]);
      expect(await questionnaire("a")).toEqual(["a", "a.1"]);
      expect(await questionnaire("a.2", other)).toEqual(["a.2"]);
    });

    test("are asked for once when the last two messages end at the same time", async () => {
      await begin();
      await end("a");
      await end("a.3");
      await Promise.all([end("a.1"), end("a.2", "refused")]);
      expect(asked).toEqual([{ subject: "questions:a", phoneOwner }]);
    });

    test("are asked for in another post than earlier questions, and in the same post as later ones", async () => {
      await store.operations.enqueue(anAct({ id: "single" }));
      await store.operations.start("single");
      await end("single");
      database.clock.advance(1000);
      await run();
      expect(await questionnaire("single")).toEqual(["single"]);
      expect(await questionnaire("a")).toEqual(["a", "a.1"]);
      await store.operations.enqueue(anAct({ id: "later" }));
      await store.operations.start("later");
      await end("later");
      expect(asked.at(-1)).toEqual({ subject: "questions:a", phoneOwner });
    });

    test("are not asked for when the owner has stopped the questions", async () => {
      await store.receipts.stop(phoneOwner);
      await run();
      expect(asked).toEqual([{ subject: "questions:a.2", phoneOwner: other }]);
      expect((await store.operations.ofAct("a")).map(({ receipt }) => receipt?.phoneOwner ?? null)).toEqual([
        ...[null, null, other, null],
      ]);
    });

    test("are given by “all arrived” for all of the owner's messages that have no answer yet", async () => {
      await run({ "a.1": "unknown" });
      expect(await store.receipts.allArrived("a", { by: other, notificationFor: nothing })).toEqual([]);
      await store.receipts.answer("a", { ...all, as: "looks_wrong", words: null });
      const notificationFor = (answered: readonly Operation[]) => ({
        lines: [{ subject: "questions:a", event: { said: answered.map(({ id }) => id) } }],
      });
      await deliverAll(store);
      expect(
        (await store.receipts.allArrived("a", { by: phoneOwner, notificationFor })).map(({ id }) => id),
      ).toEqual(["a.1"]);
      expect(await shownOf(store, "questions:a")).toEqual(["drawn anew", ["a.1"]]);
      expect(await store.receipts.allArrived("a", all)).toEqual([]);
      expect(await store.operations.ofAct("a")).toMatchObject([
        { receipt: { as: "looks_wrong" } },
        { receipt: { as: "arrived" }, resolvedAs: "arrived", resolvedBy: phoneOwner },
        { receipt: { as: null } },
        { receipt: null },
      ]);
    });

    test("are stored once when two people press at the same time", async () => {
      const second = await openSecond();
      await run();
      const both = await Promise.all([
        store.receipts.allArrived("a", all),
        second.receipts.allArrived("a", all),
        second.receipts.answer("a.1", { ...all, as: "did_not_arrive", words: null }),
      ]);
      const [first, again, single] = both;
      expect(first.length + again.length + (single.kind === "answered" ? 1 : 0)).toBe(2);
    });
  });
}
