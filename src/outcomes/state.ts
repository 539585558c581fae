import type { Catalogue } from "../locales/index.ts";
import type { Operation, Outcome, ReceivedAs } from "../store/index.ts";
import { sentAgainBy } from "./again.ts";

/** What is so now, after all that came of an operation since it ended. */
export type State = Outcome | ReceivedAs | "sent_again" | "edited" | "under_way";

/**
 * What was accepted stays so, whatever was done before that was known; who holds the phone says what the platform doesn't
 * tell.
 */
export function stateOf(operation: Operation): State {
  const { outcome, settledAs, correctedAt, receipt } = operation;
  if (outcome === "accepted") return receipt?.as ?? "accepted";
  if (sentAgainBy(operation) !== null)
    return outcome === "unknown" || correctedAt !== null ? "sent_again" : "edited";
  if (outcome === "unknown" && settledAs === "arrived" && receipt?.as === "looks_wrong") return "looks_wrong";
  return stateOfTry(operation);
}

/** What became of one try, whatever came of the others. */
export function stateOfTry({ outcome, settledAs }: Pick<Operation, "outcome" | "settledAs">): State {
  return outcome === "unknown" ? (settledAs ?? "unknown") : (outcome ?? "under_way");
}

/** Several, as how many came to what. */
export function sayStates(
  operations: readonly Pick<Operation, "outcome" | "settledAs">[],
  kind: string,
  { outcomes }: Catalogue,
): string {
  const states = Map.groupBy(operations.map(stateOfTry), (state) => state);
  return [...states].map(([state, those]) => `${outcomes.title[state](kind)} (${those.length})`).join(", ");
}

/** Who said what of an unknown outcome, and when. */
export function toReport({ settledBy, settledAs, settledAt }: Operation) {
  if (settledBy === null || settledAs === null || settledAt === null) return null;
  return { by: settledBy, as: settledAs, at: settledAt };
}

/** Another operation of its act waits for this one. */
export function hasNext({ step, siblings }: Operation): boolean {
  return step === 0 && siblings.some((one) => one.step > 0);
}
