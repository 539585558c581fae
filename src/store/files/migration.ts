import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createFiles(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  const time = timeType(engine);
  await db.schema
    .createTable("files")
    .addColumn("file_id", text, (column) => column.primaryKey().notNull())
    .addColumn("operation_id", text, (column) => column.notNull())
    .addColumn("author", text, (column) => column.notNull())
    .addColumn("uploaded_at", time, (column) => column.notNull())
    .addColumn("type", text, (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("size_bytes", "integer", (column) => column.notNull())
    .addColumn("width", "integer")
    .addColumn("height", "integer")
    .addColumn("sha256", text, (column) => column.notNull())
    .addColumn("vendor_a", "text")
    .addColumn("vendor_b", "text")
    .addColumn("link", "text")
    .addColumn("deleted_at", time)
    .addColumn("deleted_by", text)
    .execute();
  await sql`create index files_newest on files (uploaded_at, file_id) where deleted_at is null`.execute(db);
  await sql`create index files_same on files (sha256, type) where deleted_at is null`.execute(db);
  await sql`create index files_deleted on files (deleted_at) where deleted_at is not null`.execute(db);
  await db.schema
    .createTable("file_uses")
    .addColumn("file_id", text, (column) => column.notNull())
    .addColumn("operation_id", text, (column) => column.notNull())
    .addColumn("used_at", time, (column) => column.notNull())
    .addPrimaryKeyConstraint("file_uses_key", ["file_id", "operation_id"])
    .execute();
}
