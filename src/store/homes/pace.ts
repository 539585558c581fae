import { type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import type { HomePace } from "./types.ts";

/** A claim outlasts the reading and the request of a drawing. */
export const homeLeaseMs = 30_000;
/** Nothing waits longer: what lies further ahead was noted before the clock was set back. */
const longestWaitMs = 15 * 60_000;
/** However many openings went ahead, drawings that nobody asked for wait for room no longer than this. */
const mostBookedMs = 60_000;

const lane = "drawings";

/** How far the drawings may be booked ahead before the next has to wait. */
function aheadMs({ drawMs, burst }: HomePace): number {
  return drawMs * (burst - 1);
}

/** How long the row in `homes` has to wait, by the clock that all processes share; 0 when it is due. */
export function waitMs({ connection, leaseNow }: StoreContext, pace: HomePace): RawBuilder<number> {
  const latest = sql.raw(connection.engine === "postgres" ? "greatest" : "max");
  const until = (at: RawBuilder<unknown>, longestMs: number) => {
    const left = sql`(${at} - ${leaseNow()})`;
    return sql`case when ${left} between 1 and ${sql.lit(longestMs)} then ${left} else 0 end`;
  };
  const free = sql`(select coalesce(min(free_at), 0) from home_paces where lane = ${sql.lit(lane)})`;
  const room = until(sql`(${free} - ${sql.lit(aheadMs(pace))})`, longestWaitMs);
  const again = until(sql`(homes.drawn_at + ${sql.lit(pace.everyMs)})`, pace.everyMs);
  return sql`${latest}(
    ${until(sql`homes.due_at`, longestWaitMs)},
    ${until(sql`homes.lease_until`, homeLeaseMs)},
    case when homes.is_awaited = 1 then 0 else ${latest}(${again}, ${room}) end
  )`;
}

/** Books the time of one drawing. False: there is no room for one that nobody waits for. */
export async function takeTurn(
  { leaseNow }: StoreContext,
  trx: StoreTransaction,
  { pace, isAwaited }: { pace: HomePace; isAwaited: boolean },
): Promise<boolean> {
  const booked = sql`(home_paces.free_at - ${leaseNow()})`;
  const still = sql`case when ${booked} between 1 and ${sql.lit(longestWaitMs)} then ${booked} else 0 end`;
  const { rows } = await sql`
    insert into home_paces (lane, free_at) values (${sql.lit(lane)}, ${leaseNow()} + ${sql.lit(pace.drawMs)})
    on conflict (lane) do update set free_at = ${leaseNow()} + ${still}
      + case when ${still} > ${sql.lit(mostBookedMs)} then 0 else ${sql.lit(pace.drawMs)} end
    where ${sql.lit(isAwaited ? 1 : 0)} = 1 or ${still} <= ${sql.lit(aheadMs(pace))}
    returning lane`.execute(trx);
  return rows.length > 0;
}

/** Nothing is drawn unasked for so long. */
export async function pauseDrawing(
  { leaseNow }: StoreContext,
  trx: StoreTransaction,
  { pace, pauseMs }: { pace: HomePace; pauseMs: number },
): Promise<void> {
  const booked = sql.lit(Math.min(Math.max(Math.ceil(pauseMs), 0), longestWaitMs) + aheadMs(pace));
  await sql`
    insert into home_paces (lane, free_at) values (${sql.lit(lane)}, ${leaseNow()} + ${booked})
    on conflict (lane) do update set free_at = excluded.free_at
    where home_paces.free_at < excluded.free_at`.execute(trx);
}
