import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createProposals(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  const time = timeType(engine);
  await db.schema
    .createTable("proposals")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("template_id", text, (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("proposer", text, (column) => column.notNull())
    .addColumn("locale", text)
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("basis", "text")
    .addColumn("operation_id", text)
    .addColumn("operation_revision", "integer")
    .addColumn("decided_by", text)
    .addColumn("decided_at", time)
    .addColumn("decided_words", "text")
    .addColumn("created_at", time, (column) => column.notNull())
    .addColumn("expires_at", time, (column) => column.notNull())
    .addColumn("reminded_at", time)
    .addColumn("asked_at", time)
    .addCheckConstraint(
      "proposals_state",
      sql`state in ('open', 'changes_requested', 'approved', 'withdrawn', 'expired')`,
    )
    .addCheckConstraint("proposals_sent", sql`state <> 'approved' or operation_id is not null`)
    .execute();
  await sql`create index proposals_undecided on proposals (expires_at)
    where state in ('open', 'changes_requested')`.execute(db);
  await sql`create index proposals_newest on proposals (created_at, id)`.execute(db);
  await sql`create index proposals_of_template on proposals (template_id, created_at)`.execute(db);
  await sql`create index proposals_decided on proposals (state, decided_at)`.execute(db);
  // Not only an index: whatever happens, one update carries out one proposal.
  await sql`create unique index proposals_of_operation on proposals (operation_id)
    where operation_id is not null`.execute(db);
  await createProposalParts(db, engine);
}

async function createProposalParts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  const time = timeType(engine);
  await db.schema
    .createTable("proposal_revisions")
    .addColumn("proposal_id", text, (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("change", "text", (column) => column.notNull())
    .addColumn("seal", text, (column) => column.notNull())
    .addColumn("by", text, (column) => column.notNull())
    .addColumn("made_at", time, (column) => column.notNull())
    .addPrimaryKeyConstraint("proposal_revisions_key", ["proposal_id", "revision"])
    .execute();
  await db.schema
    .createTable("proposal_approvals")
    .addColumn("proposal_id", text, (column) => column.notNull())
    .addColumn("revision", "integer", (column) => column.notNull())
    .addColumn("by", text, (column) => column.notNull())
    .addColumn("approved_at", time, (column) => column.notNull())
    .addPrimaryKeyConstraint("proposal_approvals_key", ["proposal_id", "revision", "by"])
    .execute();
  await db.schema
    .createTable("proposal_notes")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("proposal_id", text, (column) => column.notNull())
    .addColumn("by", text, (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .addColumn("noted_at", time, (column) => column.notNull())
    .execute();
  await sql`create index notes_of_proposal on proposal_notes (proposal_id, noted_at, id)`.execute(db);
}
