import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createReceipts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  await db.schema
    .createTable("receipts")
    .addColumn("operation_id", text, (column) => column.primaryKey().notNull())
    .addColumn("holder", text, (column) => column.notNull())
    .addColumn("sheet", text, (column) => column.notNull())
    .addColumn("asked_at", timeType(engine), (column) => column.notNull())
    .addColumn("received_as", text)
    .addColumn("received_at", timeType(engine))
    .addColumn("words", text)
    .execute();
  await sql`create index receipts_of_sheet on receipts (sheet)`.execute(db);
  await sql`create index receipts_of_holder on receipts (holder, asked_at)`.execute(db);
  await db.schema
    .createTable("receipt_stops")
    .addColumn("person", text, (column) => column.primaryKey().notNull())
    .addColumn("stopped_at", timeType(engine), (column) => column.notNull())
    .execute();
}
