import { describe, expect, test } from "vitest";
import { type Outcome, SupersededError } from "../../src/store/index.ts";
import { database, restart, store } from "./given.ts";
import { nothing } from "./notifications.ts";
import { anAct, anEnd, leaseMs } from "./store-database.ts";

export function linksContract(): void {
  describe("an operation that follows another", () => {
    const quota = { day: "2026-11-21", limit: 10 };
    const send = { id: "send", kind: "messages.send", request: { text: "hi" }, quota };
    const enqueue = () =>
      store.operations.enqueue({ ...anAct({ id: "upload", kind: "files.upload" }), next: send });
    const end = async (outcome: Outcome) => {
      await store.operations.start("upload");
      await store.operations.finish("upload", anEnd({ outcome }));
    };
    const countUsed = async () => {
      const probe = { ...anAct({ id: "probe" }), quota: { ...quota, limit: 0 } };
      const answer = await store.operations.enqueue(probe);
      return "used" in answer ? answer.used : null;
    };

    test("is stored with the first, for the same person and conversation", async () => {
      expect(await enqueue()).toEqual({ kind: "stored" });
      expect(await store.operations.get("upload")).toMatchObject({
        ...{ act: "upload", step: 0, root: "upload" },
        siblings: [{ id: "send", step: 1, state: "stored" }],
      });
      expect(await store.operations.get("send")).toMatchObject({
        state: "stored",
        author: "U1",
        conversation: "C1",
        ...{ act: "upload", step: 1, root: "send" },
        siblings: [{ id: "upload", kind: "files.upload" }],
      });
      expect(await countUsed()).toBe(1);
    });

    test("is not stored, nor is the first, when its quota is used up", async () => {
      const none = { ...send, quota: { ...quota, limit: 0 } };
      const answer = await store.operations.enqueue({ ...anAct({ id: "upload" }), next: none });
      expect(answer).toMatchObject({ kind: "over_limit" });
      expect(await store.operations.get("upload")).toBeNull();
      expect(await store.operations.get("send")).toBeNull();
    });

    test("starts when the first is accepted, with its result", async () => {
      await enqueue();
      expect(await store.operations.start("send", { completed: { imageId: "F1" } })).toBe(false);
      await end("accepted");
      expect(await store.operations.start("send", { completed: { imageId: "F1" } })).toBe(true);
      expect(await store.operations.get("send")).toMatchObject({
        state: "started",
        request: { imageId: "F1" },
      });
    });

    test.for(["refused", "not_sent", "unknown"] as const)(
      "never starts when the first is %s",
      async (outcome) => {
        await enqueue();
        await end(outcome);
        expect(await store.operations.start("send", { completed: { imageId: "F1" } })).toBe(false);
        expect(await store.operations.finish("send", anEnd({ outcome: "not_sent" }))).toBe("closed");
        expect(await countUsed()).toBe(0);
      },
    );

    test("may be a further try, and stays the newest one if it isn't reached", async () => {
      const { operations } = store;
      await operations.enqueue(anAct({ id: "first", kind: "messages.send" }));
      await operations.start("first");
      await operations.finish("first", anEnd({ outcome: "refused" }));
      const again = (act: string, id: string, newest: string) =>
        operations.enqueue({
          ...anAct({ id: act, kind: "files.upload" }),
          next: { ...send, id, again: { root: "first", newest } },
        });
      expect(await again("upload", "send", "first")).toEqual({ kind: "stored" });
      expect(await operations.get("send")).toMatchObject({ root: "first", act: "upload" });
      expect(await operations.get("upload")).toMatchObject({ root: "upload" });
      for (const newest of ["first", "send"]) {
        expect(await again("other", "other send", newest)).toMatchObject({
          kind: "not_again",
          operation: { id: "send" },
        });
      }
      expect(await operations.get("other")).toBeNull();
      await end("refused");
      await operations.finish("send", anEnd({ outcome: "not_sent" }));
      expect(await again("other", "other send", "first")).toMatchObject({
        kind: "not_again",
        operation: { id: "send", outcome: "not_sent" },
      });
      expect(await again("other", "other send", "send")).toEqual({ kind: "stored" });
    });

    test("doesn't start if another of its tries has arrived", async () => {
      const { operations } = store;
      await operations.enqueue(anAct({ id: "first" }));
      await operations.start("first");
      await operations.finish("first", anEnd({ outcome: "unknown" }));
      const next = { ...send, again: { root: "first", newest: "first", reason: "it hangs" } };
      await operations.enqueue({ ...anAct({ id: "upload", kind: "files.upload" }), next });
      await end("accepted");
      await operations.resolve("first", { by: "U2", as: "arrived", notificationFor: nothing });
      await expect(operations.start("send", { root: "first" })).rejects.toThrow(SupersededError);
      expect(await operations.get("send")).toMatchObject({ state: "stored", startedAt: null });
    });

    test("is abandoned after a restart, although the first was accepted", async () => {
      await enqueue();
      await end("accepted");
      await store.close();
      database.clock.advance(leaseMs);
      await restart();
      expect(await store.operations.claimAbandoned(10)).toMatchObject([{ id: "send", state: "stored" }]);
    });
  });
}
