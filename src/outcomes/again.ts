import { z } from "zod";
import type { Catalogue } from "../locales/index.ts";
import { hadNoEffect } from "../operations/index.ts";
import type { Again, Operation, Outcome, ReceivedAs, TrySummary } from "../store/index.ts";

/** Why a message can't be tried again. When two try at once, the store decides. */
export type Obstacle = "open" | "accepted" | "ended" | "arrived" | "unresolved";

/** In the order in which they were asked for. */
export function triesOf(operation: Operation): TrySummary[] {
  return [operation, ...operation.tries].toSorted(isOlder);
}

function isOlder(a: TrySummary, b: TrySummary): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Carried by a form that tries this once more: the first try, and the newest that it shows. */
export function toAgain(operation: Operation): Pick<Again, "root" | "newest"> {
  return { root: operation.root, newest: newestOf(operation).id };
}

export function newestOf(operation: Operation): TrySummary {
  return triesOf(operation).at(-1) ?? operation;
}

/** The later try that has left and may have had an effect; null for none. */
export function sentAgainBy(operation: Operation): TrySummary | null {
  return laterTries(operation).find(({ startedAt }) => startedAt !== null) ?? null;
}

export function isTriedAgain(operation: Operation): boolean {
  return laterTries(operation).length > 0;
}

/** The final outcome of the later tries: one was accepted, or one stays unknown. Null while they are open. */
export function endAgain(operation: Operation): "accepted" | "unknown" | null {
  const several = editedInto(operation);
  const outcomes = (several.length === 0 ? laterTries(operation) : several).map(({ outcome }) => outcome);
  if (several.length > 0 && new Set(outcomes).size > 1) return null;
  return (["accepted", "unknown"] as const).find((one) => outcomes.includes(one)) ?? null;
}

/** The newest try and its siblings, where an edit sent several messages; else none. */
export function editedInto(operation: Operation): TrySummary[] {
  const { editedSiblings } = operation;
  return editedSiblings.length === 0 ? [] : [newestOf(operation), ...editedSiblings];
}

function laterTries(operation: Operation): TrySummary[] {
  return [...operation.tries, ...operation.editedSiblings].filter(
    (one) => isOlder(operation, one) < 0 && !hadNoEffect(one.outcome),
  );
}

/** Another try was accepted or reported as arrived: nothing is left to send. */
export function isSuperseded({ tries }: Operation): boolean {
  return tries.some(hasHappened);
}

function hasHappened({ outcome, resolvedAs }: TrySummary): boolean {
  return outcome === "accepted" || (outcome === "unknown" && resolvedAs === "arrived");
}

/** Tries with an unknown outcome, the oldest first. */
export function unresolvedOf(operation: Operation): TrySummary[] {
  return triesOf(operation).filter(isUnresolved);
}

export function isUnresolved({ outcome, resolvedAs }: TrySummary): boolean {
  return outcome === "unknown" && resolvedAs === null;
}

/** Null: it may be sent again although a try is unknown. */
export function obstacleToRepeat(operation: Operation): Obstacle | null {
  const tries = triesOf(operation);
  const happened = tries.find(hasHappened);
  if (happened !== undefined) return happened.outcome === "accepted" ? "accepted" : "arrived";
  if (tries.some(({ outcome }) => outcome === null)) return "open";
  return tries.some(({ outcome }) => outcome === "unknown") ? null : "ended";
}

/** Null: it may be edited and sent, since nothing of it had an effect. */
export function obstacleToEdit(operation: Operation): Obstacle | null {
  const obstacle = obstacleToRepeat(operation);
  if (obstacle !== null && obstacle !== "ended") return obstacle;
  return unresolvedOf(operation).length === 0 ? null : "unresolved";
}

/** The state shown now: the outcome, corrected by reports, receipts and later tries. */
export type State = Outcome | ReceivedAs | "sent_again" | "edited" | "under_way";

/**
 * An acceptance is final, whatever people did before it was known. A receipt adds what the platform doesn't say.
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

/** The state of one try, regardless of the others. */
export function stateOfTry({ outcome, resolvedAs }: Pick<Operation, "outcome" | "resolvedAs">): State {
  return outcome === "unknown" ? (resolvedAs ?? "unknown") : (outcome ?? "under_way");
}

/** Counts of states, in words. */
export function sayStates(
  operations: readonly Pick<Operation, "outcome" | "resolvedAs">[],
  kind: string,
  { outcomes }: Catalogue,
): string {
  const states = Map.groupBy(operations.map(stateOfTry), (state) => state);
  return [...states].map(([state, those]) => `${outcomes.title[state](kind)} (${those.length})`).join(", ");
}

/** When it left, or was asked for where it never did. */
export function sentAt({ startedAt, createdAt }: Operation): Date {
  return startedAt ?? createdAt;
}

/** A person's report of an unknown outcome; null where there is none. */
export function toReport({ resolvedBy, resolvedAs, resolvedAt }: Operation) {
  if (resolvedBy === null || resolvedAs === null || resolvedAt === null) return null;
  return { by: resolvedBy, as: resolvedAs, at: resolvedAt };
}

export function hasNext({ step, siblings }: Operation): boolean {
  return step === 0 && siblings.some((one) => one.step > 0);
}

/**
 * Carried by a form from when it is shown: its act, which stays the same through redrawing and confirmation, and the
 * first and the newest try where it sends something again.
 */
export const FormAct = z.object({
  act: z.string(),
  again: z.object({ root: z.string(), newest: z.string() }).optional().catch(undefined),
});
export type FormAct = z.infer<typeof FormAct>;

/** The act of a form filled with a submitted one: a further try, or a new message where that got through. */
export function toNextAct(operation: Operation, act: string): FormAct {
  const hasHappened = operation.outcome === "accepted" || operation.resolvedAs === "arrived";
  return { act, again: hasHappened || isSuperseded(operation) ? undefined : toAgain(operation) };
}

/** The part of it that is enqueued. */
export function againOf({ again }: FormAct): { again?: { root: string; newest: string } } {
  return again === undefined ? {} : { again };
}
