import { type Kysely, sql } from "kysely";
import { id, time } from "./database/columns.ts";
import type { StoreContext, StoreTransaction, Tables } from "./database/tables.ts";

/** From `free_at` on the next of a lane may be spent. */
export const paces = { columns: { lane: id(), free_at: time() } };

/** What all processes spend together: one in `eachMs`, and `burst` at once before that is held. */
export type Budget = { lane: "edits"; eachMs: number; burst: number };

/** What lies further ahead was written before the clock was set back, and is due. */
export const longestDelayMs = 15 * 60_000;
/** However many went ahead without room, the rest waits for it no longer than this. */
const mostBookedMs = 60_000;

/** How far a budget may be booked ahead before the next has to wait. */
function aheadMs({ eachMs, burst }: Budget): number {
  return eachMs * (burst - 1);
}

/** By the clock that all processes share: how many may be spent now, and how far may still be booked ahead. */
export type Room = { nowMs: number; free: number; roomMs: number };

export async function readRoom(
  { leaseNow }: StoreContext,
  db: Kysely<Tables>,
  budget: Budget,
): Promise<Room> {
  const { now, free_at } = await db
    .selectNoFrom((row) => [
      leaseNow().as("now"),
      row.selectFrom("paces").select("free_at").where("lane", "=", budget.lane).as("free_at"),
    ])
    .executeTakeFirstOrThrow();
  const nowMs = Number(now);
  if (budget.eachMs === 0) return { nowMs, free: Number.POSITIVE_INFINITY, roomMs: 0 };
  const bookedMs = Number(free_at ?? 0) - nowMs;
  const isBooked = bookedMs > 0 && bookedMs <= longestDelayMs + aheadMs(budget);
  const roomMs = aheadMs(budget) - (isBooked ? bookedMs : 0);
  return { nowMs, free: roomMs < 0 ? 0 : Math.floor(roomMs / budget.eachMs) + 1, roomMs };
}

/** Whatever comes of them. */
export async function book(
  { leaseNow }: StoreContext,
  trx: StoreTransaction,
  { budget, count }: { budget: Budget; count: number },
): Promise<void> {
  if (count === 0 || budget.eachMs === 0) return;
  const spentMs = sql.lit(count * budget.eachMs);
  const ahead = sql`(paces.free_at - ${leaseNow()})`;
  const latest = sql.lit(longestDelayMs + aheadMs(budget));
  await sql`
    insert into paces (lane, free_at) values (${budget.lane}, ${leaseNow()} + ${spentMs})
    on conflict (lane) do update set free_at = case
      when ${ahead} not between 1 and ${latest} then excluded.free_at
      when ${ahead} > ${sql.lit(mostBookedMs)} then paces.free_at
      else paces.free_at + ${spentMs} end`.execute(trx);
}

/** There is no room for so long. */
export async function pause(
  { leaseNow }: StoreContext,
  trx: StoreTransaction,
  { budget, pauseMs }: { budget: Budget; pauseMs: number },
): Promise<void> {
  const bookedMs = Math.min(Math.max(Math.ceil(pauseMs), 0), longestDelayMs) + aheadMs(budget);
  await sql`
    insert into paces (lane, free_at) values (${budget.lane}, ${leaseNow()} + ${sql.lit(bookedMs)})
    on conflict (lane) do update set free_at = excluded.free_at
    where paces.free_at < excluded.free_at`.execute(trx);
}
