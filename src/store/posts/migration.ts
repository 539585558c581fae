import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Tables } from "../database/tables.ts";

export async function createPosts(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  const time = timeType(engine);
  await db.schema
    .createTable("posts")
    .addColumn("id", time, (column) =>
      engine === "postgres"
        ? column.generatedAlwaysAsIdentity().primaryKey()
        : column.primaryKey().autoIncrement(),
    )
    .addColumn("operation_id", text)
    .addColumn("destination", text, (column) => column.notNull())
    .addColumn("destinations", "text", (column) => column.notNull())
    .addColumn("body", "text", (column) => column.notNull())
    .addColumn("author", text)
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("due_at", time, (column) => column.notNull())
    .addColumn("lease_owner", text, (column) => column.notNull())
    .addColumn("lease_until", time, (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("may_repeat", "integer", (column) => column.notNull())
    .addColumn("ts", text)
    .addColumn("error", "text")
    .addColumn("created_at", time, (column) => column.notNull())
    .addColumn("closed_at", time)
    .addCheckConstraint("posts_state", sql`state in ('queued', 'posting', 'posted', 'undeliverable')`)
    .addCheckConstraint("posts_closed", sql`(state in ('posted', 'undeliverable')) = (closed_at is not null)`)
    .execute();
  await sql`create index posts_waiting on posts (destination, id) where closed_at is null`.execute(db);
  // Not only an index: whatever two processes believe, one destination has one delivery under way.
  await sql`create unique index posts_one_at_a_time on posts (destination) where state = 'posting'`.execute(
    db,
  );
  await sql`create index posts_of_operation on posts (operation_id, id)`.execute(db);
  await sql`create index posts_closed_at on posts (closed_at) where closed_at is not null`.execute(db);
}

export async function createTold(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("told")
    .addColumn("key", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("told_at", timeType(engine), (column) => column.notNull())
    .execute();
}

/** What was told before this is kept for good: it is not known to be short-lived. */
export async function letToldExpire(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable("told")
    .addColumn("lasting", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await sql`create index told_for_a_while on told (told_at) where lasting = 0`.execute(db);
}

/**
 * Until then an operation's posts went to its usual place, its author and on-call, in this order. A conversation's id
 * is also what Slack's reply names; a person's is not, so what was posted to one can't be edited.
 */
export async function letPostsChange(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  await db.schema
    .alterTable("posts")
    .addColumn("kind", text, (column) => column.notNull().defaultTo("post"))
    .execute();
  await db.schema.alterTable("posts").addColumn("key", text).execute();
  await db.schema.alterTable("posts").addColumn("channel", text).execute();
  await sql`update posts set channel = destination
    where ts is not null and substr(destination, 1, 1) in ('C', 'G', 'D')`.execute(db);
  await sql`update posts set key = 'operation:' || operation_id || ':' || case
      when destinations = (select usual.destinations from posts as usual
        where usual.operation_id = posts.operation_id order by usual.id limit 1) then 'result'
      when destinations = '["' || author || '"]' then 'author'
      else 'on-call' end
    where operation_id is not null`.execute(db);
  await sql`create index posts_of_key on posts (key, id) where key is not null`.execute(db);
  await db.schema
    .createTable("paces")
    .addColumn("lane", text, (column) => column.primaryKey().notNull())
    .addColumn("free_at", timeType(engine), (column) => column.notNull())
    .execute();
}

export async function letPostsLink(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable("posts").addColumn("links_to", textType(engine)).execute();
  await db.schema
    .alterTable("posts")
    .addColumn("link_only", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`create index posts_linking on posts (links_to) where links_to is not null`.execute(db);
}
