import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Linked, Store } from "../../src/store/index.ts";
import { aKeyed, anAct, anEnd, type MakeDatabase, type TestDatabase } from "./store-database.ts";

/** What an operation that waits for its turn says, and how its author gives it up. */
export function turnsContract(makeDatabase: MakeDatabase): void {
  describe("an operation that waits for its turn", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
      await store.operations.takeOn(anAct({ id: "a" }));
    });
    afterEach(() => database.remove());

    const waits = () => [aKeyed("post", "waits", "C1")];
    const giveUp = (linked: Linked[] = []) =>
      store.operations.finish("a", {
        ...{ outcome: "not_sent", result: null, isGivenUp: true, asksTold: true },
        posts: (_transition, _operation, told) => {
          linked.push(told);
          return [];
        },
      });

    test("tells so before it starts, and not after that", async () => {
      await store.operations.tell("a", waits);
      expect(await store.posts.forOperation("a")).toHaveLength(1);
      await store.operations.start("a");
      await store.operations.tell("a", waits);
      await store.operations.tell("unknown", waits);
      expect(await store.posts.forOperation("a")).toHaveLength(1);
    });

    test("is given up once, and never starts then", async () => {
      const linked: Linked[] = [];
      expect(await giveUp(linked)).toBe("closed");
      expect(linked).toMatchObject([{ isTold: false }]);
      expect(await giveUp()).toBe("ignored");
      expect(await store.operations.start("a")).toBe(false);
      await store.operations.tell("a", waits);
      expect(await store.posts.forOperation("a")).toEqual([]);
    });

    test("can't be given up once it has started", async () => {
      await store.operations.start("a");
      expect(await giveUp()).toBe("ignored");
      expect(await store.operations.get("a")).toMatchObject({ state: "started" });
      await store.operations.finish("a", anEnd({ outcome: "unknown" }));
      expect(await giveUp()).toBe("ignored");
      expect(await store.operations.get("a")).toMatchObject({ outcome: "unknown", correctedAt: null });
    });

    test("knows at its end that it has a post", async () => {
      await store.operations.tell("a", waits);
      const linked: Linked[] = [];
      await giveUp(linked);
      expect(linked).toMatchObject([{ isTold: true }]);
    });
  });
}
