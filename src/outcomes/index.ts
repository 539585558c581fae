import type { Catalogue, Locale } from "../locales/index.ts";
import type { Description, Ways } from "../operations/description.ts";
import type { Told } from "../operations/index.ts";
import type { Batch, NewPost, Operation, Touched } from "../store/index.ts";
import { type BatchWords, renderBatches } from "./batch.view.ts";
import { renderListings } from "./listing.view.ts";
import type { ResultPlaces } from "./places.ts";
import { type PostOptions, renderChange, renderEnd, renderNow, renderOpen } from "./posts.view.ts";
import { hasNext, isOfBatch } from "./state.ts";

export type TellerOptions = {
  places: ResultPlaces;
  /** For conversations. */
  teamLocale: Locale;
  wordsOf: (locale: Locale) => Catalogue;
  /** `ways`: of those in `ids`, what is otherwise for this operation. */
  describe: (operation: Operation, words: Catalogue) => Description | null;
  ids: Ways;
  batch?: BatchWords;
};

/** How posts tell of one kind of operation, also of those that its feature can't read any more. */
export function createTeller(options: TellerOptions): PostOptions {
  return {
    ...options,
    describe: (operation, words) => {
      const described = options.describe(operation, words);
      if (described !== null) return { ways: options.ids, ...described };
      // What can't be read can't fill a form either; that it arrived can still be said.
      return {
        ...describeUnread(operation, words),
        ways: { ...options.ids, edit: null, repeat: null, anew: null },
      };
    },
  };
}

/** The posts that tell of an operation's end, and of the other tries of the same. */
export function tellEnd(operation: Operation, told: Told, teller: PostOptions): NewPost[] {
  const { transition, tries } = told;
  // The post of an act's second step tells of both, unless nobody knew what became of the first.
  const wasUnknown = operation.outcome === "unknown" || transition === "corrected";
  const isToldByNext = hasNext(operation) && !wasUnknown;
  return [
    ...renderListings(told.listings, teller, { begun: transition === "closed" ? operation.id : null }),
    ...(isToldByNext ? [] : renderEnd(operation, transition, { ...teller, isTold: told.isTold })),
    ...tries.flatMap((one) =>
      one.createdAt < operation.createdAt
        ? renderChange(one, { kind: "sent_again", by: operation }, teller)
        : renderEnded(one, teller),
    ),
    ...renderBatches(told.batches, operation, teller),
  ];
}

/** What changes along when a person says what became of one. */
export function tellTouched({ listings, tries, batches }: Touched, teller: PostOptions): NewPost[] {
  return [
    ...renderListings(listings, teller, { begun: null }),
    ...renderBatches(batches, null, teller),
    ...tries.flatMap((one) => renderEnded(one, teller)),
  ];
}

/** One that is still open is told of when it ends. */
function renderEnded(operation: Operation, teller: PostOptions): NewPost[] {
  return operation.outcome === null ? [] : renderNow(operation, teller);
}

/** What the post of one that waits says, and how its author gives it up; its turn has come when that is null. */
type Turn = { title: (words: Catalogue) => string; giveUp: ((words: Catalogue) => Ways["giveUp"]) | null };

/** The post of one that waits for its turn, or whose turn has come. */
export function tellTurn(
  { operation, batches }: { operation: Operation; batches: readonly Batch[] },
  { title, giveUp }: Turn,
  teller: PostOptions,
): NewPost[] {
  // Its batch's post has one that waits until it starts.
  if (isOfBatch(operation)) return giveUp === null ? [] : renderBatches(batches, null, teller);
  // The post of an act's second step tells of both.
  if (hasNext(operation)) return [];
  const describe: PostOptions["describe"] = (one, words) => {
    const { ways = teller.ids, terms = words, ...description } = teller.describe(one, words);
    const { outcomes } = terms;
    const titles = { ...outcomes.title, under_way: () => title(words) };
    return {
      ...description,
      ways: { ...ways, giveUp: giveUp?.(words) },
      terms: { ...terms, outcomes: { ...outcomes, title: titles } },
    };
  };
  return renderOpen(operation, giveUp === null ? "edit" : "post", { ...teller, describe });
}

/** The posts of the batches in which something has just started. */
export function tellStarted(batches: readonly Batch[], teller: PostOptions): NewPost[] {
  return renderBatches(batches, null, teller);
}

/** What is known of an operation that this version of its feature can't read. */
export function describeUnread({ kind }: Operation, { history }: Catalogue): Description {
  const subject = { inFull: history.unreadable, masked: history.unreadable };
  return { kind, subject, facts: [], contents: [], ids: [] };
}
