import { describe, expect, test } from "vitest";
import { createObservations } from "../../src/store/observations/observations.ts";
import { content } from "./an-observation.ts";
import { database, store } from "./given.ts";
import { nothing } from "./notifications.ts";

/** When a template's content was seen to change. */
export function questionsContract(): void {
  describe("a template's content", () => {
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

    test("has the time when another text was first seen", async () => {
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
