import { beforeEach, describe, expect, test } from "vitest";
import type { FurtherTry } from "../../src/store/index.ts";
import { store } from "./given.ts";
import { anAct, anEnd } from "./store-database.ts";

/** Forged forms: a form brings back whatever somebody puts into it. */
export function forgedContract(): void {
  describe("a further try", () => {
    beforeEach(async () => {
      await refuse("u");
      await refuse("v");
      await refuse("u1", { again: { root: "u", newest: "u" } });
      await refuse("v1", { again: { root: "v", newest: "v" } });
      await refuse("theirs", { author: "U2" });
      await refuse("upload", { kind: "files.upload" });
    });

    const refuse = async (id: string, own: { again?: FurtherTry; author?: string; kind?: string } = {}) => {
      expect(await store.operations.enqueue(anAct({ id, ...own }))).toEqual({ kind: "stored" });
      await store.operations.start(id, { root: own.again?.root ?? id });
      await store.operations.finish(id, anEnd({ outcome: "refused" }));
    };

    test.each<[string, FurtherTry]>([
      ["an unknown operation as the first try", { root: "none", newest: "none" }],
      ["itself as the first try", { root: "r", newest: "r" }],
      ["an unknown try as the newest", { root: "u", newest: "none" }],
      ["another message's try as the newest", { root: "u", newest: "v1" }],
      ["another message as the newest", { root: "u", newest: "v" }],
      ["a further try as the first try", { root: "u1", newest: "u1" }],
      ["a further try as the first try of its own first try", { root: "u1", newest: "u" }],
      ["somebody else's act", { root: "theirs", newest: "theirs" }],
      ["somebody else's act as the newest", { root: "u", newest: "theirs" }],
      ["an act of another kind", { root: "upload", newest: "upload" }],
      ["an act of another kind as the newest", { root: "u", newest: "upload" }],
    ])("is refused if its form names %s", async (_, forged) => {
      const gone = { kind: "not_again", operation: null };
      for (const again of [forged, { ...forged, reason: "why" }]) {
        expect(await store.operations.enqueue(anAct({ id: "r", again }))).toEqual(gone);
        const next = { id: "r:next", kind: "messages.send", request: {}, again };
        const first = anAct({ id: "r", kind: "files.upload", next });
        expect(await store.operations.enqueue(first)).toEqual(gone);
      }
      for (const id of ["r", "r:next"]) expect(await store.operations.get(id)).toBeNull();
      expect(await store.operations.countOpen()).toBe(0);
    });

    test("is refused, even if it can't arrive twice, when the first try is unknown or of another kind", async () => {
      for (const root of ["none", "upload", "u1"]) {
        const again = { root, newest: root, isHarmless: true as const };
        const answer = await store.operations.enqueue(anAct({ id: "r", author: "U2", again }));
        expect(answer).toEqual({ kind: "not_again", operation: null });
      }
    });

    test("is refused to anybody but the author of the first try", async () => {
      const again = { root: "u", newest: "u1" };
      const gone = { kind: "not_again", operation: null };
      expect(await store.operations.enqueue(anAct({ id: "r", author: "U2", again }))).toEqual(gone);
      expect(await store.operations.enqueue(anAct({ id: "r", again }))).toEqual({ kind: "stored" });
      // Nor is another person told which try is in the way.
      expect(await store.operations.enqueue(anAct({ id: "s", author: "U2", again }))).toEqual(gone);
    });
  });
}
