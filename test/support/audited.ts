import { subjectOf } from "../../src/store/audit/record.ts";
import { toDocument } from "../../src/store/documents.ts";
import type { AuditEntry, AuditEvent, ProposalState, Store } from "../../src/store/index.ts";
import { toProposal } from "../../src/store/proposals/proposal.ts";

/** What a proposal may be after its newest entry; with several reviewers an approval leaves it open. */
const statesAfter: { readonly [Event in AuditEvent]?: readonly ProposalState[] } = {
  proposed: ["open"],
  edited: ["open"],
  reopened: ["open"],
  approved: ["open", "approved"],
  changes_requested: ["changes_requested"],
  withdrawn: ["withdrawn"],
  expired: ["expired"],
  carried_out: ["approved"],
};

/**
 * Where the audit and the store differ: what nobody recorded, or an entry of what isn't so. `since`: what was made before
 * may have lost its entries to retention.
 */
export async function findUnaudited(store: Store, since = new Date(0)): Promise<string[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of store.audit.read({})) entries.push(entry);
  const of = (subject: string, ...events: AuditEvent[]) =>
    entries.filter((entry) => entry.subject === subject && events.includes(entry.event));
  const { operations, proposals } = await store.open(async ({ connection: { db } }) => ({
    operations: await db.selectFrom("operations").selectAll().execute(),
    proposals: await db.selectFrom("documents").selectAll().where("kind", "=", "proposal").execute(),
  }));
  const isYoung = (row: { created_at: number }) => row.created_at >= since.getTime();
  return [
    ...operations.filter(isYoung).flatMap((row) => {
      const { id, author, outcome, resolved_as, resolved_by, phone_owner, received_as } = row;
      const subject = subjectOf.operation(id);
      const enqueued = of(subject, "enqueued");
      const ends = of(subject, "ended", "corrected");
      const resolved = of(subject, "resolved").at(-1);
      const received = of(subjectOf.receipt(id), "received").at(-1);
      return [
        ...(enqueued.length === 1 && enqueued[0]?.person === author
          ? []
          : [`${subject} was not enqueued once`]),
        ...((ends.at(-1)?.outcome ?? null) === outcome ? [] : [`${subject} did not end so`]),
        ...(ends.filter(({ event }) => event === "ended").length > 1 ? [`${subject} ended twice`] : []),
        ...((resolved?.outcome ?? null) === resolved_as && (resolved?.person ?? null) === resolved_by
          ? []
          : [`${subject} was not resolved so`]),
        ...((received?.outcome ?? null) === received_as && (received?.person ?? phone_owner) === phone_owner
          ? []
          : [`${subject} was not received so`]),
      ];
    }),
    ...proposals.flatMap((row) => {
      const { id, state, createdAt } = toProposal(toDocument(row), null);
      if (createdAt < since) return [];
      const subject = subjectOf.proposal(id);
      const last = entries.findLast((one) => one.subject === subject && one.event !== "forgotten");
      return [
        ...(of(subject, "proposed").length === 1 ? [] : [`${subject} was not proposed once`]),
        ...(last !== undefined && statesAfter[last.event]?.includes(state) === true
          ? []
          : [`${subject} did not come to ${state}`]),
      ];
    }),
    ...entries
      .filter(
        ({ subject, event, record }) =>
          subject.startsWith("operation:") && event === "ended" && record === null,
      )
      .filter(({ at }) => at >= since)
      .map(({ subject }) => `${subject} is not there`),
  ];
}
