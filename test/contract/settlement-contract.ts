import { describe, expect, test } from "vitest";
import type { Operation } from "../../src/store/index.ts";
import { close, database, start, store } from "./given.ts";
import { deliverAll, nothing, shownOf, tellsAct, waitingOf } from "./notifications.ts";
import { anEnd, aTry } from "./store-database.ts";

export function settlementContract(): void {
  describe("what becomes of an unknown outcome", () => {
    test("an unknown outcome is settled by the first who says so", async () => {
      await close("a", "unknown");
      database.clock.advance(3);
      const settledAt = database.clock.now();
      const first = { by: "U7", as: "arrived" as const, notificationFor: tellsAct("arrived") };
      const second = { by: "U8", as: "did_not_arrive" as const, notificationFor: tellsAct("did not") };
      expect(await store.operations.settle("a", first)).toMatchObject({ kind: "settled" });
      database.clock.advance(3);
      expect(await store.operations.settle("a", second)).toMatchObject({
        kind: "already",
        operation: { settledBy: "U7", settledAs: "arrived", settledAt, outcome: "unknown" },
      });
      expect(await shownOf(store, "act:a")).toEqual(["posted", "closed", "arrived"]);
    });

    test("only an unknown outcome is settled", async () => {
      const settlement = { by: "U7", as: "arrived" as const, notificationFor: tellsAct("arrived") };
      await close("a", "accepted");
      await start("b");
      await deliverAll(store);
      for (const id of ["a", "b"]) {
        expect(await store.operations.settle(id, settlement)).toMatchObject({ kind: "already" });
        expect((await store.operations.get(id))?.settledBy).toBeNull();
      }
      await expect(store.operations.settle("c", settlement)).rejects.toThrow("there is no operation c");
      expect(await store.posts.countQueued()).toBe(0);
    });

    test("a late reply still corrects what a person settled, and keeps what the person said", async () => {
      await close("a", "unknown");
      await store.operations.settle("a", { by: "U7", as: "did_not_arrive", notificationFor: nothing });
      expect(await store.operations.finish("a", anEnd({}))).toBe("corrected");
      expect(await store.operations.get("a")).toMatchObject({
        outcome: "accepted",
        settledAs: "did_not_arrive",
      });
    });

    test("what was settled is seen with its tries, and changes the posts of all of them", async () => {
      await close("a", "unknown");
      await store.operations.takeOn(aTry("b", "a"));
      await store.operations.start("b", { root: "a" });
      await store.operations.finish("b", anEnd({ outcome: "refused" }));
      await deliverAll(store);
      const seen: Operation[] = [];
      await store.operations.settle("a", {
        by: "U7",
        as: "did_not_arrive",
        notificationFor: (operation) => {
          seen.push(operation);
          return {};
        },
      });
      expect(seen).toMatchObject([{ id: "a", settledAs: "did_not_arrive", tries: [{ id: "b" }] }]);
      expect(await waitingOf(store, "act:a", "act:b")).toEqual(["act:a", "act:b"]);
      expect(await store.operations.get("b")).toMatchObject({
        tries: [{ id: "a", settledAs: "did_not_arrive" }],
      });
    });
  });
}
