import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { readProposal } from "./read.ts";
import { recordProposal } from "./record.ts";
import type { Proposal } from "./types.ts";

/** Time enough to be looked at again, however late it was decided. */
const reopenedForMs = 60 * 60_000;

/** The update had no effect and never will have: refused, never sent, or a person looked. */
const isSpent = sql<boolean>`exists (select 1 from operations where operations.id = proposals.operation_id
  and (operations.outcome in ('refused', 'not_sent')
    or (operations.outcome = 'unknown' and operations.settled_as = 'did_not_arrive')))`;

/** Carried out after all, though it counted as sent for nothing. */
const isCarriedOut = sql<boolean>`exists (
  select 1 from proposal_revisions as sent join proposal_revisions as newest
    on newest.proposal_id = sent.proposal_id and newest.seal = sent.seal
  where sent.proposal_id = proposals.id and sent.revision = proposals.operation_revision
    and newest.revision = proposals.revision) and exists (
  select 1 from operations where operations.id = proposals.operation_id and operations.outcome = 'accepted')`;

export const undecided = { decided_by: null, decided_at: null, decided_words: null };

/**
 * What was sent for nothing is open again without the approval that completed it: whoever gives the next one sends it
 * once more. That of `id`, or one of all, so that no transaction tells of many; its id.
 */
export async function reopenSpent(
  context: StoreContext,
  trx: StoreTransaction,
  id: string | null,
): Promise<string[]> {
  const spent = await trx
    .selectFrom("proposals")
    .select(["id", "revision", "decided_by", "expires_at"])
    .$if(id !== null, (query) => query.where("id", "=", id ?? ""))
    .where("state", "=", "approved")
    .where(isSpent)
    .limit(1)
    .execute();
  const reopened: string[] = [];
  for (const { id: one, revision, decided_by, expires_at } of spent) {
    const columns = {
      state: "open" as const,
      reminded_at: null,
      expires_at: Math.max(expires_at, context.now().getTime() + reopenedForMs),
    };
    // Two that meet here: the second finds it open, and takes no approval away.
    const { numUpdatedRows } = await trx
      .updateTable("proposals")
      .set({ ...columns, ...undecided })
      .where("id", "=", one)
      .where("state", "=", "approved")
      .where(isSpent)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) continue;
    reopened.push(one);
    await trx
      .deleteFrom("proposal_approvals")
      .where("proposal_id", "=", one)
      .where("revision", "=", revision)
      .where("by", "=", decided_by ?? "")
      .execute();
    await recordProposal(context, trx, { event: "reopened", id: one, person: null });
  }
  return reopened;
}

/** ProposalTable.conclude */
export async function conclude(
  context: StoreContext,
  trx: StoreTransaction,
  operationId: string,
): Promise<Proposal | null> {
  const row = await trx
    .selectFrom("proposals")
    .select("id")
    .where("operation_id", "=", operationId)
    .executeTakeFirst();
  if (row === undefined) return null;
  await reopenSpent(context, trx, row.id);
  const { numUpdatedRows } = await trx
    .updateTable("proposals")
    .set({ state: "approved", decided_at: context.now().getTime() })
    .where("id", "=", row.id)
    .where("state", "in", ["open", "changes_requested"])
    .where(isCarriedOut)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n)
    await recordProposal(context, trx, { event: "carried_out", id: row.id, person: null });
  return readProposal(trx, row.id);
}
