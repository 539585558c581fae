import { type Kysely, type RawBuilder, sql } from "kysely";
import { type AuditEvent, type AuditRow, insertEntries, subjectOf, toEntry } from "../audit/record.ts";
import type { Aftermath, StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import type { Telling } from "../posts/table.ts";
import { type Told, tellInTurn, toParts, toToldPosts } from "../posts/tell.ts";
import type { OperationRow, Outcome } from "./table.ts";

/** What has become of an operation. `person`: whose word it is, or whose operation. */
type Change = { event: AuditEvent; row: OperationRow; person: string; telling: Telling };

type Written = Told & { entries: AuditRow[] };

/**
 * All that commits with an operation's own update: its audit entry, the quota that it gives back, its posts. One statement on
 * PostgreSQL.
 */
export async function writeRest(context: StoreContext, trx: StoreTransaction, change: Change): Promise<void> {
  const aftermath = context.aftermaths.get(trx);
  if (context.connection.engine === "postgres") {
    const { recorded, told } = await writeInOne(context, trx, change);
    aftermath?.recorded.push(...recorded);
    aftermath?.told.push(...told);
    return;
  }
  const entries = await entryOf(context, change).execute(trx);
  aftermath?.recorded.push(...entries.rows.map(toEntry));
  await quotaReturned(trx, change)?.execute();
  const parts = toParts(context, change.telling);
  if (parts !== null) await tellInTurn(context, trx, parts);
}

/** The same with the operation's own update as a part. @throws 22012 where that changes nothing: then nothing is written */
export async function writeInOne(
  context: StoreContext,
  db: Kysely<Tables>,
  change: Change,
  update?: RawBuilder<unknown>,
): Promise<Pick<Aftermath, "recorded" | "told">> {
  const quota = quotaReturned(db, change);
  const told = toParts(context, change.telling);
  const parts = [
    ...(update === undefined ? [] : [sql`changed as (${update})`]),
    sql`entered as (${entryOf(context, change)})`,
    ...(quota === null ? [] : [sql`returned as (${quota.returning("used")})`]),
    ...(told === null ? [] : [told.written]),
  ];
  const columns = [
    sql`(select jsonb_agg(entered) from entered) as entries`,
    ...(update === undefined ? [] : [sql`1 / (select count(*)::int from changed) as is_changed`]),
    ...(told === null ? [] : [told.told]),
  ];
  const { rows } = await sql<Written>`with ${sql.join(parts)} select ${sql.join(columns)}`.execute(db);
  return {
    recorded: rows.flatMap(({ entries }) => entries.map(toEntry)),
    told: rows.flatMap(toToldPosts),
  };
}

function entryOf(context: StoreContext, { event, row, person }: Change): RawBuilder<AuditRow> {
  const outcome = event === "settled" ? row.settled_as : row.outcome;
  return insertEntries(context, [{ event, person, subject: subjectOf.operation(row.id), outcome }]);
}

/**
 * Every operation with a quota day is counted until it is refused or not sent, and nothing leads on from there: so this
 * happens once without remembering that it did.
 */
function quotaReturned(db: Kysely<Tables>, { event, row }: Change) {
  const isEnd = event === "ended" || event === "corrected";
  if (!isEnd || row.quota_day === null || !hadNoEffect(row.outcome)) return null;
  return db
    .updateTable("quotas")
    .set((quota) => ({ used: quota("used", "-", 1) }))
    .where("person", "=", row.author)
    .where("day", "=", row.quota_day)
    .where("kind", "=", row.kind)
    .where("used", ">", 0);
}

/** Certainly, which nobody knows of what has no outcome yet. */
export function hadNoEffect(outcome: Outcome | null | undefined): boolean {
  return outcome === "refused" || outcome === "not_sent";
}
