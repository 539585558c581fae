import { describe, expect, test } from "vitest";
import type { Outcome } from "../../src/store/index.ts";
import { store } from "./given.ts";
import { anAct, anEnd } from "./store-database.ts";

export function linksContract(): void {
  describe("an operation that follows another operation of its act", () => {
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

    test("is stored with the first one, for the same person and conversation", async () => {
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

    test("starts when the first one is accepted, and gets its result", async () => {
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
      "never starts when the first one is %s",
      async (outcome) => {
        await enqueue();
        await end(outcome);
        expect(await store.operations.start("send", { completed: { imageId: "F1" } })).toBe(false);
        expect(await store.operations.finish("send", anEnd({ outcome: "not_sent" }))).toBe("closed");
        expect(await countUsed()).toBe(0);
      },
    );

    test("can be a further try, and stays the newest try even when it never starts", async () => {
      const { operations } = store;
      await operations.enqueue(anAct({ id: "first" }));
      await operations.start("first");
      await operations.finish("first", anEnd({ outcome: "refused" }));
      const upload = (id: string, newest: string) =>
        operations.enqueue({
          ...anAct({ id, kind: "files.upload" }),
          next: { ...send, id: `${id}:send`, again: { root: "first", newest } },
        });
      expect(await upload("upload", "first")).toEqual({ kind: "stored" });
      expect(await operations.get("upload:send")).toMatchObject({ root: "first", act: "upload" });
      expect(await operations.get("upload")).toMatchObject({ root: "upload" });
      await end("refused");
      await operations.finish("upload:send", anEnd({ outcome: "not_sent" }));
      const isInTheWay = { kind: "not_again", operation: { id: "upload:send", outcome: "not_sent" } };
      expect(await upload("other", "first")).toMatchObject(isInTheWay);
      expect(await operations.get("other")).toBeNull();
      expect(await upload("other", "upload:send")).toEqual({ kind: "stored" });
    });
  });
}
