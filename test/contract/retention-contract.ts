import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { aProposal } from "./proposal-acts.ts";
import { anAct, anEnd, aPost, type MakeDatabase, type TestDatabase } from "./store-database.ts";

const dayMs = 24 * 60 * 60 * 1_000;

export function retentionContract(makeDatabase: MakeDatabase): void {
  describe("retention", () => {
    let database: TestDatabase;
    let store: Store;
    beforeEach(async () => {
      database = await makeDatabase();
      store = await database.open();
    });
    afterEach(() => database.remove());

    const close = async (id: string) => {
      await store.operations.takeOn(anAct({ id }));
      await store.operations.start(id);
      await store.operations.finish(id, anEnd({ outcome: "unknown" }));
    };
    const deliverAll = async () => {
      for (let posts = await store.posts.claim(50); posts.length > 0; posts = await store.posts.claim(50)) {
        for (const { id } of posts) await store.posts.posted(id, { channel: "C1", ts: "17.1" });
      }
    };
    const inDays = (days: number) => new Date(database.clock.now().getTime() + days * dayMs);

    test("removes closed operations with their posts, and nothing younger or open", async () => {
      await close("old");
      await store.posts.add([aPost("alone")]);
      await store.operations.takeOn(anAct({ id: "open" }));
      await deliverAll();
      database.clock.advance(dayMs);
      await close("young");
      await store.posts.add([aPost("young")]);
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(3);
      expect(await store.operations.get("old")).toBeNull();
      expect(await store.posts.forOperation("old")).toEqual([]);
      expect(await store.operations.get("open")).not.toBeNull();
      expect(await store.operations.get("young")).not.toBeNull();
      expect(await store.posts.countQueued()).toBe(2);
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(0);
    });

    test("keeps the living post of a finding, and not the lines under it", async () => {
      await store.posts.add([
        { ...aPost("found"), key: "finding:platform:key" },
        { ...aPost("a line"), kind: "line", key: "finding:platform:key" },
        { ...aPost("asked"), key: "receipts:gone" },
      ]);
      await deliverAll();
      await deliverAll();
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(2);
    });

    test("keeps of a finding that comes again only the post that can still be changed", async () => {
      const found = { ...aPost("found"), key: "finding:platform:failing" };
      await store.posts.add([found]);
      await deliverAll();
      await store.posts.add([found]);
      // What doesn't arrive changes nothing: the one before it is still the living one.
      await store.posts.add([{ ...found, destinations: [] }]);
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(1);
      await deliverAll();
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(1);
      await store.posts.add([{ ...found, kind: "edit" }]);
      const [edit] = await store.posts.claim(1);
      expect(edit).toMatchObject({ kind: "edit", target: { ts: "17.1" } });
    });

    test("keeps a proposal's card as long as the proposal, however long that stays open", async () => {
      const proposals = store.open(createProposals);
      const card = { ...aPost("card"), key: "proposal:P" };
      await proposals.add({ ...aProposal, expiresAt: inDays(90) }, () => [card]);
      await store.posts.add([{ ...aPost("a line"), kind: "line", key: "proposal:P" }]);
      await deliverAll();
      await deliverAll();
      database.clock.advance(30 * dayMs);
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(1);
      await proposals.withdraw({ id: "P", by: "U1" }, () => [{ ...card, kind: "edit" }]);
      const [edit] = await store.posts.claim(1);
      expect(edit).toMatchObject({ kind: "edit", target: { ts: "17.1" } });
      await store.posts.posted(edit!.id, { channel: "C1", ts: "17.1" });
      database.clock.advance(1);
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(3);
    });

    test("keeps an operation that has not been told yet", async () => {
      await close("a");
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(0);
      await deliverAll();
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(2);
    });

    test("removes more than one batch", async () => {
      const ids = Array.from({ length: 450 }, (_, index) => `${index}`);
      for (const id of ids) {
        await store.operations.takeOn(anAct({ id }));
        await store.operations.finish(id, anEnd({ outcome: "not_sent", posts: () => [] }));
      }
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(450);
    });

    test("removes the counters of earlier days only", async () => {
      const accept = (id: string, day: string, limit = 9) =>
        store.operations.takeOn({ ...anAct({ id }), quota: { day, limit } });
      await accept("a", "2026-11-20");
      await accept("b", "2026-11-21");
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(1);
      expect(await accept("c", "2026-11-20", 0)).toMatchObject({ used: 0 });
      expect(await accept("c", "2026-11-21", 0)).toMatchObject({ used: 1 });
    });

    test("forgets what was told for a while when its time has come, and nothing that is told once for all", async () => {
      const tell = async () => [
        await store.posts.addOnce("greeting", []),
        await store.posts.addOnce("shown", [], "for_retention"),
      ];
      expect(await tell()).toEqual([true, true]);
      expect(await store.purge({ closedBefore: database.clock.now() })).toBe(0);
      expect(await tell()).toEqual([false, false]);
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(1);
      expect(await tell()).toEqual([false, true]);
    });

    test("forgets more than one batch of what was told for a while", async () => {
      for (let index = 0; index < 250; index += 1) {
        await store.posts.addOnce(`shown:${index}`, [], "for_retention");
      }
      expect(await store.purge({ closedBefore: inDays(1) })).toBe(250);
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

    test("is healthy while it is open", async () => {
      await expect(store.healthy()).resolves.toBeUndefined();
      await store.close();
      await expect(store.healthy()).rejects.toThrow();
    });
  });
}
