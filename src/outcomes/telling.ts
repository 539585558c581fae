import { z } from "zod";
import { actSubject, hadNoEffect, isOfBatch, listingSubject } from "../operations/index.ts";
import type { Kin, NewLine, Operation, Telling, Transition } from "../store/index.ts";
import type { Teller } from "./index.ts";
import { placesOf, usualPlaces } from "./places.ts";

const operation = z.string();

/** What came of an operation, as a line tells it; what else its sentence needs is read when that is sent. */
export const Happening = z.discriminatedUnion("kind", [
  /** The end of the last of several. */
  z.object({ kind: z.literal("ended"), operation }),
  /** On-call has one more of which nobody knows what became. */
  z.object({ kind: z.literal("listed"), operation }),
  z.object({ kind: z.literal("late"), operation }),
  z.object({
    kind: z.literal("reported"),
    operation,
    by: z.string(),
    as: z.enum(["arrived", "did_not_arrive"]),
  }),
  /** Who holds the phone said what they saw. */
  z.object({
    kind: z.literal("receipt"),
    operation,
    as: z.enum(["arrived", "looks_wrong", "did_not_arrive"]),
    words: z.string().nullable(),
  }),
  /** Who holds the phone said it of so many at once. */
  z.object({ kind: z.literal("all_arrived"), operation, by: z.string(), count: z.number() }),
  /** `by` sent it again, and that ended so. */
  z.object({
    kind: z.literal("sent_again"),
    operation,
    by: z.string(),
    outcome: z.enum(["accepted", "refused", "not_sent", "unknown"]),
  }),
]);
export type Happening = z.infer<typeof Happening>;
type Change = Extract<Happening, { kind: "late" | "reported" | "receipt" | "sent_again" }>;

/** What every event names. */
export const OfOperation = z.object({ operation });

/** An operation's end: where it is told from now on, and what is said under posts that are there. Pure. */
export function tellEnd(
  operation: Operation,
  transition: Transition,
  { places, describe, wordsOf }: Teller,
): Telling {
  const { id: ended, author: by, outcome, unknownsCard } = operation;
  const posts = placesOf(operation, places, describe(operation, wordsOf("en")).toldIn?.subject);
  const isListed = posts.some(({ place }) => place === "on-call");
  // Of several that join the same listing the first is told, for all of them.
  const isFirst = !(
    isOfBatch(operation) && operation.siblings.some((one) => one.unknownsCard === unknownsCard)
  );
  const isNewlyListed =
    transition === "closed" && isListed && unknownsCard !== null && unknownsCard !== ended && isFirst;
  const again = outcome === null ? [] : triesToldAnew(operation);
  return {
    posts,
    lines: [
      ...(transition === "corrected" ? tellChange(operation, { kind: "late", operation: ended }).lines : []),
      ...(transition === "closed" ? endedLines(operation) : []),
      ...(isNewlyListed ? [toLine({ kind: "listed", operation: ended }, listingSubject(unknownsCard))] : []),
      ...again.flatMap((one) => {
        const change = { kind: "sent_again" as const, operation: one.id, by, outcome: outcome ?? "unknown" };
        return tellChange(one, change).lines;
      }),
    ],
  };
}

function toLine(event: Happening, subject: string, place?: string): NewLine {
  return { subject, event, ...(place && { place }) };
}

/** An edit alone notifies nobody: a line says that the last of several has ended. */
function endedLines(operation: Operation): NewLine[] {
  const { act, id, siblings } = operation;
  const isLast = siblings.every(({ step, outcome }) => step > 0 || outcome !== null);
  return isOfBatch(operation) && isLast
    ? [toLine({ kind: "ended", operation: id }, actSubject(act), "result")]
    : [];
}

/** Under each post that tells of it, and under on-call's. */
export function tellChange(kin: Kin, change: Change): { lines: NewLine[] } {
  return { lines: subjectsOf(kin).map((subject) => toLine(change, subject)) };
}

function subjectsOf({ act, unknownsCard }: Kin): string[] {
  return [actSubject(act), ...(unknownsCard === null ? [] : [listingSubject(unknownsCard)])];
}

/** All of these arrived, by who holds the phone: one line under each post that tells of any. */
export function tellAllArrived(answered: readonly Operation[], by: string): { lines: NewLine[] } {
  const told = answered.flatMap((one) => subjectsOf(one).map((subject) => ({ subject, one })));
  const lines = [...Map.groupBy(told, ({ subject }) => subject)].flatMap(([subject, [first, ...others]]) => {
    if (first === undefined) return [];
    const { id } = first.one;
    const event: Happening =
      others.length === 0
        ? { kind: "receipt", operation: id, as: "arrived", words: null }
        : { kind: "all_arrived", operation: id, by, count: 1 + others.length };
    return [toLine(event, subject)];
  });
  return { lines };
}

/**
 * The earlier tries under which it is said what became of this one: the one right before, and those that nobody knows,
 * unless this one had no effect. Several have a post of their own that says it: under the earlier ones it is said of what
 * somebody may wait for.
 */
function triesToldAnew(operation: Operation): Kin[] {
  const { createdAt, outcome, correctedAt, tries } = operation;
  const earlier = tries.filter((one) => one.createdAt < createdAt);
  const isWithout = hadNoEffect(outcome) && correctedAt === null;
  const unknown = isWithout ? [] : earlier.filter((one) => one.outcome === "unknown");
  return [...new Set([...(isOfBatch(operation) ? [] : earlier.slice(-1)), ...unknown])];
}

/** Several of one act, of which nothing is known yet. Pure. */
export function tellTakenOn(
  act: Pick<Operation, "act" | "kind" | "author" | "conversation">,
  { places }: Teller,
): Telling {
  const subject = actSubject(act.act);
  return {
    posts: [{ subject, place: "result", kind: act.kind, destinations: usualPlaces(act, places) }],
  };
}
