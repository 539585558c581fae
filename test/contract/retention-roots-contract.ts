import { describe, expect, test } from "vitest";
import type { EnqueueRequest, InTransaction, Outcome } from "../../src/store/index.ts";
import { database, store } from "./given.ts";
import { aPostOf, deliverAll, nothing } from "./notifications.ts";
import { anAct, anEnd, aTry } from "./store-database.ts";

const dayMs = 24 * 60 * 60 * 1_000;
const phoneOwner = "U7";

/** The tries of a root, and the operations of an act, are removed together. */
export function retentionRootsContract(): void {
  describe("retention", () => {
    const end = async (id: string, outcome: Outcome = "unknown", root = id) => {
      await store.operations.start(id, { root });
      const inTransaction: InTransaction = (operation) => async (trx) => {
        const asked = await store.receipts.ask(trx, operation, () => phoneOwner);
        return { posts: asked.map(({ subject }) => aPostOf(subject, { destinations: [phoneOwner] })) };
      };
      await store.operations.finish(id, anEnd({ outcome, inTransaction }));
    };
    const send = async (request: EnqueueRequest, outcome?: Outcome) => {
      expect(await store.operations.enqueue(request)).toEqual({ kind: "stored" });
      await end(request.id, outcome, request.again?.root);
    };
    const purge = async () => {
      await deliverAll(store);
      return await store.purge({ closedBefore: database.clock.now() });
    };
    const pass = (days: number) => database.clock.advance(days * dayMs);
    const left = async (...ids: string[]) => {
      const found = await Promise.all(ids.map((id) => store.operations.get(id)));
      return found.flatMap((operation) => operation?.id ?? []);
    };
    const countRows = (table: "operations" | "posts" | "post_lines") =>
      store.open(
        async ({ connection }) => (await connection.db.selectFrom(table).selectAll().execute()).length,
      );

    test("removes the tries of a root together, when the newest is old", async () => {
      await send(anAct({ id: "u" }));
      pass(2);
      await send(aTry("r1", "u"), "refused");
      pass(2);
      await send(aTry("r2", "u", { newest: "r1" }));
      await send(anAct({ id: "other" }));
      expect(await purge()).toBe(0);
      expect(await left("u", "r1", "r2", "other")).toEqual(["u", "r1", "r2", "other"]);
      pass(1);
      await send(anAct({ id: "young" }));
      await purge();
      expect(await left("u", "r1", "r2", "other", "young")).toEqual(["young"]);
    });

    test("keeps all tries of a root while one is open", async () => {
      await send(anAct({ id: "u" }));
      await store.operations.enqueue(aTry("r", "u"));
      pass(2);
      expect(await purge()).toBe(0);
      await end("r", "accepted", "u");
      pass(1);
      await purge();
      expect(await left("u", "r")).toEqual([]);
    });

    test("keeps all tries of a root while the post of one waits", async () => {
      await send(anAct({ id: "u" }));
      await deliverAll(store);
      await send(aTry("r", "u"));
      pass(2);
      await store.purge({ closedBefore: database.clock.now() });
      expect(await left("u", "r")).toEqual(["u", "r"]);
      await purge();
      expect(await left("u", "r")).toEqual([]);
    });

    test("keeps an act's posts until its last operation is removed", async () => {
      const siblings = [{ id: "a.1", request: {} }];
      await store.operations.enqueue(anAct({ id: "a", siblings }));
      await end("a", "accepted");
      await end("a.1", "refused");
      pass(2);
      await send(aTry("r", "a.1"), "accepted");
      await deliverAll(store);
      const notified = await store.posts.list(["act:a", "act:r"]);
      expect(notified).toHaveLength(2);
      pass(1);
      // The operation and the post with its phone owner's question.
      expect(await store.purge({ closedBefore: new Date(database.clock.now().getTime() - 2 * dayMs) })).toBe(
        2,
      );
      expect(await left("a", "a.1", "r")).toEqual(["a.1", "r"]);
      expect(await store.posts.list(["act:a", "act:r"])).toEqual(notified);
      pass(1);
      await purge();
      expect(await left("a.1", "r")).toEqual([]);
      expect(await countRows("posts")).toBe(0);
    });

    test("removes operations, posts and lines completely", async () => {
      const next = { id: "send", kind: "messages.send", request: {} };
      await store.operations.enqueue(anAct({ id: "upload", kind: "files.upload", next }));
      await end("upload", "accepted");
      await end("send");
      await send(aTry("again", "send"));
      expect(await store.posts.list(["questions:upload"])).toHaveLength(1);
      await deliverAll(store);
      pass(1);
      await purge();
      for (const table of ["operations", "posts", "post_lines"] as const)
        expect(await countRows(table)).toBe(0);
    });

    test("removes more roots, with more tries, than one batch has", async () => {
      for (let index = 0; index < 90; index += 1) {
        const root = `u-${index}`;
        let newest = root;
        await store.operations.enqueue(anAct({ id: root }));
        for (const id of [`${root}.1`, `${root}.2`, `${root}.3`]) {
          await store.operations.finish(newest, anEnd({ outcome: "not_sent", notificationFor: nothing }));
          await store.operations.enqueue(aTry(id, root, { newest }));
          newest = id;
        }
        await store.operations.finish(newest, anEnd({ outcome: "not_sent", notificationFor: nothing }));
      }
      pass(1);
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(360);
      expect(await countRows("operations")).toBe(0);
    });
  });
}
