import { type OnConflictBuilder, type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { leaseEnd } from "../database/values.ts";
import { longestDelayMs } from "../pace.ts";
import type { LaneRow } from "./table.ts";

/** What waits for another instance, which alone can draw it, is looked at again. */
const strangersLookMs = 15_000;

/** In the conversation of the row in `lanes`. */
export const somethingWaits = sql<boolean>`exists (
  select 1 from posts where posts.destination = lanes.destination and posts.since is not null)`;

/** A claim of one conversation; of a post, or of a line of it. */
type Taking = { destination: string; postId: number; lineId: number | null };

/** By their conversations: posts that may be claimed where nothing waits and nothing is under way. */
export type Firsts = { claim: string; ids: ReadonlyMap<string, number> };

/**
 * There may be something for these conversations. On PostgreSQL the row is held until the commit even where it is not
 * changed: whoever claims the conversation then sees all that was told there, or passes it by. Returns those that are
 * claimed now.
 */
export async function wake(
  context: StoreContext,
  trx: StoreTransaction,
  named: readonly string[],
  { claim, ids }: Firsts = { claim: "", ids: new Map() },
): Promise<string[]> {
  const { leaseNow } = context;
  const destinations = [...new Set(named)].filter(Boolean).toSorted();
  if (destinations.length === 0) return [];
  const woken = await trx
    .insertInto("lanes")
    .values(
      destinations.map((destination) => ({
        ...{ destination, post_id: ids.get(destination) ?? null, free_at: leaseNow() },
        ...(ids.has(destination)
          ? { claim, due_at: leaseEnd(context) }
          : { claim: null, due_at: leaseNow() }),
      })),
    )
    .onConflict(unlessAwake)
    .returning(["destination", "claim"])
    .execute();
  return woken.flatMap((lane) => (lane.claim === null ? [] : [lane.destination]));
}

/** At `drawAgain`. */
export async function wakeAll({ leaseNow }: StoreContext, trx: StoreTransaction): Promise<void> {
  await trx
    .insertInto("lanes")
    .columns(["destination", "due_at", "free_at"])
    .expression((row) =>
      row
        .selectFrom("posts")
        .select(["destination", leaseNow().as("due_at"), leaseNow().as("free_at")])
        .distinct()
        .where("since", "is not", null)
        .orderBy("destination"),
    )
    .onConflict(unlessAwake)
    .execute();
}

function unlessAwake(conflict: OnConflictBuilder<Tables, "lanes">) {
  const dueAt = sql<number>`case when lanes.free_at > excluded.free_at then lanes.free_at else excluded.free_at end`;
  const isFirst = sql`excluded.claim is not null and lanes.due_at is null and lanes.free_at <= excluded.free_at`;
  return conflict
    .column("destination")
    .doUpdateSet({
      claim: sql`case when ${isFirst} then excluded.claim end`,
      post_id: sql`case when ${isFirst} then excluded.post_id end`,
      due_at: sql`case when ${isFirst} then excluded.due_at else ${dueAt} end`,
    })
    .where("lanes.claim", "is", null)
    .where(sql<boolean>`(lanes.due_at is null or lanes.due_at > ${dueAt})`);
}

/** Those that lie too far ahead were put off before the clock was set back, and are due as well: behind all others. */
export async function lockDue(
  context: StoreContext,
  trx: StoreTransaction,
  limit: number,
): Promise<LaneRow[]> {
  const isLocked = context.connection.engine === "postgres";
  const lock = (isDue: RawBuilder<boolean>) =>
    trx
      .selectFrom("lanes")
      .selectAll()
      .where(isDue)
      .orderBy("due_at")
      .limit(limit)
      .$if(isLocked, (due) => due.forUpdate().skipLocked())
      .execute();
  const due = await lock(sql`due_at <= ${context.leaseNow()}`);
  return due.length > 0 ? due : await lock(sql`due_at > ${latest(context)}`);
}

function latest({ leaseNow, leaseMs }: StoreContext): RawBuilder<number> {
  return sql`${leaseNow()} + ${sql.lit(Math.max(longestDelayMs, leaseMs) + 1000)}`;
}

export async function take(
  context: StoreContext,
  trx: StoreTransaction,
  { takings, claim }: { takings: readonly Taking[]; claim: string },
): Promise<void> {
  if (takings.length === 0) return;
  const values = takings.map(
    ({ destination, postId, lineId }) =>
      sql`(${destination}, cast(${postId} as bigint), cast(${lineId} as bigint))`,
  );
  await sql`
    update lanes set claim = ${claim}, due_at = ${leaseEnd(context)}, post_id = taken.column2, line_id = taken.column3
    from (values ${sql.join(values)}) as taken
    where lanes.destination = taken.column1`.execute(trx);
}

/** Nobody has these, and nothing can be done for them before that. */
export async function putOff(
  trx: StoreTransaction,
  lanes: readonly { destination: string; untilMs: number }[],
): Promise<void> {
  if (lanes.length === 0) return;
  const values = lanes.map(({ destination, untilMs }) => sql`(${destination}, cast(${untilMs} as bigint))`);
  await sql`
    update lanes set claim = null, post_id = null, line_id = null, due_at = put.column2
    from (values ${sql.join(values)}) as put
    where lanes.destination = put.column1`.execute(trx);
}

/** Nobody has these, and nothing waits there but what another instance draws. */
export async function letSleep(
  { leaseNow }: StoreContext,
  trx: StoreTransaction,
  destinations: readonly string[],
): Promise<void> {
  if (destinations.length === 0) return;
  await trx
    .updateTable("lanes")
    .set({
      ...{ claim: null, post_id: null, line_id: null },
      due_at: sql<number | null>`case when ${somethingWaits}
        then ${leaseNow()} + ${sql.lit(strangersLookMs)} end`,
    })
    .where("destination", "in", destinations)
    .execute();
}

/** For claims whose answers were lost: nobody tried to deliver what they took. */
export async function giveBack(
  { leaseNow }: StoreContext,
  trx: StoreTransaction,
  claims: readonly string[],
): Promise<void> {
  if (claims.length === 0) return;
  await trx
    .updateTable("lanes")
    .set({ claim: null, post_id: null, line_id: null, due_at: leaseNow() })
    .where("claim", "in", claims)
    .execute();
}

/** PostTable.nextDueAt in milliseconds, by this instance's clock. `isAgain`: something is to be sent again, by then or later. */
export async function readNextDueMs(
  context: StoreContext,
): Promise<{ dueMs: number | null; isAgain: boolean }> {
  const { connection, leaseNow, now } = context;
  const { next, last, again, nowMs, latestMs } = await connection.db
    .selectNoFrom((row) => [
      row
        .selectFrom("lanes")
        .select("due_at")
        .where("due_at", "is not", null)
        .orderBy("due_at")
        .limit(1)
        .as("next"),
      row
        .selectFrom("lanes")
        .select("due_at")
        .where("due_at", "is not", null)
        .orderBy("due_at", "desc")
        .limit(1)
        .as("last"),
      row
        .selectFrom("posts")
        .select((post) => post.fn.min("again_at").as("again_at"))
        .where("again_at", "is not", null)
        .as("again"),
      leaseNow().as("nowMs"),
      latest(context).as("latestMs"),
    ])
    .executeTakeFirstOrThrow();
  const dueMs = [next !== null && last !== null && last > Number(latestMs) ? Number(nowMs) : next, again]
    .filter((ms) => ms !== null)
    .map((ms) => ms - Number(nowMs) + now().getTime());
  return { dueMs: dueMs.length === 0 ? null : Math.min(...dueMs), isAgain: again !== null };
}
