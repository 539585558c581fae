import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createPosts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  const time = timeType(engine);
  await withId(db, engine, "posts")
    .addColumn("subject", text, (column) => column.notNull())
    .addColumn("place", text, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("destinations", "text", (column) => column.notNull())
    .addColumn("destination", text, (column) => column.notNull())
    .addColumn("facts", "text")
    .addColumn("links_to", text)
    .addColumn("kept", "integer", (column) => column.notNull())
    .addColumn("wanted", "integer", (column) => column.notNull())
    .addColumn("shown", "integer", (column) => column.notNull())
    .addColumn("since", time)
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("may_repeat", "integer", (column) => column.notNull())
    .addColumn("channel", text)
    .addColumn("ts", text)
    .addColumn("error", "text")
    .addColumn("undrawn", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("changed_at", time, (column) => column.notNull())
    .addUniqueConstraint("posts_of_subject", ["subject", "place"])
    .execute();
  await withId(db, engine, "post_lines")
    .addColumn("post_id", time, (column) => column.notNull())
    .addColumn("event", "text", (column) => column.notNull())
    .addColumn("may_repeat", "integer", (column) => column.notNull())
    .addColumn("undrawn", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable("lanes")
    .addColumn("destination", text, (column) => column.primaryKey().notNull())
    .addColumn("due_at", time)
    .addColumn("free_at", time, (column) => column.notNull())
    .addColumn("claim", text)
    .addColumn("post_id", time)
    .addColumn("line_id", time)
    .execute();
  for (const statement of postIndexes) await statement.execute(db);
}

function withId(db: Kysely<Tables>, engine: Engine, name: string) {
  return db.schema
    .createTable(name)
    .addColumn("id", timeType(engine), (column) =>
      engine === "postgres"
        ? column.generatedAlwaysAsIdentity().primaryKey()
        : column.primaryKey().autoIncrement(),
    );
}

const postIndexes = [
  sql`create index posts_waiting on posts (destination, since, id) where since is not null`,
  sql`create index posts_linking on posts (links_to) where links_to is not null`,
  sql`create index posts_changed_at on posts (changed_at) where since is null`,
  sql`create index posts_undrawn on posts (undrawn) where undrawn = 1`,
  sql`create index post_lines_of on post_lines (post_id, id)`,
  sql`create index lanes_due on lanes (due_at) where due_at is not null`,
];

export async function createPaces(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("paces")
    .addColumn("lane", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("free_at", timeType(engine), (column) => column.notNull())
    .execute();
}
