import type { Catalogue } from "../locales/index.ts";
import type { Operation } from "../store/index.ts";
import type { Card, Reader } from "./card.view.ts";
import type { Teller } from "./telling.ts";

/** What a reader at a place is shown, in which words. */
export type Seen = { teller: Teller; words: Catalogue; reader: Reader };

/** In full only where its author alone reads, in that reader's language. */
export function seenAt({ author, locale }: Operation, destination: string, teller: Teller): Seen {
  const { teamLocale, wordsOf, places } = teller;
  const isOwn = destination === author;
  const words = wordsOf(isOwn ? (locale ?? teamLocale) : teamLocale);
  // Who stands in for on-call settles as on-call does.
  const onCall: Reader = places.onCall.includes(destination) ? "on-call" : "anybody";
  return { teller, words, reader: isOwn ? "author" : onCall };
}

/** As its reader may see it: what its author called it in full for them alone. */
export function toCard(operation: Operation, { teller, words, reader }: Seen, resultIn: string | null): Card {
  const described = teller.describe(operation, words);
  const { inFull, isOwnWord } = described.subject;
  const isInFull = reader === "author" && isOwnWord === true;
  const waiting = operation.waits && operation.state === "stored" ? teller.turn : undefined;
  return {
    operation,
    description: isInFull ? { ...described, subject: { inFull, masked: inFull } } : described,
    reader,
    resultIn,
    ids: { ...(described.ways ?? teller.ids), giveUp: waiting?.giveUp(words) },
    waits: waiting?.title(words) ?? null,
  };
}
