import { hadNoEffect, ownCodes } from "../operations/index.ts";
import type { Operation, Store } from "../store/index.ts";
import { endedBy } from "./state.ts";

/** Why an operation can't be sent once more; the store has the last word when two try at once. */
export type Obstacle = "open" | "accepted" | "ended" | "arrived" | "unsettled" | "repeated";

/** For sending the same again, which is for unknown outcomes only. Null: nothing stands in the way. */
export function obstacleToRepeat({ outcome, settledAs, repeatedBy }: Operation): Obstacle | null {
  if (outcome === null) return "open";
  if (outcome === "accepted") return "accepted";
  if (outcome === "unknown" && settledAs === "arrived") return "arrived";
  if (repeatedBy !== null) return "repeated";
  return outcome === "unknown" ? null : "ended";
}

/** For editing and sending: only what had no effect, by the platform's word or a person's, and isn't needless by now. */
export function obstacleToEdit(operation: Operation): Obstacle | null {
  const obstacle = obstacleToRepeat(operation);
  if (obstacle === "ended") return endedBy(operation, needless) ? "accepted" : null;
  return obstacle ?? (operation.settledAs === "did_not_arrive" ? null : "unsettled");
}

/** It did not leave, since what it was to send again had happened. */
const needless: ReadonlySet<unknown> = new Set([ownCodes.needless]);

/**
 * Behind a repeat that failed, what it had sent again: that may have happened all the same, and counts. Anything else
 * is its own origin; null when the origin is gone from the store.
 */
export async function findOrigin(
  operation: Operation,
  operations: Pick<Store["operations"], "get">,
): Promise<Operation | null> {
  const { outcome, repeats } = operation;
  if (repeats === null || !hadNoEffect(outcome)) return operation;
  const repeated = await operations.get(repeats);
  return repeated === null ? null : findOrigin(repeated, operations);
}
