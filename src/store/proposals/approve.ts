import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { change } from "./decide.ts";
import { reopenSpent } from "./reopen.ts";
import type { ApprovalGiven, Decision, Weight } from "./types.ts";

/** ProposalTable.approve */
export async function approve(
  context: StoreContext,
  trx: StoreTransaction,
  { former, required, operationId, ...decision }: ApprovalGiven,
): Promise<Weight> {
  const { id, revision, by } = decision;
  await reopenSpent(context, trx, id);
  const seen = { id, states: ["open" as const], revision };
  // From here on nobody else counts.
  if (!(await change(context, trx, { seen, columns: { state: "open" } }))) return "none";
  const given = await readApprovals(trx, decision);
  const counting = new Set([...given].filter((person) => !former.includes(person))).add(by);
  const isLast = counting.size >= required;
  if (given.has(by) && !isLast) return "none";
  const at = context.now().getTime();
  if (!given.has(by)) await addApproval(trx, decision, at);
  if (!isLast) return "counted";
  const columns = {
    state: "approved" as const,
    operation_id: operationId,
    operation_revision: revision,
    decided_by: by,
    decided_at: at,
    decided_words: null,
  };
  await change(context, trx, { seen, columns });
  return "last";
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
  trx: StoreTransaction,
  { id, revision, by }: Decision,
  approved_at: number,
): Promise<void> {
  await trx.insertInto("proposal_approvals").values({ proposal_id: id, revision, by, approved_at }).execute();
}
