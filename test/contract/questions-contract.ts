import { describe, expect, test } from "vitest";
import { createObservations } from "../../src/store/observations/observations.ts";
import { content } from "./an-observation.ts";
import { database, store } from "./given.ts";
import { nothing } from "./telling.ts";

/** What is reported in answer to a question, and when texts changed. */
export function questionsContract(): void {
  describe("what is asked of templates", () => {
    const { name, buttons } = content;
    const report = (id: string, status: string, text = "Hello") =>
      store.open(createObservations).report(
        {
          ...{ id, templateId: "T1", by: "U2" },
          content: { name, content: text, buttons },
          vendors: [{ vendor: "vendorA", status, code: null, reason: null }],
        },
        () => nothing(),
      );
    const statusNow = async () => (await store.open(createObservations).get("T1"))?.vendors[0]?.status;

    test("says in what its text was seen to be another one", async () => {
      const observations = store.open(createObservations);
      await report("first", "PENDING");
      await report("again", "APPROVED");
      expect((await observations.get("T1"))?.changed).toBeUndefined();
      database.clock.advance(1000);
      await report("other", "APPROVED", "Goodbye");
      const at = database.clock.now();
      database.clock.advance(1000);
      await report("still", "APPROVED", "Goodbye");
      expect(await observations.get("T1")).toMatchObject({
        changed: { at },
        content: { content: "Goodbye" },
      });
    });

    test("is answered by one of two at the same moment, and by that one again", async () => {
      await report("before", "PENDING");
      const answer = (id: string, status: string) =>
        store.open(createObservations).report(
          {
            ...{ id, templateId: "T1", by: "U2", content: null },
            vendors: [{ vendor: "vendorA", status, code: null, reason: null }],
          },
          () => nothing(),
          async (trx) =>
            (await store.open(createObservations).read(trx, "T1"))?.vendors[0]?.status === "PENDING",
        );
      const both = await Promise.all([answer("yes", "APPROVED"), answer("no", "REJECTED")]);
      expect(both.toSorted()).toEqual(["new", "overtaken"]);
      const isYes = both[0] === "new";
      expect(await statusNow()).toBe(isYes ? "APPROVED" : "REJECTED");
      expect(await (isYes ? answer("yes", "APPROVED") : answer("no", "REJECTED"))).toBe("same");
    });
  });
}
