import type { StoreContext } from "../database/tables.ts";
import { type Budget, longestDelayMs, type Room } from "../pace.ts";

/** All edits share it, over all conversations. */
export function edits({ pace }: StoreContext): Budget {
  return { lane: "edits", eachMs: pace.editMs, burst: pace.editBurst };
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
  { slots, room: { nowMs, roomMs }, count }: { slots: Slots; room: Room; count: number },
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
