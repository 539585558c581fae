import type { Operation, Outcome, SettledAs } from "../store/index.ts";

/** What is so now, after all that came of an operation since it ended. */
export type State = Outcome | SettledAs | "sent_again" | "edited" | "under_way";

/** What was accepted stays accepted, whatever was done before that was known. */
export function stateOf({ outcome, settledAs, sentAgainAt, correctedAt }: Operation): State {
  if (outcome === "accepted") return "accepted";
  if (sentAgainAt !== null) return outcome === "unknown" || correctedAt !== null ? "sent_again" : "edited";
  if (outcome === "unknown") return settledAs ?? "unknown";
  return outcome ?? "under_way";
}

/** By one of these codes of its result. */
export function endedBy({ result }: Operation, codes: ReadonlySet<unknown>): boolean {
  return typeof result === "object" && result !== null && codes.has(Reflect.get(result, "code"));
}
