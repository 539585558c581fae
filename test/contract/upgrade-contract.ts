import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { aKeyed, anAct, type MakeDatabase, type TestDatabase } from "./store-database.ts";

/** A store that version 5 left behind, with outcomes told and to be told. */
export function upgradeContract(makeDatabase: MakeDatabase): void {
  describe("a store of version 5", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      await database.leaveVersion5();
      store = await database.open();
    });
    afterEach(() => database.remove());

    const claimTexts = async () => (await store.posts.claim(10)).map(({ body }) => body);
    const edit = (place: string, ...destinations: string[]) => ({
      ...aKeyed("edit", place, ...destinations),
      key: `operation:told:${place}`,
    });

    test("still delivers what waits, and recovers what was open", async () => {
      expect(await claimTexts()).toEqual([{ text: "unknown, on-call" }, { text: "hello" }]);
      expect(await store.operations.claimAbandoned(10)).toMatchObject([{ id: "open", state: "started" }]);
      expect(await store.operations.get("told")).toMatchObject({ outcome: "unknown" });
    });

    test("says still of what was sent again that it was", async () => {
      const at = async (id: string) => (await store.operations.get(id))?.sentAgainAt;
      expect(await at("first")).toEqual(new Date(4));
      expect(await at("left behind")).toEqual(new Date(2));
      expect(await at("again")).toBeNull();
    });

    test("knows of what repeats another whether there is any use left in it", async () => {
      const isNeedless = async (id: string) => (await store.operations.get(id))?.isNeedless;
      expect(await isNeedless("late")).toBe(true);
      expect(await isNeedless("behind late")).toBe(true);
      expect(await isNeedless("first")).toBe(false);
    });

    test("takes on nothing of a form that comes back when its act was sent by then", async () => {
      const form = { firstAct: "just now", content: "x" };
      expect(await store.operations.takeOn({ ...anAct({ id: "as it came back" }), form })).toMatchObject({
        kind: "duplicate",
        operation: { id: "just now" },
        isOther: false,
      });
    });

    test("knows each post of an operation by its place", async () => {
      expect(await store.posts.forOperation("told")).toMatchObject([
        { kind: "post", key: "operation:told:result", channel: "C1" },
        { kind: "post", key: "operation:told:author", channel: null },
        { kind: "post", key: "operation:told:on-call", channel: null },
      ]);
    });

    test("edits what stands in a conversation, posts anew to a person, and changes what still waits", async () => {
      const edits = [edit("result", "C1", "U1"), edit("author", "U1"), edit("on-call", "C9", "U1")];
      await store.posts.add(edits);
      const posts = await store.posts.claim(10);
      expect(posts.toSorted((a, b) => a.destination.localeCompare(b.destination))).toMatchObject([
        { kind: "edit", destination: "C1", target: { channel: "C1", ts: "17.1" } },
        { kind: "post", destination: "C9", body: { text: "on-call" } },
        { kind: "edit", destination: "U1", target: null },
        { kind: "post", destination: "U2" },
      ]);
    });
  });
}
