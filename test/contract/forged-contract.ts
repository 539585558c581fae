import { beforeEach, describe, expect, test } from "vitest";
import type { Again } from "../../src/store/index.ts";
import { store } from "./given.ts";
import { anAct, anEnd } from "./store-database.ts";

/** A form brings back whatever is put into it. */
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

    const refuse = async (id: string, own: { again?: Again; author?: string; kind?: string } = {}) => {
      expect(await store.operations.enqueue(anAct({ id, ...own }))).toEqual({ kind: "stored" });
      await store.operations.start(id, { root: own.again?.root ?? id });
      await store.operations.finish(id, anEnd({ outcome: "refused" }));
    };

    test.each<[string, Again]>([
      ["nothing", { root: "none", newest: "none" }],
      ["itself", { root: "r", newest: "r" }],
      ["nothing as the newest", { root: "u", newest: "none" }],
      ["another root's as the newest", { root: "u", newest: "v1" }],
      ["another root as the newest", { root: "u", newest: "v" }],
      ["a further try as the root", { root: "u1", newest: "u1" }],
      ["a further try as the root of its own first one", { root: "u1", newest: "u" }],
      ["somebody else's", { root: "theirs", newest: "theirs" }],
      ["somebody else's as the newest", { root: "u", newest: "theirs" }],
      ["another kind's", { root: "upload", newest: "upload" }],
      ["another kind's as the newest", { root: "u", newest: "upload" }],
    ])("that names %s is refused", async (_, forged) => {
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

    test("that does no harm twice is refused all the same where it names another kind's, or none", async () => {
      for (const root of ["none", "upload", "u1"]) {
        const again = { root, newest: root, isHarmless: true as const };
        const answer = await store.operations.enqueue(anAct({ id: "r", author: "U2", again }));
        expect(answer).toEqual({ kind: "not_again", operation: null });
      }
    });

    test("is nobody else's, and stays its author's", async () => {
      const again = { root: "u", newest: "u1" };
      const gone = { kind: "not_again", operation: null };
      expect(await store.operations.enqueue(anAct({ id: "r", author: "U2", again }))).toEqual(gone);
      expect(await store.operations.enqueue(anAct({ id: "r", again }))).toEqual({ kind: "stored" });
      // What is in the way is nobody else's to be told of either.
      expect(await store.operations.enqueue(anAct({ id: "s", author: "U2", again }))).toEqual(gone);
    });
  });
}
