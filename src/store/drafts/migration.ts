import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createDrafts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  await db.schema
    .createTable("drafts")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("author", text, (column) => column.notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("expires_at", timeType(engine), (column) => column.notNull())
    .execute();
  await sql`create index drafts_expiry on drafts (expires_at)`.execute(db);
}
