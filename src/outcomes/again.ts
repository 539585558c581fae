import { z } from "zod";
import type { Catalogue } from "../locales/index.ts";
import { hadNoEffect } from "../operations/index.ts";
import type { FurtherTry, Operation, Outcome, PhoneOwnerAnswer, TrySummary } from "../store/index.ts";

/** Reason why an operation can't be tried again. If two people try at once, the store decides. */
export type RetryObstacle = "open" | "accepted" | "ended" | "arrived" | "unresolved";

/** Tries of an operation, itself included, in the order in which they were asked for. */
export function triesOf(operation: Operation): TrySummary[] {
  return [operation, ...operation.tries].toSorted(isOlder);
}

function isOlder(a: TrySummary, b: TrySummary): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Tries that a form carries to send something again: the first try, and the newest that the form shows. */
export function toRetry(operation: Operation): Pick<FurtherTry, "root" | "newest"> {
  return { root: operation.root, newest: newestTryOf(operation).id };
}

export function newestTryOf(operation: Operation): TrySummary {
  return triesOf(operation).at(-1) ?? operation;
}

/** Later try that has left and may have had an effect; null for none. */
export function findLaterTry(operation: Operation): TrySummary | null {
  return laterTries(operation).find(({ startedAt }) => startedAt !== null) ?? null;
}

export function hasLaterTry(operation: Operation): boolean {
  return laterTries(operation).length > 0;
}

/** Best outcome of the later tries: accepted before unknown; null while none of them has ended with an effect. */
export function findRetryOutcome(operation: Operation): "accepted" | "unknown" | null {
  const outcomes = laterTries(operation).map(({ outcome }) => outcome);
  return (["accepted", "unknown"] as const).find((one) => outcomes.includes(one)) ?? null;
}

/** Newest try and its siblings, if an edit sent several messages; else empty. */
export function findEditTries(operation: Operation): TrySummary[] {
  const { editedSiblings } = operation;
  return editedSiblings.length === 0 ? [] : [newestTryOf(operation), ...editedSiblings];
}

function laterTries(operation: Operation): TrySummary[] {
  return [...operation.tries, ...operation.editedSiblings].filter(
    (one) => isOlder(operation, one) < 0 && !hadNoEffect(one.outcome),
  );
}

/** Whether another try was accepted or reported as arrived, so that nothing is left to send. */
export function isSuperseded({ tries }: Operation): boolean {
  return tries.some(hasHappened);
}

function hasHappened({ outcome, resolvedAs }: TrySummary): boolean {
  return outcome === "accepted" || (outcome === "unknown" && resolvedAs === "arrived");
}

/** Tries with an unknown outcome that nobody has resolved, oldest first. */
export function findUnresolvedTries(operation: Operation): TrySummary[] {
  return triesOf(operation).filter(isUnresolved);
}

export function isUnresolved({ outcome, resolvedAs }: TrySummary): boolean {
  return outcome === "unknown" && resolvedAs === null;
}

/** Obstacle to sending the same again. Null if a try's outcome is unknown, no try is open and none has arrived. */
export function findRepeatObstacle(operation: Operation): RetryObstacle | null {
  const tries = triesOf(operation);
  const happened = tries.find(hasHappened);
  if (happened !== undefined) return happened.outcome === "accepted" ? "accepted" : "arrived";
  if (tries.some(({ outcome }) => outcome === null)) return "open";
  return tries.some(({ outcome }) => outcome === "unknown") ? null : "ended";
}

/** Obstacle to editing and sending; null if every try is known to have had no effect. */
export function findEditObstacle(operation: Operation): RetryObstacle | null {
  const obstacle = findRepeatObstacle(operation);
  if (obstacle !== null && obstacle !== "ended") return obstacle;
  return findUnresolvedTries(operation).length === 0 ? null : "unresolved";
}

/** State that is shown: the outcome, corrected by reports, receipts and later tries. */
export type DisplayState = Outcome | PhoneOwnerAnswer | "sent_again" | "under_way";

/** State that is shown. An acceptance is final, whatever people reported before; a receipt adds whether it arrived. */
export function stateOf(operation: Operation): DisplayState {
  const { outcome, resolvedAs, receipt } = operation;
  if (outcome === "accepted") return receipt?.as ?? "accepted";
  if (findLaterTry(operation) !== null) return "sent_again";
  if (outcome === "unknown" && resolvedAs === "arrived" && receipt?.as === "looks_wrong")
    return "looks_wrong";
  return stateOfTry(operation);
}

/** State of one try, regardless of the others. */
export function stateOfTry({ outcome, resolvedAs }: Pick<Operation, "outcome" | "resolvedAs">): DisplayState {
  return outcome === "unknown" ? (resolvedAs ?? "unknown") : (outcome ?? "under_way");
}

/** States as text, each with its count. */
export function formatStateCounts(
  operations: readonly Pick<Operation, "outcome" | "resolvedAs">[],
  kind: string,
  { outcomes }: Catalogue,
): string {
  const states = Map.groupBy(operations.map(stateOfTry), (state) => state);
  return [...states].map(([state, those]) => `${outcomes.title[state](kind)} (${those.length})`).join(", ");
}

/** Time when the operation started, or was requested if it never started. */
export function sentTimeOf({ startedAt, createdAt }: Operation): Date {
  return startedAt ?? createdAt;
}

/** Person's report of an unknown outcome; null if there is none. */
export function toReport({ resolvedBy, resolvedAs, resolvedAt }: Operation) {
  if (resolvedBy === null || resolvedAs === null || resolvedAt === null) return null;
  return { by: resolvedBy, as: resolvedAs, at: resolvedAt };
}

export function hasSecondStep({ step, siblings }: Operation): boolean {
  return step === 0 && siblings.some((one) => one.step > 0);
}

/** Data that a form carries. `act`: the same in each rendering. `again`: set if the form is a further try. */
export const FormAct = z.object({
  act: z.string(),
  again: z.object({ root: z.string(), newest: z.string() }).optional().catch(undefined),
});
export type FormAct = z.infer<typeof FormAct>;

/** Act of a form that is filled with an operation: a further try, or a new message if a try got through. */
export function toNextAct(operation: Operation, act: string): FormAct {
  const hasHappened = operation.outcome === "accepted" || operation.resolvedAs === "arrived";
  return { act, again: hasHappened || isSuperseded(operation) ? undefined : toRetry(operation) };
}

/** Part of `FormAct` that is enqueued. */
export function toFurtherTry({ again }: FormAct): { again?: { root: string; newest: string } } {
  return again === undefined ? {} : { again };
}
