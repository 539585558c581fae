import { type Kysely, sql } from "kysely";
import { textType, timeType } from "../database/columns.ts";
import type { Engine, Migration, Tables } from "../database/tables.ts";

export async function createOperations(db: Kysely<Tables>, engine: Engine): Promise<void> {
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

export async function linkOperations(db: Kysely<Tables>, engine: Engine): Promise<void> {
  for (const column of ["follows", "followed_by"]) {
    await db.schema.alterTable("operations").addColumn(column, textType(engine)).execute();
  }
}

export function noteWhen(column: string): Migration {
  return async (db, engine) => {
    await db.schema.alterTable("operations").addColumn(column, timeType(engine)).execute();
  };
}

/** By when the repeat left; where that is gone from the store, when this ended at the earliest. */
export async function noteSendingAgain(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await noteWhen("sent_again_at")(db, engine);
  await sql`
    update operations set sent_again_at = case
      when exists (select 1 from operations as again where again.id = operations.repeated_by)
      then (select again.started_at from operations as again where again.id = operations.repeated_by)
      else closed_at end
    where repeated_by is not null`.execute(db);
}

export async function letResultsChange(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable("operations").addColumn("locale", textType(engine)).execute();
  await sql`create index operations_repeated on operations (repeated_by) where repeated_by is not null`.execute(
    db,
  );
}

export async function listUnknowns(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable("operations").addColumn("listing", textType(engine)).execute();
  await db.schema.alterTable("operations").addColumn("listing_only", "integer").execute();
  await sql`create index operations_listing on operations (listing) where listing is not null`.execute(db);
}

export async function letActsBringSeveral(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await db.schema.alterTable("operations").addColumn("batch", textType(engine)).execute();
  await sql`create index operations_batch on operations (batch) where batch is not null`.execute(db);
}

/** Among the acts that one form had, at most one of the same content is open or may have had an effect. */
export async function tieActsOfAForm(db: Kysely<Tables>, engine: Engine): Promise<void> {
  for (const column of ["first_act", "content"]) {
    await db.schema.alterTable("operations").addColumn(column, textType(engine)).execute();
  }
  // A form of the version before knows its act alone; none lies open for longer than a day.
  await sql`
    update operations set first_act = id
    where follows is null and (batch is null or batch = id) and created_at > ${Date.now() - 2 * 86_400_000}`.execute(
    db,
  );
  await sql`
    create unique index operations_form on operations (first_act, author, content)
    where first_act is not null and (outcome is null or outcome in ('accepted', 'unknown'))`.execute(db);
}

/** Marks all that repeats what happened, and what repeats that in turn. */
export async function noteNeedlessRepeats(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable("operations").addColumn("needless", "integer").execute();
  await sql`create index operations_repeats on operations (repeats) where repeats is not null`.execute(db);
  await sql`
    with recursive needs_no_repeat (id) as (
      select id from operations
      where outcome = 'accepted' or (outcome = 'unknown' and settled_as = 'arrived')
      union select later.id from operations as later join needs_no_repeat on later.repeats = needs_no_repeat.id)
    update operations set needless = 1 where repeats in (select id from needs_no_repeat)`.execute(db);
}
