import { z } from "zod";
import type { Catalogue } from "../locales/index.ts";
import { hadNoEffect } from "../operations/index.ts";
import type { Again, Operation, Outcome, ReceivedAs, TrySummary } from "../store/index.ts";

/** Why a message can't be tried once more; the store has the last word when two try at once. */
export type Obstacle = "open" | "accepted" | "ended" | "arrived" | "unresolved";

/** In the order in which they were asked for. */
export function triesOf(operation: Operation): TrySummary[] {
  return [operation, ...operation.tries].toSorted(isOlder);
}

function isOlder(a: TrySummary, b: TrySummary): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** What a form carries that tries this once more: the first try, and the newest that it shows. */
export function toAgain(operation: Operation): Pick<Again, "root" | "newest"> {
  return { root: operation.root, newest: newestOf(operation).id };
}

export function newestOf(operation: Operation): TrySummary {
  return triesOf(operation).at(-1) ?? operation;
}

/** The later try that has left and may have had an effect; null where there is none. */
export function sentAgainBy(operation: Operation): TrySummary | null {
  return laterTries(operation).find(({ startedAt }) => startedAt !== null) ?? null;
}

/** A later try is under way, or may have had an effect. */
export function isTriedAgain(operation: Operation): boolean {
  return laterTries(operation).length > 0;
}

/** What the platform said of the later tries, which stays so: that it took one, or nothing clear. Null while they are open. */
export function endAgain(operation: Operation): "accepted" | "unknown" | null {
  const several = editedInto(operation);
  const outcomes = (several.length === 0 ? laterTries(operation) : several).map(({ outcome }) => outcome);
  if (several.length > 0 && new Set(outcomes).size > 1) return null;
  return (["accepted", "unknown"] as const).find((one) => outcomes.includes(one)) ?? null;
}

/** The newest try and the messages that an edit brought beside one; none where it was edited into a single message. */
export function editedInto(operation: Operation): TrySummary[] {
  const { editedSiblings } = operation;
  return editedSiblings.length === 0 ? [] : [newestOf(operation), ...editedSiblings];
}

function laterTries(operation: Operation): TrySummary[] {
  return [...operation.tries, ...operation.editedSiblings].filter(
    (one) => isOlder(operation, one) < 0 && !hadNoEffect(one.outcome),
  );
}

/** Another try was accepted, or reported as arrived: there is nothing left to be sent. */
export function isSuperseded({ tries }: Operation): boolean {
  return tries.some(hasHappened);
}

function hasHappened({ outcome, resolvedAs }: TrySummary): boolean {
  return outcome === "accepted" || (outcome === "unknown" && resolvedAs === "arrived");
}

/** Tries of which nobody knows what became, the oldest first. */
export function unresolvedOf(operation: Operation): TrySummary[] {
  return triesOf(operation).filter(isUnresolved);
}

export function isUnresolved({ outcome, resolvedAs }: TrySummary): boolean {
  return outcome === "unknown" && resolvedAs === null;
}

/** For sending the same again although nobody knows what became of a try. Null: nothing stands in the way. */
export function obstacleToRepeat(operation: Operation): Obstacle | null {
  const tries = triesOf(operation);
  const happened = tries.find(hasHappened);
  if (happened !== undefined) return happened.outcome === "accepted" ? "accepted" : "arrived";
  if (tries.some(({ outcome }) => outcome === null)) return "open";
  return tries.some(({ outcome }) => outcome === "unknown") ? null : "ended";
}

/** For editing and sending: nothing of it had an effect, by the platform's word or a person's. */
export function obstacleToEdit(operation: Operation): Obstacle | null {
  const obstacle = obstacleToRepeat(operation);
  if (obstacle !== null && obstacle !== "ended") return obstacle;
  return unresolvedOf(operation).length === 0 ? null : "unresolved";
}

/** What is so now, after all that came of an operation since it ended. */
export type State = Outcome | ReceivedAs | "sent_again" | "edited" | "under_way";

/**
 * What was accepted stays so, whatever was done before that was known; who holds the phone says what the platform doesn't
 * tell.
 */
export function stateOf(operation: Operation): State {
  const { outcome, resolvedAs, correctedAt, receipt } = operation;
  if (outcome === "accepted") return receipt?.as ?? "accepted";
  if (sentAgainBy(operation) !== null)
    return outcome === "unknown" || correctedAt !== null ? "sent_again" : "edited";
  if (outcome === "unknown" && resolvedAs === "arrived" && receipt?.as === "looks_wrong")
    return "looks_wrong";
  return stateOfTry(operation);
}

/** What became of one try, whatever came of the others. */
export function stateOfTry({ outcome, resolvedAs }: Pick<Operation, "outcome" | "resolvedAs">): State {
  return outcome === "unknown" ? (resolvedAs ?? "unknown") : (outcome ?? "under_way");
}

/** Several, as how many came to what. */
export function sayStates(
  operations: readonly Pick<Operation, "outcome" | "resolvedAs">[],
  kind: string,
  { outcomes }: Catalogue,
): string {
  const states = Map.groupBy(operations.map(stateOfTry), (state) => state);
  return [...states].map(([state, those]) => `${outcomes.title[state](kind)} (${those.length})`).join(", ");
}

/** Who said what of an unknown outcome, and when. */
export function toReport({ resolvedBy, resolvedAs, resolvedAt }: Operation) {
  if (resolvedBy === null || resolvedAs === null || resolvedAt === null) return null;
  return { by: resolvedBy, as: resolvedAs, at: resolvedAt };
}

/** Another operation of its act waits for this one. */
export function hasNext({ step, siblings }: Operation): boolean {
  return step === 0 && siblings.some((one) => one.step > 0);
}

/**
 * What a form carries from when it is shown: the act that it is, for all its redrawings and confirmations, and what it
 * tries once more, with the newest try that it shows.
 */
export const FormAct = z.object({
  act: z.string(),
  again: z.object({ root: z.string(), newest: z.string() }).optional().catch(undefined),
});
export type FormAct = z.infer<typeof FormAct>;

/** A form for another act, filled as one that was submitted: a message of its own once that got through. */
export function toNextAct(operation: Operation, act: string): FormAct {
  const hasHappened = operation.outcome === "accepted" || operation.resolvedAs === "arrived";
  return { act, again: hasHappened || isSuperseded(operation) ? undefined : toAgain(operation) };
}

/** For what is taken on. */
export function againOf({ again }: FormAct): { again?: { root: string; newest: string } } {
  return again === undefined ? {} : { again };
}
