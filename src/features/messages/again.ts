import type { Operation } from "../../store/index.ts";

/** Why a message can't be sent once more; the store has the last word when two try at once. */
export type Obstacle = "open" | "accepted" | "ended" | "arrived" | "unsettled" | "repeated";

/** For sending the same again, which is for unknown outcomes only. Null: nothing stands in the way. */
export function obstacleToRepeat(operation: Operation): Obstacle | null {
  if (operation.repeatedBy !== null) return "repeated";
  if (operation.outcome === null) return "open";
  if (operation.outcome !== "unknown") return operation.outcome === "accepted" ? "accepted" : "ended";
  return operation.settledAs === "arrived" ? "arrived" : null;
}

/** For editing and sending: only what had no effect, by the platform's word or by a person's. */
export function obstacleToEdit(operation: Operation): Obstacle | null {
  const obstacle = obstacleToRepeat(operation);
  if (obstacle === "ended") return null;
  return obstacle ?? (operation.settledAs === "did_not_arrive" ? null : "unsettled");
}
