import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createPosts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  const time = timeType(engine);
  await db.schema
    .createTable("posts")
    .addColumn("id", time, (column) =>
      engine === "postgres"
        ? column.generatedAlwaysAsIdentity().primaryKey()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn("operation_id", text)
    .addColumn("kind", text, (column) => column.notNull().defaultTo("post"))
    .addColumn("key", text)
    .addColumn("destination", text, (column) => column.notNull())
    .addColumn("destinations", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("author", text)
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("due_at", time, (column) => column.notNull())
    .addColumn("lease_owner", text, (column) => column.notNull())
    .addColumn("lease_until", time, (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("may_repeat", "integer", (column) => column.notNull())
    .addColumn("channel", text)
    .addColumn("ts", text)
    .addColumn("error", "text")
    .addColumn("links_to", text)
    .addColumn("link_only", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("created_at", time, (column) => column.notNull())
    .addColumn("closed_at", time)
    .addCheckConstraint("posts_state", sql`state in ('queued', 'posting', 'posted', 'undeliverable')`)
    .addCheckConstraint("posts_closed", sql`(state in ('posted', 'undeliverable')) = (closed_at is not null)`)
    .execute();
  for (const statement of postIndexes) await statement.execute(db);
}

const postIndexes = [
  sql`create index posts_waiting on posts (destination, id) where closed_at is null`,
  // Not only an index: whatever two processes believe, one destination has one delivery under way.
  sql`create unique index posts_one_at_a_time on posts (destination) where state = 'posting'`,
  sql`create index posts_of_operation on posts (operation_id, id)`,
  sql`create index posts_of_key on posts (key, id) where key is not null`,
  sql`create index posts_linking on posts (links_to) where links_to is not null`,
  sql`create index posts_closed_at on posts (closed_at) where closed_at is not null`,
];

export async function createPaces(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("paces")
    .addColumn("lane", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("free_at", timeType(engine), (column) => column.notNull())
    .execute();
}

export async function createTold(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("told")
    .addColumn("key", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("told_at", timeType(engine), (column) => column.notNull())
    .addColumn("lasting", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await sql`create index told_for_a_while on told (told_at) where lasting = 0`.execute(db);
}
