import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { anAct, anEnd, aPost, type MakeDatabase, type TestDatabase } from "./store-database.ts";

export function operationsContract(makeDatabase: MakeDatabase): void {
  describe("operations", () => {
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

    test("an accepted act comes back exactly as it was stored", async () => {
      const request = { text: "안녕 \u0000 \ud83d\ude00 #{이름}", list: [1, null, true, { a: "" }], "": 1.5 };
      await store.operations.takeOn({
        id: "a",
        kind: "messages.send",
        author: "U1",
        conversation: null,
        request,
        reason: "nul \0 here",
      });
      expect(await store.operations.get("a")).toEqual({
        id: "a",
        kind: "messages.send",
        author: "U1",
        conversation: null,
        locale: null,
        request,
        state: "stored",
        outcome: null,
        result: null,
        messageId: null,
        attempts: 1,
        repeats: null,
        repeatedBy: null,
        reason: "nul  here",
        follows: null,
        followedBy: null,
        createdAt: database.clock.now(),
        startedAt: null,
        closedAt: null,
        correctedAt: null,
        settledBy: null,
        settledAs: null,
        settledAt: null,
        listing: null,
        isOnlyListed: false,
      });
      expect(await store.operations.get("b")).toBeNull();
    });

    test("the same act again finds the first one, whatever it asks for", async () => {
      await accept("a");
      const again = await store.operations.takeOn(anAct({ id: "a", request: "other", author: "U2" }));
      expect(again).toMatchObject({ kind: "duplicate", operation: { id: "a", author: "U1" } });
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

    test("the end and its posts are stored together", async () => {
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
      expect(await texts("a")).toEqual([{ text: "closed" }]);
    });

    test("an end whose posts can't be made is not stored either", async () => {
      await start("a");
      const posts = () => {
        throw new Error("no such view");
      };
      await expect(store.operations.finish("a", anEnd({ posts }))).rejects.toThrow("no such view");
      expect(await store.operations.get("a")).toMatchObject({ state: "started", outcome: null });
      expect(await store.operations.finish("a", anEnd({}))).toBe("closed");
    });

    test("the posts are made from the operation as it ended", async () => {
      await start("a");
      const posts = (transition: string, operation: unknown) => {
        expect(operation).toMatchObject({ id: "a", outcome: "refused", state: "closed" });
        return [aPost(`${transition}, seen`)];
      };
      await store.operations.finish("a", anEnd({ outcome: "refused", posts }));
      expect(await texts("a")).toEqual([{ text: "closed, seen" }]);
    });

    test.for(["accepted", "refused", "unknown"] as const)(
      "what never left can't end as %s",
      async (outcome) => {
        await accept("a");
        expect(await store.operations.finish("a", anEnd({ outcome }))).toBe("ignored");
        expect(await store.operations.get("a")).toMatchObject({ state: "stored" });
        expect(await texts("a")).toEqual([]);
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
        expect(await texts("a")).toEqual([{ text: "closed" }, { text: "corrected" }]);
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
        expect(await texts("a")).toHaveLength(1);
      },
    );

    test("an unknown outcome stays one when it is reported again", async () => {
      await close("a", "unknown");
      expect(await store.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
      expect(await texts("a")).toHaveLength(1);
    });

    test("withdraws what is stored, without a post", async () => {
      await accept("a");
      expect(await store.operations.withdraw("a")).toBe(true);
      expect(await store.operations.get("a")).toMatchObject({ state: "closed", outcome: "not_sent" });
      expect(await texts("a")).toEqual([]);
      expect(await store.operations.start("a")).toBe(false);
      expect(await store.operations.withdraw("a")).toBe(false);
      await start("b");
      expect(await store.operations.withdraw("b")).toBe(false);
    });

    test("does not withdraw silently what came again meanwhile, and ends it with its posts", async () => {
      await accept("a");
      expect(await store.operations.takeOn(anAct({ id: "a" }))).toMatchObject({ kind: "duplicate" });
      expect(await store.operations.withdraw("a")).toBe(false);
      expect(await store.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
      expect(await texts("a")).toHaveLength(1);
    });

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
      await store.operations.withdraw("b");
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

    test("lists newest first, page by page, unmoved by newcomers", async () => {
      for (const id of ["a", "c", "b"]) await accept(id);
      database.clock.advance(1);
      for (const id of ["e", "d"]) await accept(id);
      const read = async (before?: string) => {
        const filter = before === undefined ? { limit: 2 } : { limit: 2, before };
        const page = await store.operations.list(filter);
        return { ids: page.operations.map(({ id }) => id), next: page.next };
      };
      const first = await read();
      await accept("newer");
      const second = await read(first.next!);
      const third = await read(second.next!);
      expect([first.ids, second.ids, third.ids]).toEqual([["e", "d"], ["c", "b"], ["a"]]);
      expect(third.next).toBeNull();
      await expect(read("1; drop table operations")).rejects.toThrow("not a cursor");
    });

    test("lists by author and by outcome", async () => {
      for (const [index, outcome] of (["accepted", "unknown", "refused", "accepted"] as const).entries()) {
        database.clock.advance(1);
        await close(`${index}`, outcome);
      }
      await store.operations.takeOn(anAct({ id: "theirs", author: "U2" }));
      const ids = async (filter: object) =>
        (await store.operations.list({ limit: 10, ...filter })).operations.map(({ id }) => id);
      expect(await ids({ author: "U1" })).toEqual(["3", "2", "1", "0"]);
      expect(await ids({ author: "U2" })).toEqual(["theirs"]);
      expect(await ids({ outcomes: ["unknown", "refused"] })).toEqual(["2", "1"]);
      expect(await ids({ author: "U1", outcomes: ["accepted"] })).toEqual(["3", "0"]);
      expect(await ids({ author: "U2", outcomes: ["accepted"] })).toEqual([]);
      const page = await store.operations.list({ outcomes: ["unknown", "refused"], limit: 1 });
      expect(await ids({ outcomes: ["unknown", "refused"], before: page.next! })).toEqual(["1"]);
    });

    test("finds an operation by its message id, and counts the open ones", async () => {
      await close("a", "accepted");
      await start("b");
      await accept("c");
      expect(await store.operations.findByMessageId("M-a")).toMatchObject({ id: "a" });
      expect(await store.operations.findByMessageId("M-z")).toBeNull();
      expect(await store.operations.countOpen()).toBe(2);
    });
  });
}
