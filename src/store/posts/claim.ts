import { type Selectable, sql } from "kysely";
import { leaseEnd } from "../database/rows.ts";
import type { PostRow, StoreContext } from "../database/tables.ts";
import { write } from "../database/transact.ts";

/**
 * The one post per destination that may be next: the delivery under way, or else the earliest that waits. Hops from
 * destination to destination in the index, so a long queue behind one of them costs nothing.
 */
const candidates = sql`
  lanes (destination) as (
    select min(destination) from posts where closed_at is null
    union all
    select (select min(p.destination) from posts p where p.closed_at is null and p.destination > lanes.destination)
    from lanes where lanes.destination is not null
  ),
  candidates as materialized (
    select lanes.destination as destination, coalesce(
      (select p.id from posts p where p.destination = lanes.destination and p.state = 'posting'),
      (select min(p.id) from posts p where p.destination = lanes.destination and p.closed_at is null)
    ) as id
    from lanes where lanes.destination is not null
  )`;

/** No post waits longer: one that lies further ahead was stored before the clock was set back, and is due. */
export const LONGEST_DELAY_MS = 15 * 60_000;

/**
 * Posts.claim, in no order. The unique index on the destinations of deliveries under way is what keeps two processes
 * with different views of the queue apart: the later one conflicts and looks again.
 */
export async function claimPosts(context: StoreContext, limit: number): Promise<Selectable<PostRow>[]> {
  const { connection, owner } = context;
  const nowMs = context.now().getTime();
  const isDue = sql`(
    (posts.state = 'queued' and posts.due_at not between ${nowMs + 1} and ${nowMs + LONGEST_DELAY_MS})
    or (posts.state = 'posting' and posts.lease_until <= ${context.leaseNow()})
  )`;
  const skipLocked = connection.engine === "postgres" ? sql`for update of posts skip locked` : sql``;
  const claim = sql<Selectable<PostRow>>`
    with recursive ${candidates},
    picked as materialized (
      select posts.id from posts
      join candidates on posts.id = candidates.id and posts.destination = candidates.destination
      where ${isDue}
      order by posts.id limit ${limit} ${skipLocked}
    )
    update posts set
      may_repeat = case when state = 'posting' then 1 else may_repeat end,
      state = 'posting',
      lease_owner = ${owner},
      lease_until = ${leaseEnd(context)},
      attempts = attempts + 1
    where id in (select id from picked) and ${isDue}
    returning *`;
  const { rows } = await write(context, (db) => claim.execute(db));
  return rows;
}

/** Posts.nextDueAt in milliseconds: when a candidate is due, or the lease of a delivery under way runs out. */
export async function readNextDueMs(context: StoreContext): Promise<number | null> {
  const nowMs = context.now().getTime();
  const lastMs = nowMs + LONGEST_DELAY_MS;
  const { rows } = await sql<{ due: number | null }>`
    with recursive ${candidates}
    select min(case
      when posts.state = 'posting' then posts.lease_until - ${context.leaseNow()} + ${nowMs}
      when posts.due_at > ${lastMs} then ${nowMs}
      else posts.due_at
    end) as due
    from posts join candidates on posts.id = candidates.id`.execute(context.connection.db);
  return rows[0]?.due ?? null;
}
