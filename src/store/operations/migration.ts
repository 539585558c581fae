import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createOperations(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  const time = timeType(engine);
  await db.schema
    .createTable("operations")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("author", text, (column) => column.notNull())
    .addColumn("conversation", text)
    .addColumn("locale", text)
    .addColumn("request", "text", (column) => column.notNull())
    .addColumn("about", "text")
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("outcome", text)
    .addColumn("result", "text")
    .addColumn("message_id", text)
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("act", text, (column) => column.notNull())
    .addColumn("step", "integer", (column) => column.notNull())
    .addColumn("root", text, (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("quota_day", text)
    .addColumn("delivery", text)
    .addColumn("lease_owner", text, (column) => column.notNull())
    .addColumn("lease_until", time, (column) => column.notNull())
    .addColumn("created_at", time, (column) => column.notNull())
    .addColumn("acknowledged_at", time)
    .addColumn("started_at", time)
    .addColumn("started_by", text)
    .addColumn("closed_at", time)
    .addColumn("ended_at", time)
    .addColumn("corrected_at", time)
    .addColumn("settled_by", text)
    .addColumn("settled_as", text)
    .addColumn("settled_at", time)
    .addColumn("waits", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("listing", text)
    .addCheckConstraint("operations_state", sql`state in ('stored', 'started', 'closed')`)
    .addCheckConstraint("operations_closed", sql`(state = 'closed') = (closed_at is not null)`)
    .addCheckConstraint("operations_outcome", sql`(outcome is not null) = (closed_at is not null)`)
    .execute();
  for (const statement of operationIndexes) await statement.execute(db);
}

const operationIndexes = [
  // The abandoned are found among the open; the closed, which are nearly all, are not in that index.
  sql`create index operations_open on operations (lease_until, id) where closed_at is null`,
  sql`create index operations_closed_at on operations (closed_at) where closed_at is not null`,
  sql`create index operations_message on operations (message_id, created_at) where message_id is not null`,
  sql`create index operations_newest on operations (created_at, id)`,
  sql`create index operations_by_author on operations (author, created_at, id)`,
  sql`create index operations_by_outcome on operations (outcome, created_at, id)`,
  sql`create index operations_by_author_outcome on operations (author, outcome, created_at, id)`,
  sql`create index operations_of_act on operations (act)`,
  sql`create index operations_of_root on operations (root)`,
  // Of all tries of the same effect at most one is open.
  sql`create unique index operations_open_try on operations (root) where closed_at is null`,
  sql`create index operations_listing on operations (listing) where listing is not null`,
];

export async function createQuotas(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  await db.schema
    .createTable("quotas")
    .addColumn("person", text, (column) => column.notNull())
    .addColumn("day", text, (column) => column.notNull())
    .addColumn("used", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("quotas_key", ["person", "day"])
    .addCheckConstraint("quotas_used", sql`used >= 0`)
    .execute();
}

export async function createListings(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  await db.schema
    .createTable("listings")
    .addColumn("kind", text, (column) => column.primaryKey().notNull())
    .addColumn("id", text, (column) => column.notNull())
    .addColumn("newest_at", timeType(engine), (column) => column.notNull())
    .addColumn("open", "integer", (column) => column.notNull())
    .execute();
}
