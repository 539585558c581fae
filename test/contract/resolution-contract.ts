import { describe, expect, test } from "vitest";
import { close, database, start, store } from "./given.ts";
import { deliverAll, nothing, notifiesAct, shownOf } from "./notifications.ts";
import { anEnd } from "./store-database.ts";

export function resolutionContract(): void {
  describe("the resolution of an unknown outcome", () => {
    test("is the first report that somebody makes", async () => {
      await close("a", "unknown");
      database.clock.advance(3);
      const resolvedAt = database.clock.now();
      const first = { by: "U7", as: "arrived" as const, notificationFor: notifiesAct("arrived") };
      const second = { by: "U8", as: "did_not_arrive" as const, notificationFor: notifiesAct("did not") };
      expect(await store.operations.resolve("a", first)).toMatchObject({ kind: "resolved" });
      database.clock.advance(3);
      expect(await store.operations.resolve("a", second)).toMatchObject({
        kind: "already",
        operation: { resolvedBy: "U7", resolvedAs: "arrived", resolvedAt, outcome: "unknown" },
      });
      expect(await shownOf(store, "act:a")).toEqual(["posted", "closed", "arrived"]);
    });

    test("is refused for every outcome that isn't unknown", async () => {
      const resolution = { by: "U7", as: "arrived" as const, notificationFor: notifiesAct("arrived") };
      await close("a", "accepted");
      await start("b");
      await deliverAll(store);
      for (const id of ["a", "b"]) {
        expect(await store.operations.resolve(id, resolution)).toMatchObject({ kind: "already" });
        expect((await store.operations.get(id))?.resolvedBy).toBeNull();
      }
      await expect(store.operations.resolve("c", resolution)).rejects.toThrow("there is no operation c");
      expect(await store.posts.countQueued()).toBe(0);
    });

    test("is kept when a late reply corrects the outcome", async () => {
      await close("a", "unknown");
      await store.operations.resolve("a", { by: "U7", as: "did_not_arrive", notificationFor: nothing });
      expect(await store.operations.finish("a", anEnd({}))).toBe("corrected");
      expect(await store.operations.get("a")).toMatchObject({
        outcome: "accepted",
        resolvedAs: "did_not_arrive",
      });
    });
  });
}
