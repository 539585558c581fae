import type { Kysely } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createJobs(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("jobs")
    .addColumn("name", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("ran_at", timeType(engine), (column) => column.notNull())
    .addColumn("lease_owner", textType(engine), (column) => column.notNull())
    .addColumn("lease_until", timeType(engine), (column) => column.notNull())
    .execute();
}
