import { describe, expect, test } from "vitest";
import { type InTransaction, openStore } from "../../src/store/index.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { database, store } from "./given.ts";
import { aPostOf, deliverAll, nothing, waitingOf } from "./notifications.ts";
import { aProposal } from "./proposal-acts.ts";
import { anAct, anEnd, aTry, leaseMs } from "./store-database.ts";

const dayMs = 24 * 60 * 60 * 1_000;

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

    test("removes closed operations with their posts, and nothing younger or open", async () => {
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

    test("removes the thread lines of removed posts", async () => {
      await close("a");
      await deliverAll(store);
      await purge(inDays(1));
      const lines = store.open(({ connection }) => connection.db.selectFrom("post_lines").selectAll());
      expect(await lines.execute()).toEqual([]);
    });

    test("keeps a post that is marked as kept, however old", async () => {
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

    test("keeps on-call's card and questions as long as their operation", async () => {
      await store.operations.enqueue(anAct({ id: "a" }));
      await store.operations.start("a");
      const inTransaction: InTransaction = (operation) => async (trx) => {
        const [asked] = await store.receipts.ask(trx, operation, () => "U7");
        return { posts: [aPostOf(asked?.subject ?? "none", { destinations: ["U7"] })] };
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

    test("keeps an operation whose post still waits", async () => {
      await close("a");
      expect(await waitingOf(store, "act:a")).toEqual(["act:a"]);
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(0);
      await deliverAll(store);
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(2);
    });

    test("removes more than one batch of operations", async () => {
      const ids = Array.from({ length: 450 }, (_, index) => `${index}`);
      for (const id of ids) {
        await store.operations.enqueue(anAct({ id }));
        await store.operations.finish(id, anEnd({ outcome: "not_sent", notificationFor: nothing }));
      }
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(450);
    });

    test("removes quota counters of earlier days only", async () => {
      const accept = (id: string, day: string, limit = 9) =>
        store.operations.enqueue({ ...anAct({ id }), quota: { day, limit } });
      await accept("a", "2026-11-20");
      await accept("b", "2026-11-21");
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(1);
      expect(await accept("c", "2026-11-20", 0)).toMatchObject({ used: 0 });
      expect(await accept("c", "2026-11-21", 0)).toMatchObject({ used: 1 });
    });

    test("removes old posts that were added once, except kept ones", async () => {
      const tell = async () => [
        await store.posts.addOnce(aPostOf("greeting:U1", { isKept: true })),
        await store.posts.addOnce(aPostOf("shown:T1")),
      ];
      expect(await tell()).toEqual([true, true]);
      await deliverAll(store);
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(0);
      expect(await tell()).toEqual([false, false]);
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(1);
      expect(await tell()).toEqual([false, true]);
    });

    test("removes more than one batch of posts", async () => {
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

  test("is healthy until it is closed", async () => {
    await store.close();
    const own = await openStore({ url: database.url, owner: "own", leaseMs, now: database.clock.now });
    await expect(own.healthy()).resolves.toBeUndefined();
    await own.close();
    await expect(own.healthy()).rejects.toThrow();
  });
}
