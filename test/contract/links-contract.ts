import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Outcome, Store } from "../../src/store/index.ts";
import { anAct, anEnd, leaseMs, type MakeDatabase, type TestDatabase } from "./store-database.ts";

export function linksContract(makeDatabase: MakeDatabase): void {
  describe("an operation that follows another", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
    });
    afterEach(() => database.remove());

    const quota = { day: "2026-11-21", limit: 10 };
    const send = { id: "send", kind: "messages.send", request: { text: "hi" }, quota };
    const takeOn = () =>
      store.operations.takeOn({ ...anAct({ id: "upload", kind: "files.upload" }), followedBy: send });
    const end = async (outcome: Outcome) => {
      await store.operations.start("upload");
      await store.operations.finish("upload", anEnd({ outcome }));
    };
    const countUsed = async () => {
      const probe = { ...anAct({ id: "probe" }), quota: { ...quota, limit: 0 } };
      const answer = await store.operations.takeOn(probe);
      return "used" in answer ? answer.used : null;
    };

    test("is taken on with it, for the same person and conversation", async () => {
      expect(await takeOn()).toEqual({ kind: "stored" });
      expect(await store.operations.get("upload")).toMatchObject({ follows: null, followedBy: "send" });
      expect(await store.operations.get("send")).toMatchObject({
        state: "stored",
        author: "U1",
        conversation: "C1",
        follows: "upload",
        followedBy: null,
      });
      expect(await countUsed()).toBe(1);
    });

    test("is not taken on when either is one too many", async () => {
      const none = { ...send, quota: { ...quota, limit: 0 } };
      const answer = await store.operations.takeOn({ ...anAct({ id: "upload" }), followedBy: none });
      expect(answer).toMatchObject({ kind: "over_limit" });
      expect(await store.operations.get("upload")).toBeNull();
      expect(await store.operations.get("send")).toBeNull();
    });

    test("starts when that is accepted, with what that brought", async () => {
      await takeOn();
      expect(await store.operations.start("send", { completed: { imageId: "F1" } })).toBe(false);
      await end("accepted");
      expect(await store.operations.start("send", { completed: { imageId: "F1" } })).toBe(true);
      expect(await store.operations.get("send")).toMatchObject({
        state: "started",
        request: { imageId: "F1" },
      });
    });

    test.for(["refused", "not_sent", "unknown"] as const)("never starts when that is %s", async (outcome) => {
      await takeOn();
      await end(outcome);
      expect(await store.operations.start("send", { completed: { imageId: "F1" } })).toBe(false);
      expect(await store.operations.finish("send", anEnd({ outcome: "not_sent" }))).toBe("closed");
      expect(await countUsed()).toBe(0);
    });

    test("sends another one again by itself, and gives that place back when it isn't reached", async () => {
      const { operations } = store;
      await operations.takeOn(anAct({ id: "first", kind: "messages.send" }));
      await operations.start("first");
      await operations.finish("first", anEnd({ outcome: "refused" }));
      const again = { ...anAct({ id: "upload" }), followedBy: { ...send, repeats: "first" } };
      expect(await operations.takeOn(again)).toEqual({ kind: "stored" });
      expect(await operations.get("first")).toMatchObject({ repeatedBy: "send" });
      expect(await operations.get("send")).toMatchObject({ repeats: "first" });
      const other = {
        ...anAct({ id: "other" }),
        followedBy: { ...send, id: "other send", repeats: "first" },
      };
      expect(await operations.takeOn(other)).toMatchObject({ kind: "already_repeated" });
      expect(await operations.get("other")).toBeNull();
      await end("refused");
      await operations.finish("send", anEnd({ outcome: "not_sent" }));
      expect(await operations.get("first")).toMatchObject({ repeatedBy: null });
    });

    test("is withdrawn with it", async () => {
      await takeOn();
      expect(await store.operations.withdraw("upload", "U1")).toBe(true);
      expect(await store.operations.get("send")).toMatchObject({ state: "closed", outcome: "not_sent" });
      expect(await countUsed()).toBe(0);
    });

    test("is not sent after a restart, whatever became of that", async () => {
      await takeOn();
      await end("accepted");
      await store.close();
      database.clock.advance(leaseMs);
      store = await database.open("next");
      expect(await store.operations.claimAbandoned(10)).toMatchObject([{ id: "send", state: "stored" }]);
    });
  });
}
