import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/store/index.ts";
import { accept, close, database, start, store } from "./given.ts";
import { notifiesAct, shownOf } from "./notifications.ts";
import { anAct, anEnd } from "./store-database.ts";

export function operationsContract(): void {
  describe("operations in the store", () => {
    const notified = (id: string) => shownOf(store, `act:${id}`);

    test("are read exactly as they were stored", async () => {
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

    test("of one act keep a snapshot of their own each", async () => {
      const siblings = [{ id: "a.1", request: {}, snapshot: { of: "a.1" } }];
      const next = { id: "a:next", kind: "messages.send", request: {}, snapshot: { of: "a:next" } };
      await store.operations.enqueue(anAct({ id: "a", snapshot: { of: "a" }, siblings, next }));
      await accept("b");
      for (const id of ["a", "a.1", "a:next"])
        expect(await store.operations.get(id)).toMatchObject({ snapshot: { of: id } });
      expect(await store.operations.get("b")).toMatchObject({ snapshot: null });
    });

    test("are stored as started when their request leaves at once", async () => {
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

    test("can be started once, and only while they are stored", async () => {
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

    test("are closed together with the change of their post", async () => {
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

    test("are not closed when the change of their post fails", async () => {
      await start("a");
      const notificationFor = () => {
        throw new Error("no such place");
      };
      await expect(store.operations.finish("a", anEnd({ notificationFor }))).rejects.toThrow("no such place");
      expect(await store.operations.get("a")).toMatchObject({ state: "started", outcome: null });
      expect(await store.operations.finish("a", anEnd({}))).toBe("closed");
    });

    test("are passed with their outcome to the function that names their posts", async () => {
      await start("a");
      const notificationFor = (transition: string, operation: Operation) => {
        expect(operation).toMatchObject({ id: "a", outcome: "refused", state: "closed" });
        return notifiesAct(`${transition}, seen`)(operation);
      };
      await store.operations.finish("a", anEnd({ outcome: "refused", notificationFor }));
      expect(await notified("a")).toEqual(["posted", "closed, seen"]);
    });

    test.for(["accepted", "refused", "unknown"] as const)(
      "can't end as %s when they never started",
      async (outcome) => {
        await accept("a");
        expect(await store.operations.finish("a", anEnd({ outcome }))).toBe("ignored");
        expect(await store.operations.get("a")).toMatchObject({ state: "stored" });
        expect(await notified("a")).toEqual([]);
      },
    );

    test("can end as not sent when they never started", async () => {
      await accept("a");
      expect(await store.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
      expect(await store.operations.get("a")).toMatchObject({ outcome: "not_sent", startedAt: null });
    });

    test.for(["accepted", "refused", "not_sent"] as const)(
      "are corrected once from unknown to %s by a late reply",
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
      "that ended as %s keep this outcome whatever reply comes later",
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

    test("that ended as unknown ignore a second unknown outcome", async () => {
      await close("a", "unknown");
      expect(await store.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
      expect(await notified("a")).toEqual(["posted", "closed"]);
    });
  });
}
