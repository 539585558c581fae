import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createHomes(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("homes")
    .addColumn("person", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("opened_at", timeType(engine), (column) => column.notNull())
    .addColumn("is_awaited", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("is_on_call", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("wanted", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("shown", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("drawn_at", timeType(engine), (column) => column.notNull().defaultTo(0))
    .addColumn("due_at", timeType(engine), (column) => column.notNull().defaultTo(0))
    .addColumn("lease", textType(engine), (column) => column.notNull().defaultTo(""))
    .addColumn("lease_until", timeType(engine), (column) => column.notNull().defaultTo(0))
    .addColumn("hash", "text")
    .execute();
  await db.schema
    .createIndex("homes_marked")
    .on("homes")
    .columns(["is_awaited", "drawn_at"])
    .where(sql.ref("wanted"), ">", sql.ref("shown"))
    .execute();
  await db.schema
    .createTable("home_paces")
    .addColumn("lane", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("free_at", timeType(engine), (column) => column.notNull())
    .execute();
}
