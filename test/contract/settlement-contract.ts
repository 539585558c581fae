import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { anAct, anEnd, aPost, type MakeDatabase, type TestDatabase } from "./store-database.ts";

export function settlementContract(makeDatabase: MakeDatabase): void {
  describe("what becomes of an unknown outcome", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
    });
    afterEach(() => database.remove());

    const accept = (id: string) => store.operations.takeOn(anAct({ id }));
    const start = async (id: string) => {
      await accept(id);
      expect(await store.operations.start(id)).toBe(true);
    };
    const close = async (id: string, outcome: "accepted" | "refused" | "not_sent" | "unknown") => {
      await start(id);
      expect(await store.operations.finish(id, anEnd({ outcome, messageId: `M-${id}` }))).toBe("closed");
    };
    const texts = async (id: string) => (await store.posts.forOperation(id)).map(({ body }) => body);

    test("an unknown outcome is settled by the first who says so", async () => {
      await close("a", "unknown");
      database.clock.advance(3);
      const settledAt = database.clock.now();
      const first = { by: "U7", as: "arrived" as const, posts: () => [aPost("arrived")] };
      const second = { by: "U8", as: "did_not_arrive" as const, posts: () => [aPost("did not")] };
      expect(await store.operations.settle("a", first)).toMatchObject({ kind: "settled" });
      database.clock.advance(3);
      expect(await store.operations.settle("a", second)).toMatchObject({
        kind: "already",
        operation: { settledBy: "U7", settledAs: "arrived", settledAt, outcome: "unknown" },
      });
      expect(await texts("a")).toEqual([{ text: "closed" }, { text: "arrived" }]);
    });

    test("only an unknown outcome is settled", async () => {
      const settlement = { by: "U7", as: "arrived" as const, posts: () => [aPost("arrived")] };
      await close("a", "accepted");
      await start("b");
      for (const id of ["a", "b"]) {
        expect(await store.operations.settle(id, settlement)).toMatchObject({ kind: "already" });
        expect((await store.operations.get(id))?.settledBy).toBeNull();
      }
      await expect(store.operations.settle("c", settlement)).rejects.toThrow("there is no operation c");
    });

    test("a late reply still corrects what a person settled, and keeps what the person said", async () => {
      await close("a", "unknown");
      await store.operations.settle("a", { by: "U7", as: "did_not_arrive", posts: () => [] });
      expect(await store.operations.finish("a", anEnd({}))).toBe("corrected");
      expect(await store.operations.get("a")).toMatchObject({
        outcome: "accepted",
        settledAs: "did_not_arrive",
      });
    });

    test("an unknown operation is sent again at most once", async () => {
      await close("a", "unknown");
      const again = (id: string) => store.operations.takeOn(anAct({ id, repeats: "a", reason: "why" }));
      expect(await again("b")).toEqual({ kind: "stored" });
      expect(await again("b")).toMatchObject({
        kind: "duplicate",
        operation: { repeats: "a", reason: "why" },
      });
      expect(await again("c")).toMatchObject({ kind: "already_repeated", operation: { id: "b" } });
      expect(await store.operations.get("a")).toMatchObject({ repeatedBy: "b" });
      expect(await store.operations.get("c")).toBeNull();
    });

    test("a withdrawn repetition leaves the chance to another", async () => {
      await close("a", "unknown");
      await store.operations.takeOn(anAct({ id: "b", repeats: "a" }));
      await store.operations.withdraw("b", "U1");
      expect(await store.operations.takeOn(anAct({ id: "c", repeats: "a" }))).toEqual({
        kind: "stored",
      });
    });

    test("what was accepted, is under way or is gone is not sent again", async () => {
      const again = (repeats: string) => store.operations.takeOn(anAct({ id: `again-${repeats}`, repeats }));
      await close("a", "unknown");
      await store.operations.finish("a", anEnd({}));
      await start("b");
      expect(await again("a")).toMatchObject({ kind: "not_repeatable", operation: { outcome: "accepted" } });
      expect(await again("b")).toMatchObject({ kind: "not_repeatable", operation: { state: "started" } });
      expect(await again("c")).toEqual({ kind: "not_repeatable", operation: null });
      expect(await store.operations.countOpen()).toBe(1);
    });

    test("what a person reported as arrived is not sent again, unless it was refused after all", async () => {
      const again = (id: string, repeats: string) =>
        store.operations.takeOn(anAct({ id, repeats, reason: "why" }));
      for (const id of ["a", "b", "c"]) await close(id, "unknown");
      await store.operations.settle("a", { by: "U7", as: "arrived", posts: () => [] });
      await store.operations.settle("b", { by: "U7", as: "did_not_arrive", posts: () => [] });
      await store.operations.settle("c", { by: "U7", as: "arrived", posts: () => [] });
      await store.operations.finish("c", anEnd({ outcome: "refused" }));
      expect(await again("again-a", "a")).toMatchObject({
        kind: "not_repeatable",
        operation: { id: "a", outcome: "unknown", settledAs: "arrived", repeatedBy: null },
      });
      expect(await store.operations.get("again-a")).toBeNull();
      expect(await again("again-b", "b")).toEqual({ kind: "stored" });
      expect(await again("again-c", "c")).toEqual({ kind: "stored" });
    });
  });
}
