import { z } from "zod";
import { wordsOf } from "../locales/index.ts";
import { actSubject, hadNoEffect, isOfBatch, unknownsCardSubject } from "../operations/index.ts";
import { isDirectMessage } from "../slack/posts/queue.ts";
import type { NewLine, NewPost, Notification, Operation, Transition, TrySummary } from "../store/index.ts";
import { hasNext } from "./again.ts";
import type { Presenter } from "./index.ts";

/** Where results go when the author chose no conversation, and who hears of an unknown outcome; null, empty: nowhere. */
export type ResultAudiences = {
  results: string | null;
  /** Its conversation, and who is told where that can't be posted to. */
  onCall: readonly string[];
};

/** The conversation that the author chose, else the team's, else the author's direct message. */
export function usualDestinations(
  { conversation, author }: Pick<Operation, "conversation" | "author">,
  { results, onCall }: ResultAudiences,
): [first: string, ...others: string[]] {
  // A direct message has two names: the conversation's, and the person's. By one of them it is told once.
  const chosen = isDirectMessage(conversation) ? author : conversation;
  const [first = author, ...others] = new Set([chosen, results, author].filter((one) => one !== null));
  // One conversation for both: who stands in for on-call reads it before its author does.
  const standIns = first === onCall[0] ? onCall.slice(1) : [];
  return [first, ...standIns, ...others.filter((one) => !standIns.includes(one))];
}

/** The conversation in which others read its result; null where that is somebody's direct message. */
export function sharedConversation(operation: Operation, audiences: ResultAudiences): string | null {
  const [conversation] = usualDestinations(operation, audiences);
  return /^[CG]/.test(conversation) ? conversation : null;
}

/** Where an operation is told by now: its act's posts, and on-call's if it was ever unknown. Pure. */
export function postsOf(operation: Operation, audiences: ResultAudiences, leadsTo?: string): NewPost[] {
  const { act, author, kind, unknownsCard } = operation;
  const subject = actSubject(act);
  const destinations = usualDestinations(operation, audiences);
  const result = { subject, audience: "result", kind, destinations, ...(leadsTo && { linksTo: leadsTo }) };
  // The end of an act's second step tells of both, unless nobody knew what became of the first.
  if (!wasUnknown(operation)) return hasNext(operation) ? [] : [result];
  const [first] = destinations;
  const { onCall } = audiences;
  // On-call has the result itself where both are in one conversation.
  const isListed = unknownsCard !== null && onCall.length > 0 && first !== onCall[0];
  const posts =
    first === author ? [result] : [result, { ...result, audience: "author", destinations: [author] }];
  if (!isListed) return posts;
  const card = {
    subject: unknownsCardSubject(unknownsCard),
    audience: "on-call",
    kind,
    destinations: onCall,
  };
  return [...posts, { ...card, linksTo: leadsTo ?? subject }];
}

export function wasUnknown({ outcome, correctedAt }: Operation): boolean {
  return outcome === "unknown" || correctedAt !== null;
}

const operation = z.string();
const by = z.string();
const ends = ["accepted", "refused", "not_sent", "unknown"] as const;

/** What came of an operation, as a line tells it; what else its sentence needs is read when that is sent. */
export const ThreadEvent = z.discriminatedUnion("kind", [
  /** The end of the last of several. */
  z.object({ kind: z.literal("ended"), operation }),
  /** On-call has one more of which nobody knows what became. */
  z.object({ kind: z.literal("listed"), operation }),
  z.object({ kind: z.literal("late"), operation }),
  z.object({ kind: z.literal("reported"), operation, by, as: z.enum(["arrived", "did_not_arrive"]) }),
  /** Who holds the phone said what they saw. */
  z.object({
    kind: z.literal("receipt"),
    operation,
    as: z.enum(["arrived", "looks_wrong", "did_not_arrive"]),
    words: z.string().nullable(),
  }),
  /** Who holds the phone said it of so many at once. */
  z.object({ kind: z.literal("all_arrived"), operation, by, count: z.number() }),
  /** `by` sent it again, and that ended so. */
  z.object({ kind: z.literal("sent_again"), operation, by, outcome: z.enum(ends) }),
]);
export type ThreadEvent = z.infer<typeof ThreadEvent>;
type Change = Extract<ThreadEvent, { kind: "late" | "reported" | "receipt" | "sent_again" }>;

