import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createSightings(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  const time = timeType(engine);
  await db.schema
    .createTable("sightings")
    .addColumn("id", time, (column) =>
      engine === "postgres"
        ? column.generatedAlwaysAsIdentity().primaryKey()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn("template_id", text, (column) => column.notNull())
    .addColumn("vendor", text, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("by", text, (column) => column.notNull())
    .addColumn("operation_id", text)
    .addColumn("seen_at", time, (column) => column.notNull())
    .addColumn("status", text)
    .addColumn("reason", "text")
    .addColumn("code", text)
    .addColumn("comments", "text")
    .addColumn("name", text)
    .addColumn("content", "text")
    .addCheckConstraint("sightings_kind", sql`kind in ('update', 'comment', 'report')`)
    .execute();
  await sql`create index sightings_of_template on sightings (template_id, vendor, id)`.execute(db);
  await sql`create index sightings_seen_at on sightings (seen_at)`.execute(db);
}

/** Which parts each row shows, by `shownParts`; found in the text, since a database may not take all of its JSON. */
export async function sumUpSightings(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable("sightings")
    .addColumn("shows", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  // Quotes inside a value are escaped, so that no value reads so.
  await sql`update sightings set shows = case when name is not null then 1 else 0 end
    + case when content not like '%"content":null%' then 2 else 0 end
    + case when content not like '%"buttons":null%' then 4 else 0 end
    + case when code is not null then 8 else 0 end
    + case when comments is not null then 16 else 0 end`.execute(db);
}
