import type { Operation, Outcome, SettledAs } from "../store/index.ts";

/** What is so now, after all that came of an operation since it ended. */
export type State = Outcome | SettledAs | "sent_again" | "edited";

/** An operation that has ended. What was accepted stays accepted, whatever was done before that was known. */
export function stateOf({ outcome, settledAs, repeatedBy }: Operation): State {
  if (outcome === "accepted") return "accepted";
  if (repeatedBy !== null) return outcome === "unknown" ? "sent_again" : "edited";
  if (outcome === "unknown") return settledAs ?? "unknown";
  return outcome ?? "unknown";
}
