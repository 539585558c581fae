import { describe, expect, test } from "vitest";
import type { OperationFilter } from "../../src/store/index.ts";
import { accept, close, database, start, store } from "./given.ts";
import { nothing } from "./notifications.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

export function listsContract(): void {
  describe("lists of operations", () => {
    test("are sorted newest first, read page by page, and stable when operations are added", async () => {
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

    test("can be filtered by author and by outcome", async () => {
      for (const [index, outcome] of (["accepted", "unknown", "refused", "accepted"] as const).entries()) {
        database.clock.advance(1);
        await close(`${index}`, outcome);
      }
      await store.operations.enqueue(anAct({ id: "theirs", author: "U2" }));
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

    test("of unresolved outcomes leave out operations that were reported as arrived or sent again", async () => {
      for (const id of ["open", "arrived", "lost", "again", "refused"]) {
        database.clock.advance(1);
        await close(id, id === "refused" ? "refused" : "unknown");
      }
      const report = (id: string, as: "arrived" | "did_not_arrive") =>
        store.operations.resolve(id, { as, by: "U1", notificationFor: nothing });
      await report("arrived", "arrived");
      await report("lost", "did_not_arrive");
      await store.operations.enqueue(aTry("repeat", "again"));
      const outcomes: ("unknown" | "refused")[] = ["unknown", "refused"];
      const read = async (filter: Pick<OperationFilter, "isStillSo" | "isUnresolved">) =>
        (await store.operations.list({ limit: 10, outcomes, ...filter })).operations.map(({ id }) => id);
      // What waits has not been sent yet, and may never be.
      expect(await read({ isStillSo: true })).toEqual(["refused", "again", "lost", "open"]);
      await store.operations.start("repeat", { root: "again" });
      expect(await read({ isStillSo: true })).toEqual(["refused", "lost", "open"]);
      expect(await read({ isUnresolved: true })).toEqual(["refused", "open"]);
      await store.operations.finish("repeat", anEnd({ outcome: "refused" }));
      expect(await read({ isStillSo: true })).toEqual(["repeat", "refused", "again", "lost", "open"]);
      await store.operations.enqueue(aTry("third", "again", { newest: "repeat" }));
      await store.operations.start("third", { root: "again" });
      expect(await read({ isStillSo: true })).toEqual(["refused", "lost", "open"]);
      await store.operations.finish("third", anEnd({ outcome: "unknown" }));
      expect(await read({ isStillSo: true })).toEqual(["third", "refused", "lost", "open"]);
      expect(await read({})).toHaveLength(7);
    });

    test("find an operation by its message id, and count open operations", async () => {
      await close("a", "accepted");
      await start("b");
      await accept("c");
      expect(await store.operations.findByMessageId("M-a")).toMatchObject({ id: "a" });
      expect(await store.operations.findByMessageId("M-z")).toBeNull();
      expect(await store.operations.countOpen()).toBe(2);
    });
  });
}
