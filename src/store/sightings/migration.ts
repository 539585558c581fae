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
    .addColumn("shows", "integer", (column) => column.notNull().defaultTo(0))
    .addCheckConstraint("sightings_kind", sql`kind in ('update', 'comment', 'report')`)
    .execute();
  await sql`create index sightings_of_template on sightings (template_id, vendor, id)`.execute(db);
  await sql`create index sightings_seen_at on sightings (seen_at)`.execute(db);
}
