import { type Catalogue, type Locale, wordsOf } from "../locales/index.ts";
import type { Description, Ways } from "../operations/kind.ts";
import type { Answer } from "../slack/blocks/answer.ts";
import type { Operation, Store } from "../store/index.ts";
import type { Card, Reader } from "./card.view.ts";
import type { ResultAudiences } from "./notifications.ts";

/** How one kind of operation is told of. */
export type Presenter = {
  audiences: ResultAudiences;
  /** For conversations; a direct message is in its reader's own. */
  teamLocale: Locale;
  describe: (operation: Operation, words: Catalogue) => Description;
  ids: Ways;
  /** Given by a feature whose acts may bring several at once. */
  batch?: Batch;
  /** Lines of its own: what a reply showed, for one. Null of an event that is none of them. */
  says?: (operation: Operation, event: unknown, words: Catalogue) => Answer | null;
};

/** The one post of several. */
export type Batch = {
  title: (operations: readonly Operation[], seen: Seen) => string;
  /** Among others, where its title alone doesn't tell it apart. */
  titleInList?: (operations: readonly Operation[], seen: Seen) => string;
  render: (operations: readonly Operation[], seen: Seen, earlier: readonly Operation[]) => Answer;
  /** For who asks for its details; left out, as its post shows it. */
  story?: (operations: readonly Operation[], seen: Seen, earlier: readonly Operation[]) => Answer;
  /** What it is compared with once all of it has ended; left out, nothing. */
  earlier?: (
    operation: Operation,
    operations: Pick<Store["operations"], "list" | "ofAct">,
  ) => Promise<readonly Operation[]>;
};

export type PresenterOptions = Omit<Presenter, "describe"> & {
  /** `ways`: of those in `ids`, what is otherwise for this operation. Null of what it can't read. */
  describe: (operation: Operation, words: Catalogue) => Description | null;
};

export function createPresenter(options: PresenterOptions): Presenter {
  return {
    ...options,
    describe: (operation, words) => {
      const described = options.describe(operation, words);
      if (described !== null) return { ways: options.ids, ...described };
      // What can't be read can't fill a form either; that it arrived can still be said.
      const ways = { ...options.ids, edit: null, repeat: null, another: null };
      return { ...describeUnread(operation, words), ways };
    },
  };
}

/** What is known of an operation that was forgotten, or that this version of its feature can't read. */
export function describeUnread({ kind, request }: Operation, { history }: Catalogue): Description {
  const isForgotten = typeof request === "object" && request !== null && "forgotten" in request;
  const says = isForgotten ? history.forgotten : history.unreadable;
  return { kind, subject: { inFull: says, masked: says }, facts: [], contents: [], ids: [] };
}

/** What a reader at a place is shown, in which words. */
export type Seen = { presenter: Presenter; words: Catalogue; reader: Reader };

/** In full only where its author alone reads, in that reader's language. */
export function seenAt({ author, locale }: Operation, destination: string, presenter: Presenter): Seen {
  const { teamLocale, audiences } = presenter;
  const isOwn = destination === author;
  const words = wordsOf(isOwn ? (locale ?? teamLocale) : teamLocale);
  // Who stands in for on-call resolves as on-call does.
  const onCall: Reader = audiences.onCall.includes(destination) ? "on-call" : "anybody";
  return { presenter, words, reader: isOwn ? "author" : onCall };
}

/** As its reader may see it, in its kind's own terms: what its author called it in full for them alone. */
export function toCard(
  operation: Operation,
  { presenter, words, reader }: Seen,
  resultIn: string | null,
): Card {
  const description = presenter.describe(operation, words);
  const { inFull, isOwnWord } = description.subject;
  const subject =
    reader === "author" && isOwnWord === true ? { inFull, masked: inFull } : description.subject;
  const own = description.terms ?? words;
  return { operation, description: { ...description, subject }, reader, words: own, resultIn };
}
