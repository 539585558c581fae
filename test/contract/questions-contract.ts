import { describe, expect, test } from "vitest";
import { createObservations } from "../../src/store/observations/observations.ts";
import { content } from "./an-observation.ts";
import { database, store } from "./given.ts";
import { nothing } from "./notifications.ts";

/** When texts changed. */
export function questionsContract(): void {
  describe("what is asked of templates", () => {
    const { name, buttons } = content;
    const report = (id: string, status: string, text = "Hello") =>
      store.open(createObservations).report(
        {
          ...{ id, templateId: "T1", by: "U2" },
          content: { name, content: text, buttons },
          vendors: [{ vendor: "vendorA", status, reason: null }],
        },
        () => nothing(),
      );

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
  });
}
