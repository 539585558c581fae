import { beforeEach, describe, expect, test } from "vitest";
import { readDocument } from "../../src/store/documents.ts";
import { createObservations } from "../../src/store/observations/observations.ts";
import { createProposals, type ProposalTable } from "../../src/store/proposals/proposals.ts";
import { database, store } from "./given.ts";
import { deliverAll, nothing, shownOf, waitingOf } from "./notifications.ts";
import { notificationFor, type ProposalActs, proposalActs } from "./proposal-acts.ts";
import { anEnd } from "./store-database.ts";

const hourMs = 60 * 60 * 1_000;

/** A proposal's state by the outcome of the update that carries it out. */
export function carriedOutContract(): void {
  describe("proposals and the updates that carry them out", () => {
    let proposals: ProposalTable;
    let acts: ProposalActs;
    beforeEach(async () => {
      proposals = store.open(createProposals);
      acts = proposalActs({ store, proposals, clock: database.clock });
    });

    test.each(["refused", "not_sent"] as const)(
      "are open again, without the last approval, when the update is %s",
      async (outcome) => {
        await acts.propose();
        await acts.approve("U2", { required: 2 });
        await acts.complete("U3", { required: 2 });
        expect(await acts.end("update", outcome)).toMatchObject({
          ...{ state: "open", revision: 1, decision: null },
          ...{ approvals: [{ by: "U2" }], operation: { outcome } },
        });
        expect(await acts.complete("U3", { required: 2, operationId: "again" })).toBe("stored");
      },
    );

    test("get their card updated by the update's outcome, by a report and by a late answer", async () => {
      await acts.propose();
      await acts.complete("U2");
      const isChanged = async (by: () => Promise<unknown>) => {
        await deliverAll(store);
        await by();
        return waitingOf(store, "proposal:P", "act:update");
      };
      const both = ["act:update", "proposal:P"];
      expect(await isChanged(() => acts.end("update", "unknown"))).toEqual(both);
      const resolution = { by: "U2", as: "did_not_arrive" as const, notificationFor: nothing };
      const report = () =>
        store.operations.resolve("update", {
          ...resolution,
          inTransaction: () => async (trx) => {
            const proposal = await proposals.conclude(trx, "update");
            return proposal === null ? null : notificationFor(proposal);
          },
        });
      expect(await isChanged(report)).toEqual(both);
      expect(await proposals.get("P")).toMatchObject({ state: "open" });
      expect(await isChanged(() => acts.end("update", "accepted"))).toEqual(both);
      expect(await shownOf(store, "proposal:P")).toEqual(["drawn anew", "approved"]);
    });

    test.each([
      ["same", "approved"],
      ["new", "open"],
    ])(
      "that were edited to the %s content are %s after the update is accepted late",
      async (content, state) => {
        await acts.propose({ contentDigest: "seal of same" });
        await acts.complete("U2");
        await acts.end("update", "unknown");
        const resolution = { by: "U2", as: "did_not_arrive" as const, notificationFor: nothing };
        await store.operations.resolve("update", resolution);
        await acts.edit({ revision: 1, by: "U3", content, reason: "Another" });
        expect(await acts.end("update", "accepted")).toMatchObject({ revision: 2, state });
      },
    );

    /** Ends an update without its proposal, as if its own writes had failed or another process had closed it. */
    const endSilently = (id: string) =>
      store.operations.finish(id, anEnd({ outcome: "not_sent", notificationFor: nothing }));

    test("can be approved again when another process closed the update and left them approved", async () => {
      await acts.propose();
      await acts.complete("U2");
      await endSilently("update");
      expect(await acts.approve("U2", { required: 2, operationId: "one of two" })).toBe("alone");
      expect(await acts.complete("U3", { required: 2, operationId: "again" })).toBe("stored");
    });

    test("are reopened by the job when another process closed the update and left them approved", async () => {
      await acts.propose();
      await acts.complete("U2");
      database.clock.advance(80 * hourMs);
      await endSilently("update");
      expect(await proposals.reopen(notificationFor)).toBe(1);
      expect(await proposals.reopen(notificationFor)).toBe(0);
      // Decided in time, and open long enough to be decided again.
      expect(await proposals.expire(notificationFor)).toBe(0);
    });

    test.each<[string, () => Promise<unknown>]>([
      ["is accepted", () => acts.end("update", "accepted")],
      [
        "is unknown and was reported as arrived",
        async () => {
          await acts.end("update", "unknown");
          const arrived = { by: "U2", as: "arrived" as const, notificationFor: nothing };
          await store.operations.resolve("update", arrived);
        },
      ],
    ])("stay approved when the update %s", async (_, happens) => {
      await acts.propose();
      await acts.complete("U2");
      await happens();
      expect(await proposals.get("P")).toMatchObject({ state: "approved" });
      expect(await acts.approve("U3")).toBe("overtaken");
    });

    test("stay approved while the update is unknown, until a report or a late answer resolves it", async () => {
      await acts.propose();
      await acts.complete("U2");
      expect(await acts.end("update", "unknown")).toMatchObject({ state: "approved" });
      expect(await acts.approve("U3")).toBe("overtaken");
      await store.operations.resolve("update", { by: "U2", as: "did_not_arrive", notificationFor: nothing });
      expect(await acts.approve("U3", { required: 2 })).toBe("alone");
      expect(await proposals.get("P")).toMatchObject({ state: "open", approvals: [{ by: "U3" }] });
      expect(await acts.end("update", "accepted")).toMatchObject({
        state: "approved",
        decision: { by: null },
      });
      expect(await acts.complete("U3", { operationId: "again" })).toBe("overtaken");
    });

    test("can't share one update operation", async () => {
      await acts.propose();
      await acts.complete("U2");
      await acts.propose({ id: "Q" });
      const approval = { id: "Q", revision: 1, by: "U2", required: 1, former: [], operationId: "update" };
      const twice = store.open(({ connection }) =>
        connection.transact((trx) => proposals.approve(trx, approval, notificationFor)),
      );
      await expect(twice).rejects.toThrow(/unique/i);
      expect(await proposals.get("Q")).toMatchObject({ state: "open", approvals: [] });
    });

    test("get a new document version with each outcome of the update", async () => {
      const version = () =>
        store.open(async ({ connection }) => (await readDocument(connection.db, "proposal", "P"))?.version);
      await acts.propose();
      await acts.complete("U2");
      expect(await version()).toBe(2);
      await acts.end("update", "unknown");
      expect(await version()).toBe(3);
      await acts.end("update", "accepted");
      expect(await version()).toBe(4);
    });

    test("are asked about once by two instances, an hour after their vendors' statuses were seen", async () => {
      await acts.propose();
      await acts.complete("U2");
      await acts.end("update", "accepted");
      await deliverAll(store);
      const { templateId } = (await proposals.get("P"))!;
      const observations = store.open(createObservations);
      database.clock.advance(1000);
      const said = { id: "R", templateId, by: "U1", content: null };
      const vendors = [{ vendor: "vendorA", status: "PENDING", reason: null }];
      await observations.report({ ...said, vendors }, () => ({}));
      expect(await proposals.listUnasked(database.clock.now(), 10)).toEqual([]);
      expect(await proposals.listUnasked(acts.inHours(1), 10)).toMatchObject([{ id: "P" }]);
      const line = { subject: "proposal:P", event: { said: "what became of it?" } };
      const asking = async () => ({ lines: [line] });
      await Promise.all([1, 2].map(() => proposals.ask("P", asking)));
      await proposals.ask("P", asking);
      expect(await shownOf(store, "proposal:P")).toEqual(["drawn anew", "what became of it?"]);
      expect(await proposals.listUnasked(acts.inHours(1), 10)).toEqual([]);
    });

    test("are removed by retention when they are decided, after the update was removed", async () => {
      await acts.propose();
      await acts.approve("U3", { required: 2 });
      await acts.complete("U2");
      await acts.end("update", "accepted");
      await acts.propose({ id: "open", templateId: "T2" });
      expect(await store.purge({ closedBefore: acts.inHours(1) })).toBe(0);
      await deliverAll(store);
      await store.purge({ closedBefore: acts.inHours(1) });
      expect(await proposals.get("P")).toBeNull();
      expect(await store.posts.list(["proposal:P", "act:update"])).toEqual([]);
      expect(await store.posts.list(["proposal:open"])).toHaveLength(1);
      expect(await store.operations.get("update")).toBeNull();
      expect(await proposals.get("open")).not.toBeNull();
    });
  });
}
