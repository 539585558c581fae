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
      reason: toText(proposal.reason),
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
  const { id, revision, by, seal } = decision;
  const before = await readProposal(trx, id);
  if (before === null) return "overtaken";
  const isSame = before.seal === seal;
  const isAgain = before.revision === revision + 1 && before.revisions.at(-1)?.by === by;
  if (isSame && isAgain && before.reason === toText(decision.reason)) return "same";
  const seen = { id, states: ["open" as const, "changes_requested" as const], revision };
  const columns = {
    state: "open" as const,
    reason: toText(decision.reason),
    ...undecided,
    ...(isSame ? {} : toNewRevision(decision)),
  };
  if (!(await change(context, trx, { seen, columns }))) return "overtaken";
  if (!isSame) await insertRevision(trx, context.now, { ...decision, revision: revision + 1 });
  await recordProposal(context, trx, { event: "edited", id, person: by });
  return "written";
}

function toNewRevision({ revision, basis, expiresAt }: EditDecision) {
  return {
    revision: revision + 1,
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
    by,
  }: Pick<EditDecision, "id" | "revision" | "change" | "seal" | "by">,
): Promise<void> {
  await trx
    .insertInto("proposal_revisions")
    .values({
      proposal_id: id,
      revision,
      change: JSON.stringify(changed),
      seal,
      by,
      made_at: now().getTime(),
    })
    .execute();
}

function toStored(basis: NewProposal["basis"]): string | null {
  return basis === null ? null : JSON.stringify(basis);
}
