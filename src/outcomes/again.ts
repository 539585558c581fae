import { z } from "zod";
import type { Catalogue } from "../locales/index.ts";
import { hadNoEffect } from "../operations/index.ts";
import type { FurtherTry, Operation, Outcome, PhoneOwnerAnswer, TrySummary } from "../store/index.ts";

/** Reason why an operation can't be tried again. If two people try at once, the store decides. */
export type RetryObstacle = "open" | "accepted" | "ended" | "arrived" | "unresolved";

export function triesOf(operation: Operation): TrySummary[] {
  return [operation, ...operation.tries].toSorted(isOlder);
}

function isOlder(a: TrySummary, b: TrySummary): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
}

/** Ids that a form carries to send something again: the first try, and the newest that the form shows. */
export function toRetry(operation: Operation): Pick<FurtherTry, "root" | "newest"> {
  return { root: operation.root, newest: newestTryOf(operation).id };
}

export function newestTryOf(operation: Operation): TrySummary {
  return triesOf(operation).at(-1) ?? operation;
}

export function findLaterTry(operation: Operation): TrySummary | null {
  return laterTries(operation).find(({ startedAt }) => startedAt !== null) ?? null;
}

export function hasLaterTry(operation: Operation): boolean {
  return laterTries(operation).length > 0;
}

/** Best outcome of the later tries: accepted before unknown; null if no try had an effect yet. */
export function findRetryOutcome(operation: Operation): "accepted" | "unknown" | null {
  const outcomes = laterTries(operation).map(({ outcome }) => outcome);
  return (["accepted", "unknown"] as const).find((one) => outcomes.includes(one)) ?? null;
}

/** Newest try and its siblings if an edit sent several messages; else empty. */
export function findEditTries(operation: Operation): TrySummary[] {
  const { editedSiblings } = operation;
  return editedSiblings.length === 0 ? [] : [newestTryOf(operation), ...editedSiblings];
}

function laterTries(operation: Operation): TrySummary[] {
  return [...operation.tries, ...operation.editedSiblings].filter(
    (one) => isOlder(operation, one) < 0 && !hadNoEffect(one.outcome),
  );
}

export function isSuperseded({ tries }: Operation): boolean {
  return tries.some(hasHappened);
}

function hasHappened({ outcome, resolvedAs }: TrySummary): boolean {
  return outcome === "accepted" || (outcome === "unknown" && resolvedAs === "arrived");
}

export function findUnresolvedTries(operation: Operation): TrySummary[] {
  return triesOf(operation).filter(isUnresolved);
}

export function isUnresolved({ outcome, resolvedAs }: TrySummary): boolean {
  return outcome === "unknown" && resolvedAs === null;
}

/** Reason not to send the same again; null only if a try is unknown, and no try is open or has arrived. */
export function findRepeatObstacle(operation: Operation): RetryObstacle | null {
  const tries = triesOf(operation);
  const happened = tries.find(hasHappened);
  if (happened !== undefined) return happened.outcome === "accepted" ? "accepted" : "arrived";
  if (tries.some(({ outcome }) => outcome === null)) return "open";
  return tries.some(({ outcome }) => outcome === "unknown") ? null : "ended";
}

/** Reason not to edit and send; null if every try is known to have had no effect. */
export function findEditObstacle(operation: Operation): RetryObstacle | null {
  const obstacle = findRepeatObstacle(operation);
  if (obstacle !== null && obstacle !== "ended") return obstacle;
  return findUnresolvedTries(operation).length === 0 ? null : "unresolved";
}

/** State shown to people: the outcome, corrected by reports, receipts and later tries. */
export type DisplayState = Outcome | PhoneOwnerAnswer | "sent_again" | "under_way";

/** Returns the state to show. An acceptance overrides people's reports; a receipt says whether it arrived. */
export function stateOf(operation: Operation): DisplayState {
  const { outcome, resolvedAs, receipt } = operation;
  if (outcome === "accepted") return receipt?.as ?? "accepted";
  if (findLaterTry(operation) !== null) return "sent_again";
  if (outcome === "unknown" && resolvedAs === "arrived" && receipt?.as === "looks_wrong")
    return "looks_wrong";
  return stateOfTry(operation);
}

export function stateOfTry({ outcome, resolvedAs }: Pick<Operation, "outcome" | "resolvedAs">): DisplayState {
  return outcome === "unknown" ? (resolvedAs ?? "unknown") : (outcome ?? "under_way");
}

export function formatStateCounts(
  operations: readonly Pick<Operation, "outcome" | "resolvedAs">[],
  kind: string,
  { outcomes }: Catalogue,
): string {
  const states = Map.groupBy(operations.map(stateOfTry), (state) => state);
  return [...states].map(([state, those]) => `${outcomes.title[state](kind)} (${those.length})`).join(", ");
}

export function sentTimeOf({ startedAt, createdAt }: Operation): Date {
  return startedAt ?? createdAt;
}

export function toReport({ resolvedBy, resolvedAs, resolvedAt }: Operation) {
  if (resolvedBy === null || resolvedAs === null || resolvedAt === null) return null;
  return { by: resolvedBy, as: resolvedAs, at: resolvedAt };
}

/** Person's report that a late answer of the platform contradicts; null if there is none. */
export function toContradictedReport(operation: Operation) {
  const { outcome } = operation;
  const report = outcome === null || outcome === "unknown" ? null : toReport(operation);
  return report !== null && (report.as === "arrived") !== (outcome === "accepted") ? report : null;
}

export function hasSecondStep({ step, siblings }: Operation): boolean {
  return step === 0 && siblings.some((one) => one.step > 0);
}

/** Data that a form carries. `act` is the same in each rendering; `again` is set for a further try. */
export const FormAct = z.object({
  act: z.string(),
  again: z.object({ root: z.string(), newest: z.string() }).optional().catch(undefined),
});
export type FormAct = z.infer<typeof FormAct>;

/** Act of a form that is filled with an operation: a further try, or a new act if a try already arrived. */
export function toNextAct(operation: Operation, act: string): FormAct {
  const hasHappened = operation.outcome === "accepted" || operation.resolvedAs === "arrived";
  return { act, again: hasHappened || isSuperseded(operation) ? undefined : toRetry(operation) };
}

export function toFurtherTry({ again }: FormAct): { again?: { root: string; newest: string } } {
  return again === undefined ? {} : { again };
}
