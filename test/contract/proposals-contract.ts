import { beforeEach, describe, expect, test } from "vitest";
import {
  createProposals,
  type DecisionResult,
  type ProposalTable,
} from "../../src/store/proposals/proposals.ts";
import { database, store } from "./given.ts";
import { deliverAll, listen, shownOf } from "./notifications.ts";
import { aProposal, notificationFor, type ProposalActs, proposalActs } from "./proposal-acts.ts";

const hourMs = 60 * 60 * 1_000;

/** What is kept of proposals, and which decision counts when several come at once. */
export function proposalsContract(): void {
  describe("template proposals", () => {
    let proposals: ProposalTable;
    let acts: ProposalActs;
    beforeEach(async () => {
      proposals = store.open(createProposals);
      acts = proposalActs({ store, proposals, clock: database.clock });
    });

    test("are stored once for one form", async () => {
      const first = await proposals.add({ ...aProposal, expiresAt: acts.inHours(72) }, notificationFor);
      expect(first).toMatchObject({
        isNew: true,
        proposal: {
          ...{ id: "P", templateId: "T1", revision: 1, reason: "longer", proposer: "U1", locale: "ko" },
          ...{ state: "open", decision: null, approvals: [], operation: null },
          change: aProposal.change,
          basis: { content: "before", from: { kind: "update", operationId: "op" } },
        },
      });
      const again = await proposals.add(
        { ...aProposal, reason: "other", expiresAt: acts.inHours(1) },
        notificationFor,
      );
      expect(again).toEqual({ isNew: false, proposal: first.proposal });
      expect(await shownOf(store, "proposal:P")).toEqual(["posted", "open"]);
      expect(await proposals.get("Q")).toBeNull();
    });

    test("count each person's approval once, and store the last approval with its update operation", async () => {
      await acts.propose();
      await deliverAll(store);
      const { notified } = listen(store);
      expect(await acts.approve("U2", { required: 2 })).toBe("alone");
      expect(notified.map(({ post }) => post.subject)).toEqual(["proposal:P"]);
      expect(await proposals.get("P")).toMatchObject({ state: "open", approvals: [{ by: "U2" }] });
      expect(await store.operations.countOpen()).toBe(0);
      expect(await acts.approve("U2", { required: 2 })).toBe("overtaken");
      expect(await acts.complete("U3", { required: 2 })).toBe("stored");
      // The last approval is posted with the end of its update.
      expect(await shownOf(store, "proposal:P")).toEqual(["drawn anew", "open"]);
      expect(await proposals.get("P")).toMatchObject({
        state: "approved",
        approvals: [{ by: "U2" }, { by: "U3" }],
        decision: { by: "U3" },
        operation: { id: "update", state: "stored", author: "U3" },
      });
    });

    test("don't count approvals of people who may no longer approve", async () => {
      await acts.propose();
      await acts.approve("U9", { required: 2 });
      expect(await acts.approve("U3", { required: 2, former: ["U9"] })).toBe("alone");
      expect(await acts.complete("U3", { required: 2, former: ["U9"] })).toBe("overtaken");
      expect(await acts.complete("U2", { required: 2, former: ["U9"] })).toBe("stored");
      expect((await proposals.get("P"))?.approvals).toHaveLength(3);
    });

    test("can be approved again by the same person when fewer approvals are required", async () => {
      await acts.propose();
      await acts.approve("U2", { required: 2 });
      expect(await acts.complete("U2", { required: 1 })).toBe("stored");
      expect((await proposals.get("P"))?.approvals).toHaveLength(1);
    });

    test.each([1, 2, 7, 20])(
      "count %i of twenty simultaneous approvals, and store one update operation",
      async (required) => {
        await acts.propose();
        const people = Array.from({ length: 20 }, (_, index) => `R${index}`);
        const answers = await Promise.all(people.map((by) => acts.approve(by, { required })));
        const count = (kind: string) => answers.filter((answer) => answer === kind).length;
        expect(count("alone")).toBe(required - 1);
        expect(count("stored")).toBe(1);
        expect(count("overtaken")).toBe(20 - required);
        const last = people[answers.indexOf("stored")];
        const { approvals, ...rest } = (await proposals.get("P"))!;
        expect(approvals).toHaveLength(required);
        expect(rest).toMatchObject({
          state: "approved",
          decision: { by: last },
          operation: { author: last },
        });
        expect(await store.operations.countOpen()).toBe(1);
      },
    );

    test("get a new revision without approvals when they are edited, and keep the earlier revision", async () => {
      await acts.propose();
      await acts.approve("U2", { required: 2 });
      expect(await acts.edit({ revision: 1, by: "U3", content: "new" })).toMatchObject({
        kind: "done",
        proposal: {
          ...{ revision: 2, change: { content: "new" }, reason: "shorter", approvals: [], basis: null },
          revisions: [{ by: "U1" }, { by: "U3", change: { content: "new" } }],
        },
      });
      expect(await acts.approve("U2")).toBe("overtaken");
      expect(await acts.complete("U2", { revision: 2 })).toBe("stored");
    });

    test("keep others' approvals and are open again when they are edited to the same content", async () => {
      await acts.propose({ contentDigest: "seal of same" });
      await acts.approve("U2", { required: 2 });
      await proposals.requestChanges({ id: "P", revision: 1, by: "U3", words: "shorter" }, notificationFor);
      expect(await acts.edit({ revision: 1, by: "U1", content: "same" })).toMatchObject({
        proposal: { state: "open", revision: 2, approvals: [{ by: "U2" }], decision: null },
      });
    });

    test("lose the editor's approval when they are edited in their reason alone", async () => {
      await acts.propose({ contentDigest: "seal of same" });
      for (const by of ["U2", "U3"]) await acts.approve(by, { required: 3 });
      const edit = { revision: 1, by: "U2", content: "same", reason: "Another" };
      for (let times = 0; times < 2; times += 1) {
        expect(await acts.edit(edit)).toMatchObject({
          kind: "done",
          proposal: {
            ...{ revision: 2, reason: "Another", approvals: [{ by: "U3" }] },
            revisions: [
              { by: "U1", reason: "longer" },
              { by: "U2", reason: "Another" },
            ],
          },
        });
      }
      // Whoever looked at it before has not read the new reason.
      expect(await acts.approve("U4")).toBe("overtaken");
    });

    test("keep their revision when they are edited without a change", async () => {
      await acts.propose({ contentDigest: "seal of same" });
      await acts.approve("U2", { required: 2 });
      const edit = { revision: 1, by: "U3", content: "same", reason: "longer" };
      expect(await acts.edit(edit)).toMatchObject({
        kind: "done",
        proposal: { revision: 1, approvals: [{ by: "U2" }], revisions: [{ by: "U1" }] },
      });
    });

    test("that were sent back with a request for changes wait for an edit", async () => {
      await acts.propose();
      const requested = await proposals.requestChanges(
        { id: "P", revision: 1, by: "U2", words: "a\0b" },
        notificationFor,
      );
      expect(requested).toMatchObject({
        kind: "done",
        proposal: { state: "changes_requested", decision: { by: "U2", words: "ab" } },
      });
      expect(await acts.approve("U3")).toBe("overtaken");
      expect(await acts.edit({ revision: 1, by: "U1", content: "shorter" })).toMatchObject({
        proposal: { state: "open", revision: 2 },
      });
    });

    const expireAll = (table: ProposalTable) => {
      database.clock.advance(72 * hourMs);
      return table.expire(notificationFor);
    };
    test.each<[string, (table: ProposalTable) => Promise<unknown>]>([
      ["withdrawn", (table) => table.withdraw({ id: "P", by: "U1" }, notificationFor)],
      ["approved", () => acts.complete("U2")],
      ["expired", expireAll],
    ])("can't be decided once they are %s", async (state, decideIt) => {
      await acts.propose();
      await decideIt(proposals);
      const decisions: Promise<DecisionResult>[] = [
        proposals.requestChanges({ id: "P", revision: 1, by: "U3", words: "no" }, notificationFor),
        acts.edit({ revision: 1, by: "U3", content: "other" }),
        proposals.withdraw({ id: "P", by: "U1" }, notificationFor),
      ];
      for (const decision of decisions) {
        expect(await decision).toMatchObject({ kind: "overtaken", proposal: { state } });
      }
      expect(await acts.approve("U3")).toBe("overtaken");
    });

    test("accept the same edit twice, and refuse another edit of the same revision", async () => {
      await acts.propose();
      const edit = { revision: 1, by: "U3", content: "new" };
      expect((await acts.edit(edit)).kind).toBe("done");
      expect((await acts.edit(edit)).kind).toBe("done");
      expect((await acts.edit({ ...edit, content: "newer" })).kind).toBe("overtaken");
      expect((await acts.edit({ ...edit, reason: "Another" })).kind).toBe("overtaken");
      expect(await proposals.get("P")).toMatchObject({ revision: 2, change: { content: "new" } });
      expect(await shownOf(store, "proposal:P")).toEqual(["posted", "open", "open"]);
    });

    test("can't be decided after they expired, even before the job closes them", async () => {
      await acts.propose();
      database.clock.advance(72 * hourMs);
      expect(await acts.approve("U2")).toBe("overtaken");
      expect((await acts.edit({ revision: 1, by: "U1", content: "new" })).kind).toBe("overtaken");
      expect(await proposals.expire(notificationFor)).toBe(1);
      expect(await proposals.get("P")).toMatchObject({ state: "expired", decision: { by: null } });
    });

    test("are reminded of once per revision and expired later, one proposal per job run", async () => {
      for (const id of ["P", "Q"]) await acts.propose({ id });
      const remind = (hours: number) => proposals.remind(acts.inHours(hours), notificationFor);
      expect(await remind(71)).toBe(0);
      for (const left of [1, 1, 0]) expect(await remind(72)).toBe(left);
      expect((await proposals.get("P"))?.remindedAt).toEqual(database.clock.now());
      await acts.edit({ revision: 1, by: "U1", content: "new" });
      expect(await remind(72)).toBe(1);
      database.clock.advance(72 * hourMs);
      for (const left of [1, 1, 0]) expect(await proposals.expire(notificationFor)).toBe(left);
      expect(await remind(72)).toBe(0);
    });

    test("can be listed by template, proposer and state", async () => {
      await acts.propose();
      database.clock.advance(1000);
      await acts.propose({ id: "Q", templateId: "T2", proposer: "U7" });
      await proposals.withdraw({ id: "P", by: "U1" }, notificationFor);
      const ids = async (own: object) => (await proposals.list({ limit: 10, ...own })).map(({ id }) => id);
      expect(await ids({})).toEqual(["Q", "P"]);
      expect(await ids({ templateId: "T1" })).toEqual(["P"]);
      expect(await ids({ proposer: "U7" })).toEqual(["Q"]);
      expect(await ids({ states: ["open"] })).toEqual(["Q"]);
      expect(await ids({ limit: 1 })).toEqual(["Q"]);
    });
  });
}
