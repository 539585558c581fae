import { type Kysely, sql } from "kysely";
import { createHomes } from "../homes/migration.ts";
import { letPostsLink } from "../posts/migration.ts";
import { createProposals } from "../proposals/migration.ts";
import { createReceipts } from "../receipts/migration.ts";
import { createSightings } from "../sightings/migration.ts";
import { createWatches } from "../watches/migration.ts";
import { textType, timeType } from "./columns.ts";
import type { Connection, Engine, Tables } from "./tables.ts";

/** Any number that no other user of the same database locks. */
const migrationLock = 7_240_118;

type Migration = (db: Kysely<Tables>, engine: Engine) => Promise<void>;

/** In order, each applied once; never edit one that was released, add the next. */
const migrations: Migration[] = [
  createOperations,
  createPosts,
  createDrafts,
  createTold,
  letToldExpire,
  createJobs,
  linkOperations,
  letPostsChange,
  noteWhen("told_again_at"),
  letResultsChange,
  listUnknowns,
  createWatches,
  createFiles,
  noteWhen("acknowledged_at"),
  createSightings,
  createProposals,
  letPostsLink,
  createHomes,
  createReceipts,
  letActsBringSeveral,
];

/** What `migrate` leads to. */
export const newestVersion = migrations.length;

/** The version that the database is at; 0 when it has no tables yet. Writes nothing. */
export async function readVersion({ db, engine }: Pick<Connection, "db" | "engine">): Promise<number> {
  const found =
    engine === "postgres"
      ? sql`select 1 where to_regclass('migrations') is not null`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`;
  if ((await found.execute(db)).rows.length === 0) return 0;
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from migrations`.execute(db);
  return rows[0]?.version ?? 0;
}

/**
 * Brings the database up to date, all in one transaction.
 * @throws when a newer version of the bot has been here: its tables may mean something else.
 */
export async function migrate({ db, engine }: Connection): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (engine === "postgres") await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(trx);
    await sql`create table if not exists migrations (version integer primary key)`.execute(trx);
    const version = await readVersion({ db: trx, engine });
    if (version > newestVersion) {
      throw new Error(`the store is at version ${version}, this bot knows ${newestVersion}: update the bot`);
    }
    for (const [index, apply] of migrations.entries()) {
      if (index < version) continue;
      await apply(trx, engine);
      await sql`insert into migrations (version) values (${index + 1})`.execute(trx);
    }
  });
}

async function createOperations(db: Kysely<Tables>, engine: Engine): Promise<void> {
  const text = textType(engine);
  const time = timeType(engine);
  await db.schema
    .createTable("operations")
    .addColumn("id", text, (column) => column.primaryKey().notNull())
    .addColumn("kind", text, (column) => column.notNull())
    .addColumn("author", text, (column) => column.notNull())
    .addColumn("conversation", text)
    .addColumn("request", "text", (column) => column.notNull())
    .addColumn("state", text, (column) => column.notNull())
    .addColumn("outcome", text)
    .addColumn("result", "text")
    .addColumn("message_id", text)
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("repeats", text)
    .addColumn("repeated_by", text)
    .addColumn("reason", "text")
    .addColumn("quota_day", text)
    .addColumn("lease_owner", text, (column) => column.notNull())
    .addColumn("lease_until", time, (column) => column.notNull())
    .addColumn("created_at", time, (column) => column.notNull())
    .addColumn("started_at", time)
    .addColumn("started_by", text)
    .addColumn("closed_at", time)
    .addColumn("corrected_at", time)
    .addColumn("settled_by", text)
    .addColumn("settled_as", text)
    .addColumn("settled_at", time)
    .addCheckConstraint("operations_state", sql`state in ('stored', 'started', 'closed')`)
    .addCheckConstraint("operations_closed", sql`(state = 'closed') = (closed_at is not null)`)
    .addCheckConstraint("operations_outcome", sql`(outcome is not null) = (closed_at is not null)`)
    .execute();
  // The abandoned are found among the open; the closed, which are nearly all, are not in that index.
  await sql`create index operations_open on operations (lease_until, id) where closed_at is null`.execute(db);
  await sql`create index operations_closed_at on operations (closed_at) where closed_at is not null`.execute(
    db,
  );
  await sql`create index operations_message on operations (message_id, created_at) where message_id is not null`.execute(
    db,
  );
  await sql`create index operations_newest on operations (created_at, id)`.execute(db);
  await sql`create index operations_by_author on operations (author, created_at, id)`.execute(db);
  await sql`create index operations_by_outcome on operations (outcome, created_at, id)`.execute(db);
  await sql`create index operations_by_author_outcome on operations (author, outcome, created_at, id)`.execute(
    db,
  );
  await db.schema
    .createTable("quotas")
    .addColumn("person", text, (column) => column.notNull())
    .addColumn("day", text, (column) => column.notNull())
    .addColumn("used", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("quotas_key", ["person", "day"])
    .addCheckConstraint("quotas_used", sql`used >= 0`)
    .execute();
}

async function createPosts(db: Kysely<Tables>, engine: Engine): Promise<void> {
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

async function createDrafts(db: Kysely<Tables>, engine: Engine): Promise<void> {
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

async function createTold(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("told")
    .addColumn("key", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("told_at", timeType(engine), (column) => column.notNull())
    .execute();
}

/** What was told before this is kept for good: it is not known to be short-lived. */
async function letToldExpire(db: Kysely<Tables>): Promise<void> {
  await db.schema
    .alterTable("told")
    .addColumn("lasting", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await sql`create index told_for_a_while on told (told_at) where lasting = 0`.execute(db);
}

async function createJobs(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("jobs")
    .addColumn("name", textType(engine), (column) => column.primaryKey().notNull())
    .addColumn("ran_at", timeType(engine), (column) => column.notNull())
    .addColumn("lease_owner", textType(engine), (column) => column.notNull())
    .addColumn("lease_until", timeType(engine), (column) => column.notNull())
    .execute();
}

async function linkOperations(db: Kysely<Tables>, engine: Engine): Promise<void> {
  for (const column of ["follows", "followed_by"]) {
    await db.schema.alterTable("operations").addColumn(column, textType(engine)).execute();
  }
}

/**
 * Until then an operation's posts went to its usual place, its author and on-call, in this order. A conversation's id
 * is also what Slack's reply names; a person's is not, so what was posted to one can't be edited.
 */
async function letPostsChange(db: Kysely<Tables>, engine: Engine): Promise<void> {
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

function noteWhen(column: string): Migration {
  return async (db, engine) => {
    await db.schema.alterTable("operations").addColumn(column, timeType(engine)).execute();
  };
}

async function letResultsChange(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable("operations").addColumn("locale", textType(engine)).execute();
  await sql`create index operations_repeated on operations (repeated_by) where repeated_by is not null`.execute(
    db,
  );
}

async function listUnknowns(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable("operations").addColumn("listing", textType(engine)).execute();
  await db.schema.alterTable("operations").addColumn("listing_only", "integer").execute();
  await sql`create index operations_listing on operations (listing) where listing is not null`.execute(db);
}

async function letActsBringSeveral(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable("operations").addColumn("batch", textType(engine)).execute();
  await sql`create index operations_batch on operations (batch) where batch is not null`.execute(db);
}

async function createFiles(db: Kysely<Tables>, engine: Engine): Promise<void> {
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