/** What every event names. */
export const OfOperation = z.object({ operation });

/** An operation's end: where it is told from now on, and what is said under posts that are there. Pure. */
export function notificationOfEnd(
  operation: Operation,
  transition: Transition,
  { audiences, describe }: Presenter,
): Notification {
  const { id, author, outcome } = operation;
  const posts = postsOf(operation, audiences, describe(operation, wordsOf("en")).describedIn?.subject);
  const isListed = posts.some(({ audience }) => audience === "on-call");
  const own =
    transition === "corrected"
      ? notificationOfChange(operation, { kind: "late", operation: id }).lines
      : [...endedLines(operation), ...(isListed ? listedLines(operation) : [])];
  if (outcome === null) return { posts, lines: own };
  const again = triesToUpdate(operation).flatMap(
    (one) => notificationOfChange(one, { kind: "sent_again", operation: one.id, by: author, outcome }).lines,
  );
  return { posts, lines: [...own, ...again] };
}

/** On-call's card said it already where it began with this one; of several that join it the first says it for all. */
function listedLines(operation: Operation): NewLine[] {
  const { id, unknownsCard, siblings } = operation;
  const isSaid = isOfBatch(operation) && siblings.some((one) => one.unknownsCard === unknownsCard);
  if (unknownsCard === null || unknownsCard === id || isSaid) return [];
  const event: ThreadEvent = { kind: "listed", operation: id };
  return [{ subject: unknownsCardSubject(unknownsCard), event }];
}

/** An edit alone notifies nobody: a line says that the last of several has ended. */
function endedLines(operation: Operation): NewLine[] {
  const { act, id, siblings } = operation;
  const isLast = siblings.every(({ step, outcome }) => step > 0 || outcome !== null);
  const event: ThreadEvent = { kind: "ended", operation: id };
  return isOfBatch(operation) && isLast ? [{ subject: actSubject(act), audience: "result", event }] : [];
}

/** Under each post that tells of it, and under on-call's. */
export function notificationOfChange(tries: TrySummary, change: Change): { lines: NewLine[] } {
  return { lines: subjectsOf(tries).map((subject) => ({ subject, event: change })) };
}

function subjectsOf({ act, unknownsCard }: TrySummary): string[] {
  return [actSubject(act), ...(unknownsCard === null ? [] : [unknownsCardSubject(unknownsCard)])];
}

/** All of these arrived, by who holds the phone: one line under each post that tells of any. */
export function notificationOfArrivals(answered: readonly Operation[], by: string): { lines: NewLine[] } {
  const told = answered.flatMap((one) => subjectsOf(one).map((subject) => ({ subject, one })));
  const lines = [...Map.groupBy(told, ({ subject }) => subject)].flatMap(([subject, [first, ...others]]) => {
    if (first === undefined) return [];
    const { id } = first.one;
    const event: ThreadEvent =
      others.length === 0
        ? { kind: "receipt", operation: id, as: "arrived", words: null }
        : { kind: "all_arrived", operation: id, by, count: 1 + others.length };
    return [{ subject, event }];
  });
  return { lines };
}

/**
 * The earlier tries under which it is said what became of this one: the one right before, and those that nobody knows,
 * unless this one had no effect. Several have a post of their own that says it: under the earlier ones it is said of what
 * somebody may wait for.
 */
function triesToUpdate(operation: Operation): TrySummary[] {
  const { createdAt, outcome, correctedAt, tries } = operation;
  const earlier = tries.filter((one) => one.createdAt < createdAt);
  const isWithout = hadNoEffect(outcome) && correctedAt === null;
  const unknown = isWithout ? [] : earlier.filter((one) => one.outcome === "unknown");
  return [...new Set([...(isOfBatch(operation) ? [] : earlier.slice(-1)), ...unknown])];
}

/** Several of one act, of which nothing is known yet. Pure. */
export function notificationOfEnqueued(
  act: Pick<Operation, "act" | "kind" | "author" | "conversation">,
  { audiences }: Presenter,
): Notification {
  const destinations = usualDestinations(act, audiences);
  return { posts: [{ subject: actSubject(act.act), audience: "result", kind: act.kind, destinations }] };
}
