import { actSubject, listingSubject } from "../operations/index.ts";
import { isDirectMessage } from "../slack/posts/queue.ts";
import type { NewPost, Operation } from "../store/index.ts";
import { hasNext } from "./state.ts";

/** Where results go when the author chose no conversation, and who hears of an unknown outcome; null, empty: nowhere. */
export type ResultPlaces = {
  results: string | null;
  /** Its conversation, and who is told where that can't be posted to. */
  onCall: readonly string[];
};

/** The conversation that the author chose, else the team's, else the author's direct message. */
export function usualPlaces(
  { conversation, author }: Pick<Operation, "conversation" | "author">,
  { results, onCall }: ResultPlaces,
): [first: string, ...others: string[]] {
  // A direct message has two names: the conversation's, and the person's. By one of them it is told once.
  const chosen = isDirectMessage(conversation) ? author : conversation;
  const [first = author, ...others] = new Set([chosen, results, author].filter((one) => one !== null));
  // One conversation for both: who stands in for on-call reads it before its author does.
  const standIns = first === onCall[0] ? onCall.slice(1) : [];
  return [first, ...standIns, ...others.filter((one) => !standIns.includes(one))];
}

/** The conversation in which others read its result; null where that is somebody's direct message. */
export function sharedPlace(operation: Operation, places: ResultPlaces): string | null {
  const [conversation] = usualPlaces(operation, places);
  return /^[CG]/.test(conversation) ? conversation : null;
}

/** Where an operation is told by now: its act's posts, and on-call's if it was ever unknown. Pure. */
export function placesOf(operation: Operation, places: ResultPlaces, leadsTo?: string): NewPost[] {
  const { act, author, kind, unknownsCard } = operation;
  const subject = actSubject(act);
  const destinations = usualPlaces(operation, places);
  const result = { subject, place: "result", kind, destinations, ...(leadsTo && { linksTo: leadsTo }) };
  // The end of an act's second step tells of both, unless nobody knew what became of the first.
  if (!wasUnknown(operation)) return hasNext(operation) ? [] : [result];
  const [first] = destinations;
  const { onCall } = places;
  // On-call has the result itself where both are in one conversation.
  const isListed = unknownsCard !== null && onCall.length > 0 && first !== onCall[0];
  return [
    result,
    ...(first === author ? [] : [{ ...result, place: "author", destinations: [author] }]),
    ...(isListed
      ? [
          {
            ...{ subject: listingSubject(unknownsCard), place: "on-call", kind },
            destinations: onCall,
            linksTo: leadsTo ?? subject,
          },
        ]
      : []),
  ];
}

export function wasUnknown({ outcome, correctedAt }: Operation): boolean {
  return outcome === "unknown" || correctedAt !== null;
}
