import { type Selectable, sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { leaseEnd } from "../database/values.ts";
import { areEditsHeld, joinPaces, longestDelayMs, waitMs } from "./pace.ts";
import type { PostRow } from "./row.ts";

/**
 * The one post per destination that may be next: the delivery under way, or else the earliest that waits; where edits
 * have to wait for a while, the earliest that is none and that follows none. Hops from destination to destination in the
 * index, so a long queue behind one of them costs nothing.
 */
const candidates = (context: StoreContext) => sql`
  lanes (destination) as (
    select min(destination) from posts where closed_at is null
    union all
    select (select min(p.destination) from posts p where p.closed_at is null and p.destination > lanes.destination)
    from lanes where lanes.destination is not null
  ),
  heads as materialized (
    select lanes.destination as destination,
      (select p.id from posts p where p.destination = lanes.destination and p.state = 'posting') as under_way,
      (select min(p.id) from posts p where p.destination = lanes.destination and p.closed_at is null) as earliest,
      case when ${areEditsHeld(context)} then (
        select min(p.id) from posts p
        where p.destination = lanes.destination and p.closed_at is null and p.kind <> 'edit' and not exists (
          select 1 from posts e where e.key = p.key and e.id < p.id and e.closed_at is null
        )
      ) end as passing
    from lanes where lanes.destination is not null
  ),
  candidates as materialized (
    select destination, coalesce(under_way, passing, earliest) as id, coalesce(under_way, earliest) as earliest
    from heads
  )`;

/**
 * PostTable.claim, in no order. The unique index on the destinations of deliveries under way is what keeps two processes
 * with different views of the queue apart: the later one conflicts and looks again.
 */
export async function claimPosts(
  context: StoreContext,
  trx: StoreTransaction,
  { limit, lease }: { limit: number; lease: string },
): Promise<Selectable<PostRow>[]> {
  const { connection, storeNow } = context;
  const isDue = sql`(
    (posts.state = 'queued' and posts.due_at not between ${storeNow()} + 1 and ${storeNow()} + ${longestDelayMs})
    or (posts.state = 'posting' and posts.lease_until <= ${context.leaseNow()})
  )`;
  const skipLocked = connection.engine === "postgres" ? sql`for update of posts skip locked` : sql``;
  const claim = sql<Selectable<PostRow>>`
    with recursive ${candidates(context)},
    picked as materialized (
      select posts.id from posts
      join candidates on posts.id = candidates.id and posts.destination = candidates.destination
      ${joinPaces}
      where ${isDue} and ${waitMs(context)} = 0
      order by posts.id limit ${limit} ${skipLocked}
    )
    update posts set
      may_repeat = case when state = 'posting' and kind <> 'edit' then 1 else may_repeat end,
      state = 'posting',
      lease_owner = ${lease},
      lease_until = ${leaseEnd(context)},
      attempts = attempts + 1
    where id in (select id from picked) and ${isDue}
    returning *`;
  return (await claim.execute(trx)).rows;
}

/** For a claim whose answer was lost: nobody tried to deliver what it took. */
export async function giveBack(trx: StoreTransaction, lease: string): Promise<void> {
  await trx
    .updateTable("posts")
    .set({ state: "queued", attempts: sql<number>`attempts - 1` })
    .where("state", "=", "posting")
    .where("lease_owner", "=", lease)
    .execute();
}

/**
 * PostTable.nextDueAt in milliseconds, by this instance's clock: when a candidate is due and its lane free, or the lease
 * under way runs out.
 */
export async function readNextDueMs(context: StoreContext): Promise<number | null> {
  const { storeNow } = context;
  const nowMs = context.now().getTime();
  const { rows } = await sql<{ due: number | null }>`
    with recursive ${candidates(context)},
    waiting as (
      select case
          when posts.state = 'posting' then posts.lease_until - ${context.leaseNow()} + ${nowMs}
          when posts.due_at > ${storeNow()} + ${longestDelayMs} then ${nowMs}
          else posts.due_at - ${storeNow()} + ${nowMs}
        end as due,
        ${nowMs} + ${waitMs(context)} as free
      from posts join candidates on posts.id in (candidates.id, candidates.earliest) ${joinPaces}
    )
    select min(case when free > due then free else due end) as due from waiting`.execute(
    context.connection.db,
  );
  return rows[0]?.due ?? null;
}
