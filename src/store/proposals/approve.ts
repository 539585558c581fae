import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { change, type Written } from "./decide.ts";
import type { ApprovalDecision, ApprovalGiven, Decision } from "./types.ts";

/** ProposalTable.approve */
export async function approve(
  context: StoreContext,
  trx: StoreTransaction,
  { judged, approvers, required, isOver, ...decision }: ApprovalGiven,
): Promise<Written> {
  const seen = { id: decision.id, states: ["open" as const], revision: decision.revision };
  // Nothing changes yet, but nobody else counts at the same time.
  if (!(await change(context, trx, { seen, columns: { state: "open" } }))) return "overtaken";
  const given = await readApprovals(trx, decision);
  if (isOver() || [...given].some((person) => !judged.includes(person))) return "overtaken";
  if (countOf(given, decision.by, approvers) >= required) return "complete";
  if (given.has(decision.by)) return "overtaken";
  await addApproval(context, trx, decision);
  return "written";
}

/** ProposalTable.complete */
export async function complete(
  context: StoreContext,
  trx: StoreTransaction,
  { approvers, required, operationId, ...decision }: ApprovalDecision & { operationId: string },
): Promise<boolean> {
  const { id, revision, by } = decision;
  const columns = {
    state: "approved" as const,
    operation_id: operationId,
    operation_revision: revision,
    decided_by: by,
    decided_at: context.now().getTime(),
    decided_words: null,
  };
  if (!(await change(context, trx, { seen: { id, states: ["open"], revision }, columns }))) return false;
  const given = await readApprovals(trx, decision);
  if (!given.has(by)) await addApproval(context, trx, decision);
  return countOf(given, by, approvers) >= required;
}

/** Counts those who may approve now: a right that was taken away takes its approval with it. */
function countOf(given: ReadonlySet<string>, by: string, approvers: readonly string[]): number {
  return [...new Set([...given, by])].filter((person) => approvers.includes(person)).length;
}

async function readApprovals(trx: StoreTransaction, { id, revision }: Decision): Promise<Set<string>> {
  const rows = await trx
    .selectFrom("proposal_approvals")
    .select("by")
    .where("proposal_id", "=", id)
    .where("revision", "=", revision)
    .execute();
  return new Set(rows.map(({ by }) => by));
}

async function addApproval(
  { now }: StoreContext,
  trx: StoreTransaction,
  { id, revision, by }: Decision,
): Promise<void> {
  const approved_at = now().getTime();
  await trx.insertInto("proposal_approvals").values({ proposal_id: id, revision, by, approved_at }).execute();
}
