import { z } from "zod";
import { wordsOf } from "../locales/index.ts";
import { actSubject, hadNoEffect, isOfBatch, unknownsCardSubject } from "../operations/index.ts";
import { isDirectMessage } from "../slack/posts/queue.ts";
import type { NewLine, NewPost, Notification, Operation, Transition, TrySummary } from "../store/index.ts";
import { hasSecondStep } from "./again.ts";
import type { Presenter } from "./index.ts";

/** Configured destinations. `results`: conversation of results unless the author chose another; null for none. */
export type ResultAudiences = {
  results: string | null;
  /** On-call's conversation, then its fallbacks; empty without on-call. */
  onCall: readonly string[];
};

/** Destinations in order: the author's choice, the team's conversation, the author's direct message. */
export function defaultDestinations(
  { conversation, author }: Pick<Operation, "conversation" | "author">,
  { results, onCall }: ResultAudiences,
): [first: string, ...others: string[]] {
  // A direct message has two ids; the person's replaces the conversation's.
  const chosen = isDirectMessage(conversation) ? author : conversation;
  const [first = author, ...others] = new Set([chosen, results, author].filter((one) => one !== null));
  // If the result goes to on-call's conversation, on-call's fallbacks come before the author.
  const standIns = first === onCall[0] ? onCall.slice(1) : [];
  return [first, ...standIns, ...others.filter((one) => !standIns.includes(one))];
}

/** Conversation in which others see the result; null for a direct message. */
export function sharedConversation(operation: Operation, audiences: ResultAudiences): string | null {
  const [conversation] = defaultDestinations(operation, audiences);
  return /^[CG]/.test(conversation) ? conversation : null;
}

/** Posts for an operation's present state: its act's, and on-call's card if it was ever unknown. Pure. */
export function toPosts(operation: Operation, audiences: ResultAudiences, leadsTo?: string): NewPost[] {
  const { act, author, kind, unknownsCard } = operation;
  const subject = actSubject(act);
  const destinations = defaultDestinations(operation, audiences);
  const result = { subject, audience: "result", kind, destinations, ...(leadsTo && { linksTo: leadsTo }) };
  // Only an unknown first step has a post of its own; else the last step's post covers both.
  if (!wasEverUnknown(operation)) return hasSecondStep(operation) ? [] : [result];
  const [first] = destinations;
  const { onCall } = audiences;
  // No card if the result itself is in on-call's conversation.
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

export function wasEverUnknown({ outcome, correctedAt }: Operation): boolean {
  return outcome === "unknown" || correctedAt !== null;
}

const operation = z.string();
const by = z.string();
const ends = ["accepted", "refused", "not_sent", "unknown"] as const;

/** Thread event as stored; other data for its sentence is read when it is posted. */
export const ThreadEvent = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ended"), operation }),
  z.object({ kind: z.literal("listed"), operation }),
  z.object({ kind: z.literal("late"), operation }),
  z.object({ kind: z.literal("reported"), operation, by, as: z.enum(["arrived", "did_not_arrive"]) }),
  z.object({
    kind: z.literal("receipt"),
    operation,
    as: z.enum(["arrived", "looks_wrong", "did_not_arrive"]),
    words: z.string().nullable(),
  }),
  /** A phone owner's confirmation of `count` messages at once. */
  z.object({ kind: z.literal("all_arrived"), operation, by, count: z.number() }),
  /** A further try by the person `by`, which ended with `outcome`. */
  z.object({ kind: z.literal("sent_again"), operation, by, outcome: z.enum(ends) }),
]);
export type ThreadEvent = z.infer<typeof ThreadEvent>;
type Change = Extract<ThreadEvent, { kind: "late" | "reported" | "receipt" | "sent_again" }>;

export const OperationEvent = z.object({ operation });

export function notificationOfEnd(
  operation: Operation,
  transition: Transition,
  { audiences, describe }: Presenter,
): Notification {
  const { id, author, outcome } = operation;
  const posts = toPosts(operation, audiences, describe(operation, wordsOf("en")).describedIn?.subject);
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

/** Announces a further entry of on-call's card. The first entry needs no line, and siblings share a line. */
function listedLines(operation: Operation): NewLine[] {
  const { id, unknownsCard, siblings } = operation;
  const isSaid = isOfBatch(operation) && siblings.some((one) => one.unknownsCard === unknownsCard);
  if (unknownsCard === null || unknownsCard === id || isSaid) return [];
  const event: ThreadEvent = { kind: "listed", operation: id };
  return [{ subject: unknownsCardSubject(unknownsCard), event }];
}

/** Announces the end of the last of several operations, since Slack notifies nobody of an edited post. */
function endedLines(operation: Operation): NewLine[] {
  const { act, id, siblings } = operation;
  const isLast = siblings.every(({ step, outcome }) => step > 0 || outcome !== null);
  const event: ThreadEvent = { kind: "ended", operation: id };
  return isOfBatch(operation) && isLast ? [{ subject: actSubject(act), audience: "result", event }] : [];
}

export function notificationOfChange(tries: TrySummary, change: Change): { lines: NewLine[] } {
  return { lines: subjectsOf(tries).map((subject) => ({ subject, event: change })) };
}

export function subjectsOf({ act, unknownsCard }: TrySummary): string[] {
  return [actSubject(act), ...(unknownsCard === null ? [] : [unknownsCardSubject(unknownsCard)])];
}

export function notificationOfArrivals(answered: readonly Operation[], by: string): { lines: NewLine[] } {
  const pairs = answered.flatMap((one) => subjectsOf(one).map((subject) => ({ subject, one })));
  const lines = [...Map.groupBy(pairs, ({ subject }) => subject)].flatMap(([subject, [first, ...others]]) => {
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
 * Earlier tries that get a thread line: the previous one (unless an edit sent several messages), and unknown tries if
 * this one may have had an effect.
 */
function triesToUpdate(operation: Operation): TrySummary[] {
  const { createdAt, outcome, correctedAt, tries } = operation;
  const earlier = tries.filter((one) => one.createdAt < createdAt);
  const isWithout = hadNoEffect(outcome) && correctedAt === null;
  const unknown = isWithout ? [] : earlier.filter((one) => one.outcome === "unknown");
  return [...new Set([...(isOfBatch(operation) ? [] : earlier.slice(-1)), ...unknown])];
}

export function notificationOfEnqueued(
  act: Pick<Operation, "act" | "kind" | "author" | "conversation">,
  { audiences }: Presenter,
): Notification {
  const destinations = defaultDestinations(act, audiences);
  return { posts: [{ subject: actSubject(act.act), audience: "result", kind: act.kind, destinations }] };
}
