import { type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import type { Pace } from "./types.ts";

/** No post waits longer: one that lies further ahead was stored before the clock was set back, and is due. */
export const longestDelayMs = 15 * 60_000;

/** One for all edits: no destination is called so. */
const editsLane = sql.lit("edits");

export const unpaced: Pace = { postMs: 0, editMs: 0, editBurst: 1 };

const lane = sql`case when posts.kind = 'edit' then ${editsLane} else posts.destination end`;

/** The pace of a row's lane beside it, where there is one. */
export const joinPaces = sql`left join paces on paces.lane = ${lane}`;

/** How far the edits' lane may be booked ahead before the next has to wait. */
function aheadMs({ editMs, editBurst }: Pace): number {
  return editMs * (editBurst - 1);
}

/** How long a row has to wait for its lane, by the clock that all processes share; 0 when that is free. */
export function waitMs({ pace, leaseNow }: StoreContext): RawBuilder<number> {
  const ofLane = (edits: number, posts: number) =>
    sql`case when posts.kind = 'edit' then ${sql.lit(edits)} else ${sql.lit(posts)} end`;
  const untilFree = sql`(paces.free_at - ${leaseNow()} - ${ofLane(aheadMs(pace), 0)})`;
  const longest = ofLane(longestDelayMs, pace.postMs);
  return sql`(case when ${untilFree} between 1 and ${longest} then ${untilFree} else 0 end)`;
}

/** Whether the next edit has to wait for its lane, whichever it is. */
export function areEditsHeld({ pace, leaseNow }: StoreContext): RawBuilder<boolean> {
  return sql`exists (
    select 1 from paces where lane = ${editsLane}
    and free_at - ${leaseNow()} - ${sql.lit(aheadMs(pace))} between 1 and ${sql.lit(longestDelayMs)}
  )`;
}

/** Books the time after a delivery in its lane, whatever came of it. */
export async function takeTurn(
  { leaseNow, pace }: StoreContext,
  trx: StoreTransaction,
  id: number,
): Promise<void> {
  await sql`
    insert into paces (lane, free_at)
    select ${lane}, ${leaseNow()}
      + case when posts.kind = 'edit' then ${sql.lit(pace.editMs)} else ${sql.lit(pace.postMs)} end
    from posts where posts.id = ${id}
    on conflict (lane) do update set free_at = excluded.free_at
      + case when paces.free_at - ${leaseNow()} between 1 and ${sql.lit(longestDelayMs)}
        then paces.free_at - ${leaseNow()} else 0 end`.execute(trx);
}

/** No edit is handed out for so long. */
export async function pauseEdits(
  { leaseNow, pace }: StoreContext,
  trx: StoreTransaction,
  pauseMs: number,
): Promise<void> {
  const booked = Math.min(Math.max(Math.ceil(pauseMs), 0), longestDelayMs) + aheadMs(pace);
  await sql`
    insert into paces (lane, free_at) values (${editsLane}, ${leaseNow()} + ${sql.lit(booked)})
    on conflict (lane) do update set free_at = excluded.free_at
    where paces.free_at < excluded.free_at`.execute(trx);
}
