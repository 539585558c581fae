import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import type { Pace } from "./types.ts";

/** What lies further ahead was written before the clock was set back, and is due. */
export const longestDelayMs = 15 * 60_000;

export const unpaced: Pace = { postMs: 0, editMs: 0, editBurst: 1 };

/** One for all edits. */
const edits = "edits";

/** How far edits may be booked ahead before the next has to wait. */
function aheadMs({ editMs, editBurst }: Pace): number {
  return editMs * (editBurst - 1);
}

/** By the clock that all processes share: how many edits may be made now, and how far they may be booked ahead. */
export type Budget = { nowMs: number; free: number; roomMs: number };

export async function readBudget({ pace, leaseNow }: StoreContext, trx: StoreTransaction): Promise<Budget> {
  const { now, free_at } = await trx
    .selectNoFrom((row) => [
      leaseNow().as("now"),
      row.selectFrom("paces").select("free_at").where("lane", "=", edits).as("free_at"),
    ])
    .executeTakeFirstOrThrow();
  const nowMs = Number(now);
  if (pace.editMs === 0) return { nowMs, free: Number.POSITIVE_INFINITY, roomMs: 0 };
  const bookedMs = Number(free_at ?? 0) - nowMs;
  const isBooked = bookedMs > 0 && bookedMs <= longestDelayMs + aheadMs(pace);
  const roomMs = aheadMs(pace) - (isBooked ? bookedMs : 0);
  return { nowMs, free: roomMs < 0 ? 0 : Math.floor(roomMs / pace.editMs) + 1, roomMs };
}

/** When conversations that wait for an edit are looked at again: of use alone, and lost with the process. */
export type Slots = { lastMs: number; ofLanes: Map<string, number> };

/**
 * One after the other, as fast as edits may be made: else all would be looked at again for each of them. What else is told
 * there meanwhile costs a conversation nothing of its turn. `count`: edits that were just given out.
 */
export function giveSlot(
  { pace }: StoreContext,
  lane: string,
  { slots, budget: { nowMs, roomMs }, count }: { slots: Slots; budget: Budget; count: number },
): number {
  const nextMs = nowMs + Math.max(count * pace.editMs - roomMs, 1);
  const isSound = (ms: number) => ms > nowMs && ms >= nextMs && ms - nowMs <= longestDelayMs;
  const own = slots.ofLanes.get(lane) ?? 0;
  if (isSound(own)) return own;
  const following = Math.ceil(slots.lastMs + pace.editMs);
  const slot = isSound(following) ? following : Math.ceil(nextMs);
  slots.lastMs = slot;
  slots.ofLanes.set(lane, slot);
  return slot;
}

/** Whatever comes of them. */
export async function bookEdits(
  { pace }: StoreContext,
  trx: StoreTransaction,
  { nowMs, count }: { nowMs: number; count: number },
): Promise<void> {
  if (count === 0 || pace.editMs === 0) return;
  const bookedMs = count * pace.editMs;
  await sql`
    insert into paces (lane, free_at) values (${edits}, ${nowMs + bookedMs})
    on conflict (lane) do update set free_at = excluded.free_at
      + case when paces.free_at - ${nowMs} between 1 and ${longestDelayMs + aheadMs(pace)}
        then paces.free_at - ${nowMs} else 0 end`.execute(trx);
}

/** No edit is handed out for so long. */
export async function pauseEdits(
  { leaseNow, pace }: StoreContext,
  trx: StoreTransaction,
  pauseMs: number,
): Promise<void> {
  const booked = Math.min(Math.max(Math.ceil(pauseMs), 0), longestDelayMs) + aheadMs(pace);
  await sql`
    insert into paces (lane, free_at) values (${edits}, ${leaseNow()} + ${sql.lit(booked)})
    on conflict (lane) do update set free_at = excluded.free_at
    where paces.free_at < excluded.free_at`.execute(trx);
}
