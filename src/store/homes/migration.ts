import type { Kysely } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createHomes(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("homes")
    .addColumn("person", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("opened_at", timeType(engine), (column) => column.notNull())
    .execute();
}
