import { type Kysely, sql } from "kysely";
import { textType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function letPostsLink(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable("posts").addColumn("links_to", textType(engine)).execute();
  await db.schema
    .alterTable("posts")
    .addColumn("link_only", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index posts_linking on posts (links_to) where links_to is not null`.execute(db);
}
