import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createReceipts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  for (const column of ["receipt_holder", "receipt_sheet", "receipt_as", "receipt_words"]) {
    await db.schema.alterTable("operations").addColumn(column, text).execute();
  }
  await db.schema.alterTable("operations").addColumn("receipt_at", timeType(engine)).execute();
  await sql`create index operations_receipt_sheet on operations (receipt_sheet)
    where receipt_sheet is not null`.execute(db);
  await sql`create index operations_receipt_holder on operations (receipt_holder, closed_at)
    where receipt_holder is not null`.execute(db);
  await db.schema
    .createTable("receipt_stops")
    .addColumn("person", text, (column) => column.primaryKey().notNull())
    .addColumn("stopped_at", timeType(engine), (column) => column.notNull())
    .execute();
}
