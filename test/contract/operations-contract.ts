import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/store/index.ts";
import { accept, close, database, start, store } from "./given.ts";
import { notifiesAct, shownOf } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

export function operationsContract(): void {
  describe("operations", () => {
    const notified = (id: string) => shownOf(store, `act:${id}`);

    test("an accepted act comes back exactly as it was stored", async () => {
      const request = { text: "안녕 \u0000 \ud83d\ude00 #{이름}", list: [1, null, true, { a: "" }], "": 1.5 };
      await store.operations.enqueue({
        id: "a",
        kind: "messages.send",
        author: "U1",
        conversation: null,
        request,
        snapshot: { template: "\ud55c\uae00 \u0000", price: 12.5, phoneOwner: null },
      });
      expect(await store.operations.get("a")).toMatchObject({
        id: "a",
        kind: "messages.send",
        author: "U1",
        conversation: null,
        locale: null,
        request,
        snapshot: { template: "\ud55c\uae00 \u0000", price: 12.5, phoneOwner: null },
        state: "stored",
        outcome: null,
        result: null,
        messageId: null,
        act: "a",
        step: 0,
        root: "a",
        reason: null,
        tries: [],
        siblings: [],
        editedSiblings: [],
        createdAt: database.clock.now(),
        acknowledgedAt: null,
        startedAt: null,
        closedAt: null,
        correctedAt: null,
        resolvedBy: null,
        resolvedAs: null,
        resolvedAt: null,
        receipt: null,
        unknownsCard: null,
      });
      expect(await store.operations.get("b")).toBeNull();
    });

    test("what was true of each operation of an act is kept with it", async () => {
      const siblings = [{ id: "a.1", request: {}, snapshot: { of: "a.1" } }];
      const next = { id: "a:next", kind: "messages.send", request: {}, snapshot: { of: "a:next" } };
      await store.operations.enqueue(anAct({ id: "a", snapshot: { of: "a" }, siblings, next }));
      await accept("b");
      for (const id of ["a", "a.1", "a:next"])
        expect(await store.operations.get(id)).toMatchObject({ snapshot: { of: id } });
      expect(await store.operations.get("b")).toMatchObject({ snapshot: null });
    });

    test("what leaves at once is stored as started, and is its process's alone", async () => {
      await store.operations.enqueue(anAct({ id: "a", leavesAtOnce: true }));
      expect(await store.operations.get("a")).toMatchObject({
        state: "started",
        startedAt: database.clock.now(),
      });
      expect(await store.operations.start("a")).toBe(false);
      expect(await store.operations.start("a", { isAgain: true })).toBe(true);
      const leftAt = database.clock.advance(5);
      expect(await store.operations.finish("a", anEnd({ outcome: "not_sent", leftAt }))).toBe("closed");
      expect(await store.operations.get("a")).toMatchObject({ startedAt: leftAt });
    });

    test("starts once, and only what is stored", async () => {
      await accept("a");
      database.clock.advance(5);
      expect(await store.operations.start("a")).toBe(true);
      expect(await store.operations.get("a")).toMatchObject({
        state: "started",
        startedAt: database.clock.now(),
      });
      expect(await store.operations.start("a")).toBe(false);
      expect(await store.operations.start("nothing")).toBe(false);
      await close("b", "unknown");
      expect(await store.operations.start("b")).toBe(false);
    });

    test("the end and what is told of it are stored together", async () => {
      await start("a");
      const end = anEnd({ messageId: "M\0-1", result: { groupId: "G1" } });
      database.clock.advance(7);
      expect(await store.operations.finish("a", end)).toBe("closed");
      expect(await store.operations.get("a")).toMatchObject({
        state: "closed",
        outcome: "accepted",
        result: { groupId: "G1" },
        messageId: "M-1",
        closedAt: database.clock.now(),
        correctedAt: null,
      });
      expect(await notified("a")).toEqual(["posted", "closed"]);
    });

    test("an end that can't be told of is not stored either", async () => {
      await start("a");
      const notificationFor = () => {
        throw new Error("no such place");
      };
      await expect(store.operations.finish("a", anEnd({ notificationFor }))).rejects.toThrow("no such place");
      expect(await store.operations.get("a")).toMatchObject({ state: "started", outcome: null });
      expect(await store.operations.finish("a", anEnd({}))).toBe("closed");
    });

    test("what is told is made from the operation as it ended", async () => {
      await start("a");
      const notificationFor = (transition: string, operation: Operation) => {
        expect(operation).toMatchObject({ id: "a", outcome: "refused", state: "closed" });
        return notifiesAct(`${transition}, seen`)(operation);
      };
      await store.operations.finish("a", anEnd({ outcome: "refused", notificationFor }));
      expect(await notified("a")).toEqual(["posted", "closed, seen"]);
    });

    test.for(["accepted", "refused", "unknown"] as const)(
      "what never left can't end as %s",
      async (outcome) => {
        await accept("a");
        expect(await store.operations.finish("a", anEnd({ outcome }))).toBe("ignored");
        expect(await store.operations.get("a")).toMatchObject({ state: "stored" });
        expect(await notified("a")).toEqual([]);
      },
    );

    test("what never left ends as not sent", async () => {
      await accept("a");
      expect(await store.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
      expect(await store.operations.get("a")).toMatchObject({ outcome: "not_sent", startedAt: null });
    });

    test.for(["accepted", "refused", "not_sent"] as const)(
      "a late reply corrects unknown to %s, once",
      async (outcome) => {
        await close("a", "unknown");
        const closedAt = database.clock.now();
        database.clock.advance(9);
        const late = anEnd({ outcome, result: "late", messageId: "M-late" });
        expect(await store.operations.finish("a", late)).toBe("corrected");
        expect(await store.operations.finish("a", late)).toBe("ignored");
        expect(await store.operations.get("a")).toMatchObject({
          outcome,
          result: "late",
          messageId: "M-late",
          closedAt,
          correctedAt: database.clock.now(),
        });
        expect(await notified("a")).toEqual(["posted", "closed", "corrected"]);
      },
    );

    test.for(["accepted", "refused", "not_sent"] as const)(
      "%s stands, whatever comes later",
      async (first) => {
        await close("a", first);
        for (const outcome of ["accepted", "refused", "not_sent", "unknown"] as const) {
          expect(await store.operations.finish("a", anEnd({ outcome, result: "other" }))).toBe("ignored");
        }
        expect(await store.operations.get("a")).toMatchObject({
          outcome: first,
          result: { statusCode: "2000" },
        });
        expect(await notified("a")).toEqual(["posted", "closed"]);
      },
    );

    test("an unknown outcome stays one when it is reported again", async () => {
      await close("a", "unknown");
      expect(await store.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
      expect(await notified("a")).toEqual(["posted", "closed"]);
    });
  });
}
