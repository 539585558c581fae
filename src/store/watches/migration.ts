import type { Kysely } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createWatches(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("watches")
    .addColumn("name", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("known", "text", (column) => column.notNull())
    .addColumn("changed_at", timeType(engine), (column) => column.notNull())
    .execute();
}
