import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { toText } from "../database/values.ts";
import { change, type Written } from "./decide.ts";
import { readProposal } from "./read.ts";
import { recordProposal } from "./record.ts";
import { undecided } from "./reopen.ts";
import type { EditDecision, NewProposal } from "./types.ts";

/** ProposalTable.add: false when that form has made one before. */
export async function insertProposal(
  { now }: StoreContext,
  trx: StoreTransaction,
  proposal: NewProposal,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("proposals")
    .values({
      id: proposal.id,
      template_id: toText(proposal.templateId),
      revision: 1,
      state: "open",
      proposer: proposal.proposer,
      locale: proposal.locale,
      basis: toStored(proposal.basis),
      created_at: now().getTime(),
      expires_at: proposal.expiresAt.getTime(),
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await insertRevision(trx, now, { ...proposal, revision: 1, by: proposal.proposer });
  return true;
}

/** ProposalTable.edit */
export async function edit(
  context: StoreContext,
  trx: StoreTransaction,
  decision: EditDecision,
): Promise<Written> {
  const { id, revision, by, seal, reason } = decision;
  const before = await readProposal(trx, id);
  if (before === null) return "overtaken";
  const isSame = before.seal === seal;
  const isAgain = before.revision === revision + 1 && before.revisions.at(-1)?.by === by;
  const isUnchanged = before.revision === revision && before.state === "open";
  if (isSame && before.reason === toText(reason) && (isAgain || isUnchanged)) return "same";
  const seen = { id, states: ["open" as const, "changes_requested" as const], revision };
  const columns = {
    state: "open" as const,
    revision: revision + 1,
    ...undecided,
    ...(isSame ? {} : toNewContent(decision)),
  };
  if (!(await change(context, trx, { seen, columns }))) return "overtaken";
  await insertRevision(trx, context.now, { ...decision, revision: revision + 1 });
  // Whoever wrote any of it, its reason too, is an author of it, and approves it no more.
  if (isSame) await keepApprovals(trx, decision);
  await recordProposal(context, trx, { event: "edited", id, person: by });
  return "written";
}

async function keepApprovals(trx: StoreTransaction, { id, revision, by }: EditDecision): Promise<void> {
  await trx
    .insertInto("proposal_approvals")
    .columns(["proposal_id", "revision", "by", "approved_at"])
    .expression((query) =>
      query
        .selectFrom("proposal_approvals")
        .select(["proposal_id", sql<number>`revision + 1`.as("revision"), "by", "approved_at"])
        .where("proposal_id", "=", id)
        .where("revision", "=", revision)
        .where("by", "<>", by),
    )
    .execute();
}

function toNewContent({ basis, expiresAt }: EditDecision) {
  return {
    basis: toStored(basis),
    expires_at: expiresAt.getTime(),
    reminded_at: null,
  };
}

async function insertRevision(
  trx: StoreTransaction,
  now: () => Date,
  {
    id,
    revision,
    change: changed,
    seal,
    reason,
    by,
  }: Pick<EditDecision, "id" | "revision" | "change" | "seal" | "reason" | "by">,
): Promise<void> {
  await trx
    .insertInto("proposal_revisions")
    .values({
      proposal_id: id,
      revision,
      change: JSON.stringify(changed),
      seal,
      reason: toText(reason),
      by,
      made_at: now().getTime(),
    })
    .execute();
}

function toStored(basis: NewProposal["basis"]): string | null {
  return basis === null ? null : JSON.stringify(basis);
}
