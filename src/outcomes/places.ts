import { isDirectMessage } from "../slack/posts/conversation.ts";
import type { Operation } from "../store/index.ts";
import { isOfBatch } from "./state.ts";

/** Where results go when the author chose no conversation, and who hears of an unknown outcome; null, empty: nowhere. */
export type ResultPlaces = {
  results: string | null;
  /** Its conversation, and who is told where that can't be posted to. */
  onCall: readonly string[];
};

/** One of the places where an operation is told; with its id, the name is the key of the post there. */
export type Place = {
  name: "result" | "author" | "on-call";
  destinations: [first: string, ...others: string[]];
};

/** The conversation that the author chose, else the team's, else the author's direct message. */
export function usualPlace({ conversation, author }: Operation, places: ResultPlaces): Place {
  // A direct message has two names: the conversation's, and the person's. By one of them it is told once.
  const chosen = isDirectMessage(conversation) ? author : conversation;
  const [first = author, ...others] = new Set([chosen, places.results, author].filter((one) => one !== null));
  return { name: "result", destinations: [first, ...others] };
}

/**
 * Everywhere that an operation has a post by now: one that was ever unknown also to its author and to on-call, unless
 * on-call has it on a listing. One of a batch stands in the batch's post, and has posts of its own only if it was.
 */
export function placesOf(operation: Operation, places: ResultPlaces): Place[] {
  const { author, outcome, correctedAt } = operation;
  const usual = usualPlace(operation, places);
  if (outcome !== "unknown" && correctedAt === null) return isOfBatch(operation) ? [] : [usual];
  const [first] = usual.destinations;
  const [onCall, ...standIns] = places.onCall;
  // One conversation for both: who stands in for on-call reads it before its author does.
  const isOnCalls = first === onCall;
  const all: Place[] = [
    isOnCalls ? { ...usual, destinations: [first, ...standIns, ...usual.destinations.slice(1)] } : usual,
  ];
  if (first !== author) all.push({ name: "author", destinations: [author] });
  if (onCall !== undefined && !isOnCalls && !operation.isOnlyListed)
    all.push({ name: "on-call", destinations: [onCall, ...standIns, author] });
  return all;
}

/** The key of an operation's post at a place. */
export function placeKey({ id }: Pick<Operation, "id">, { name }: Pick<Place, "name">): string {
  return `operation:${id}:${name}`;
}

/** The key of the one post of all that an act brought. */
export function batchKey(id: string): string {
  return `batch:${id}`;
}

/** On-call's, where a listing stands in the place of the operation's own post; empty where it has one there. */
export function listingPlaces(operation: Operation, places: ResultPlaces): readonly string[] {
  const [first] = usualPlace(operation, places).destinations;
  return operation.isOnlyListed && first !== places.onCall[0] ? places.onCall : [];
}

/** The key of a listing's post. */
export function listingKey(id: string): string {
  return `unknowns:${id}`;
}
