import { describe, expect, test } from "vitest";
import { type EnqueueRequest, type InTransaction, type Outcome, openStore } from "../../src/store/index.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { database, store } from "./given.ts";
import { aPostOf, deliverAll, nothing } from "./notifications.ts";
import { aProposal } from "./proposal-acts.ts";
import { anAct, anEnd, aTry, leaseMs } from "./store-database.ts";

const dayMs = 24 * 60 * 60 * 1_000;
const phoneOwner = "U7";

export function retentionContract(): void {
  describe("retention", () => {
    const close = async (id: string) => {
      await store.operations.enqueue(anAct({ id }));
      await store.operations.start(id);
      await store.operations.finish(id, anEnd({ outcome: "unknown" }));
    };
    const inDays = (days: number) => new Date(database.clock.now().getTime() + days * dayMs);

    const isThere = async (subject: string) => (await store.posts.list([subject])).length > 0;
    const purge = (closedBefore = database.clock.now()) => store.purge({ closedBefore });

    test("removes closed operations with their posts, and keeps younger and open ones", async () => {
      await close("old");
      await store.posts.add({ posts: [aPostOf("news:old")] });
      await store.operations.enqueue(anAct({ id: "open" }));
      await deliverAll(store);
      database.clock.advance(dayMs);
      await close("young");
      await store.posts.add({ posts: [aPostOf("news:young")] });
      expect(await purge()).toBe(3);
      expect(await store.operations.get("old")).toBeNull();
      expect(await isThere("act:old")).toBe(false);
      expect(await isThere("news:old")).toBe(false);
      expect(await store.operations.get("open")).not.toBeNull();
      expect(await store.operations.get("young")).not.toBeNull();
      expect(await store.posts.countQueued()).toBe(2);
      expect(await purge()).toBe(0);
    });

    test("keeps a post that is marked as kept, however old it is", async () => {
      const posts = [aPostOf("alert:key", { isKept: true }), aPostOf("news:old")];
      await store.posts.add({ posts });
      await deliverAll(store);
      expect(await purge(inDays(90))).toBe(1);
      expect(await isThere("alert:key")).toBe(true);
      database.clock.advance(90 * dayMs);
      await store.posts.add({ posts: [aPostOf("alert:key", { facts: { isOver: true } })] });
      const [edit, ...others] = await deliverAll(store);
      expect(edit).toMatchObject({ message: { channel: "C1" }, facts: { isOver: true } });
      expect(others).toEqual([]);
      expect(await purge(inDays(1))).toBe(1);
    });

    test("keeps on-call's card and phone owners' questions as long as their operation", async () => {
      await store.operations.enqueue(anAct({ id: "a" }));
      await store.operations.start("a");
      const inTransaction: InTransaction = (operation) => async (trx) => {
        const [asked] = await store.receipts.ask(trx, operation, () => phoneOwner);
        return { posts: [aPostOf(asked?.subject ?? "none", { destinations: [phoneOwner] })] };
      };
      const notificationFor = () => ({ posts: [aPostOf("unknowns:a", { destinations: ["C9"] })] });
      await store.operations.finish("a", anEnd({ outcome: "unknown", notificationFor, inTransaction }));
      await deliverAll(store);
      database.clock.advance(dayMs);
      await store.operations.enqueue(aTry("r", "a"));
      await purge();
      for (const subject of ["unknowns:a", "questions:a"]) expect(await isThere(subject)).toBe(true);
      await store.operations.finish("r", anEnd({ outcome: "not_sent", notificationFor: nothing }));
      await deliverAll(store);
      await purge(inDays(1));
      for (const subject of ["unknowns:a", "questions:a"]) expect(await isThere(subject)).toBe(false);
    });

    test("keeps a proposal's card as long as the proposal", async () => {
      const proposals = store.open(createProposals);
      const subject = "proposal:P";
      const line = { subject, event: { said: "a line" } };
      const notificationFor = () => ({ posts: [aPostOf(subject)], lines: [line] });
      await proposals.add({ ...aProposal, expiresAt: inDays(90) }, notificationFor);
      await deliverAll(store);
      database.clock.advance(30 * dayMs);
      expect(await purge()).toBe(0);
      await proposals.withdraw({ id: "P", by: "U1" }, notificationFor);
      const [edit] = await deliverAll(store);
      expect(edit).toMatchObject({ line: null, message: { channel: "C1" } });
      database.clock.advance(1);
      await purge();
      expect(await proposals.get("P")).toBeNull();
      expect(await isThere(subject)).toBe(false);
    });

    test("removes the quota counters of earlier days only", async () => {
      const accept = (id: string, day: string, limit = 9) =>
        store.operations.enqueue({ ...anAct({ id }), quota: { day, limit } });
      await accept("a", "2026-11-20");
      await accept("b", "2026-11-21");
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(1);
      expect(await accept("c", "2026-11-20", 0)).toMatchObject({ used: 0 });
      expect(await accept("c", "2026-11-21", 0)).toMatchObject({ used: 1 });
    });

    test("removes all old posts when they are more than one batch", async () => {
      const posts = Array.from({ length: 450 }, (_, index) =>
        aPostOf(`shown:${index}`, { destinations: [`C${index}`] }),
      );
      await store.posts.add({ posts });
      await deliverAll(store);
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(450);
    });

    test("keeps a draft for its author until it expires", async () => {
      const draft = { id: "d", author: "U1", kind: "send", body: { text: "x" }, expiresAt: inDays(1) };
      await store.drafts.save(draft);
      expect(await store.drafts.get("d", "U1")).toEqual(draft);
      expect(await store.drafts.get("d", "U2")).toBeNull();
      await store.drafts.save({ ...draft, body: { text: "y" } });
      expect(await store.drafts.get("d", "U1")).toMatchObject({ body: { text: "y" } });
      await expect(store.drafts.save({ ...draft, author: "U2" })).rejects.toThrow("somebody else's");
      expect(await store.drafts.get("d", "U1")).toMatchObject({ body: { text: "y" } });
      database.clock.advance(dayMs);
      expect(await store.drafts.get("d", "U1")).toBeNull();
      expect(await store.purge({ closedBefore: new Date(0) })).toBe(1);
    });
  });

  test("reports itself as healthy until it is closed", async () => {
    await store.close();
    const own = await openStore({ url: database.url, owner: "own", leaseMs, now: database.clock.now });
    await expect(own.healthy()).resolves.toBeUndefined();
    await own.close();
    await expect(own.healthy()).rejects.toThrow();
  });
}

/** The tries of a root, and the operations of an act, are removed together. */
export function retentionRootsContract(): void {
  describe("retention of further tries", () => {
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

    test("removes all tries of an operation together when the newest one is old", async () => {
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

    test("keeps all tries of an operation while one of them is open", async () => {
      await send(anAct({ id: "u" }));
      await store.operations.enqueue(aTry("r", "u"));
      pass(2);
      expect(await purge()).toBe(0);
      await end("r", "accepted", "u");
      pass(1);
      await purge();
      expect(await left("u", "r")).toEqual([]);
    });

    test("keeps all tries of an operation while the post of one of them waits", async () => {
      await send(anAct({ id: "u" }));
      await deliverAll(store);
      await send(aTry("r", "u"));
      pass(2);
      await store.purge({ closedBefore: database.clock.now() });
      expect(await left("u", "r")).toEqual(["u", "r"]);
      await purge();
      expect(await left("u", "r")).toEqual([]);
    });

    test("keeps an act's posts until the last operation of the act is removed", async () => {
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

    test("removes operations, posts and lines without leaving rows behind", async () => {
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

    test("removes all old tries when they are more than one batch", async () => {
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
