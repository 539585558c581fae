import type { Kysely } from "kysely";
import type { Tables } from "../database/tables.ts";
import { readOperations } from "../operations/read.ts";
import { type ProposalRow, toProposal } from "./row.ts";
import type { Proposal, ProposalFilter } from "./types.ts";

/** Proposals whole, in the order of their rows. */
export async function toProposals(db: Kysely<Tables>, rows: readonly ProposalRow[]): Promise<Proposal[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const revisions = await db
    .selectFrom("proposal_revisions")
    .selectAll()
    .where("proposal_id", "in", ids)
    .orderBy("revision")
    .execute();
  const approvals = await db
    .selectFrom("proposal_approvals")
    .selectAll()
    .where("proposal_id", "in", ids)
    .orderBy("approved_at")
    .execute();
  const notes = await db
    .selectFrom("proposal_notes")
    .selectAll()
    .where("proposal_id", "in", ids)
    .orderBy("noted_at")
    .orderBy("id")
    .execute();
  const operationIds = rows.map(({ operation_id }) => operation_id).filter((id) => id !== null);
  const operations = await readOperations(db, operationIds);
  return rows.map((row) => {
    const isOwn = ({ proposal_id }: { proposal_id: string }) => proposal_id === row.id;
    return toProposal(row, {
      revisions: revisions.filter(isOwn),
      approvals: approvals.filter(isOwn),
      notes: notes.filter(isOwn),
      operation: operations.find(({ id }) => id === row.operation_id) ?? null,
    });
  });
}

export async function readProposal(db: Kysely<Tables>, id: string): Promise<Proposal | null> {
  const rows = await db.selectFrom("proposals").selectAll().where("id", "=", id).execute();
  return (await toProposals(db, rows))[0] ?? null;
}

/** ProposalTable.list */
export async function listProposals(db: Kysely<Tables>, filter: ProposalFilter): Promise<Proposal[]> {
  const { templateId, proposer, states, decidedSince, limit } = filter;
  let query = db.selectFrom("proposals").selectAll().orderBy("created_at", "desc").orderBy("id", "desc");
  if (templateId !== undefined) query = query.where("template_id", "=", templateId);
  if (proposer !== undefined) query = query.where("proposer", "=", proposer);
  if (states !== undefined) query = query.where("state", "in", states);
  if (decidedSince !== undefined) query = query.where("decided_at", ">=", decidedSince.getTime());
  return toProposals(db, await query.limit(limit).execute());
}
