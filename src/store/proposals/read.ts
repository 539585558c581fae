import type { Kysely } from "kysely";
import { z } from "zod";
import type { Tables } from "../database/tables.ts";
import { toDate, toJson } from "../database/values.ts";
import { readOperations } from "../operations/read.ts";
import type { Operation } from "../operations/types.ts";
import { toBasis } from "../sightings/content.ts";
import type { ApprovalRow, ProposalRow, RevisionRow } from "./table.ts";
import type { Proposal, ProposalFilter } from "./types.ts";

const text = z.string().optional();
const Change = z.object({
  name: text,
  content: text,
  buttons: z
    .array(
      z.object({
        buttonType: z.string(),
        buttonName: z.string(),
        linkMo: text,
        linkPc: text,
        linkAnd: text,
        linkIos: text,
      }),
    )
    .optional(),
});
/** The body of the update: what is left out stays as it is. */
export type ProposedChange = z.infer<typeof Change>;

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
  const operationIds = rows.map(({ operation_id }) => operation_id).filter((id) => id !== null);
  const operations = await readOperations(db, operationIds);
  return rows.map((row) => {
    const isOwn = ({ proposal_id }: { proposal_id: string }) => proposal_id === row.id;
    return toProposal(row, {
      revisions: revisions.filter(isOwn),
      approvals: approvals.filter(isOwn),
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
  const { templateId, proposer, states, limit } = filter;
  let query = db.selectFrom("proposals").selectAll().orderBy("created_at", "desc").orderBy("id", "desc");
  if (templateId !== undefined) query = query.where("template_id", "=", templateId);
  if (proposer !== undefined) query = query.where("proposer", "=", proposer);
  if (states !== undefined) query = query.where("state", "in", states);
  return toProposals(db, await query.limit(limit).execute());
}

/** ProposalTable.listShowing */
export async function listShowing(templateIds: readonly string[], db: Kysely<Tables>): Promise<string[]> {
  const rows = await db
    .selectFrom("proposals")
    .select("id")
    .where("template_id", "in", templateIds)
    .where("state", "in", ["open", "changes_requested", "approved"])
    .execute();
  return rows.map(({ id }) => id);
}

type Parts = {
  revisions: RevisionRow[];
  approvals: ApprovalRow[];
  operation: Operation | null;
};

function toProposal(row: ProposalRow, parts: Parts): Proposal {
  const revisions = parts.revisions.map(toRevision);
  const newest = revisions.at(-1);
  if (newest === undefined) throw new Error(`proposal ${row.id} has no revision`);
  return {
    id: row.id,
    templateId: row.template_id,
    revision: row.revision,
    change: newest.change,
    seal: newest.seal,
    reason: newest.reason,
    proposer: row.proposer,
    locale: row.locale,
    revisions,
    approvals: parts.approvals
      .filter(({ revision }) => revision === row.revision)
      .map(({ by, approved_at }) => ({ by, at: new Date(approved_at) })),
    state: row.state,
    decision: toDecision(row),
    basis: toBasis(row.basis),
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    remindedAt: toDate(row.reminded_at),
    operation: parts.operation,
  };
}

function toRevision({
  revision,
  change,
  seal,
  reason,
  by,
  made_at,
}: RevisionRow): Proposal["revisions"][number] {
  return { revision, change: Change.parse(toJson(change)), seal, reason, by, at: new Date(made_at) };
}

function toDecision({ decided_by, decided_at, decided_words }: ProposalRow): Proposal["decision"] {
  return decided_at === null ? null : { by: decided_by, at: new Date(decided_at), words: decided_words };
}
