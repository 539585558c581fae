import { type Catalogue, type Locale, wordsOf } from "../locales/index.ts";
import type { Operations } from "../operations/index.ts";
import type { Description, Ways } from "../operations/kind.ts";
import type { Answer } from "../slack/blocks/answer.ts";
import type { Operation, Store } from "../store/index.ts";
import type { Card, Entry, Reader } from "./card.view.ts";
import type { ResultAudiences } from "./notifications.ts";

/** How a kind of operation is presented. */
export type Presenter = {
  audiences: ResultAudiences;
  /** Language of conversations; a direct message has its reader's. */
  teamLocale: Locale;
  describe: (operation: Operation, words: Catalogue) => Description;
  ids: Ways;
  /** For features whose acts may bring several operations. */
  batch?: Batch;
  /** Its own replies under a post, such as a vendor's status; null for other events. */
  says?: (operation: Operation, event: unknown, words: Catalogue) => Answer | null;
};

/** The one post of several operations. */
export type Batch = {
  title: (operations: readonly Operation[], seen: Seen) => string;
  /** Title where the usual one doesn't tell it from others. */
  titleInList?: (operations: readonly Operation[], seen: Seen) => string;
  render: (operations: readonly Operation[], seen: Seen, earlier: readonly Operation[]) => Answer;
  /** For its details; without it, the same as its post. */
  story?: (operations: readonly Operation[], seen: Seen, earlier: readonly Operation[]) => Answer;
  /** Earlier results to compare with once all have ended. */
  earlier?: (
    operation: Operation,
    operations: Pick<Store["operations"], "list" | "ofAct">,
  ) => Promise<readonly Operation[]>;
};

export type PresenterOptions = Omit<Presenter, "describe"> & {
  /** `ways`: differences from `ids` for this operation. Null for what it can't read. */
  describe: (operation: Operation, words: Catalogue) => Description | null;
};

export function createPresenter(options: PresenterOptions): Presenter {
  return {
    ...options,
    describe: (operation, words) => {
      const described = options.describe(operation, words);
      if (described !== null) return { ways: options.ids, ...described };
      // An unreadable request can't fill a form; it can still be reported as arrived.
      const ways = { ...options.ids, edit: null, repeat: null, another: null };
      return { ...describeUnread(operation, words), ways };
    },
  };
}

/** What is known of an operation that was forgotten, or that this version of its feature can't read. */
function describeUnread({ kind, request }: Operation, { history }: Catalogue): Description {
  const isForgotten = typeof request === "object" && request !== null && "forgotten" in request;
  const says = isForgotten ? history.forgotten : history.unreadable;
  return { kind, subject: { inFull: says, masked: says }, facts: [], contents: [], ids: [] };
}

/** With what its feature says of it; of one whose feature is gone what any operation says. */
export function toEntry(
  operation: Operation,
  words: Catalogue,
  operations: Pick<Operations, "describe">,
): Entry {
  return {
    operation,
    description: operations.describe(operation, words) ?? describeUnread(operation, words),
  };
}

/** What a reader at a place is shown, in which words. */
export type Seen = { presenter: Presenter; words: Catalogue; reader: Reader };

/** Whole only where the author alone reads, in the author's language. */
export function seenAt({ author, locale }: Operation, destination: string, presenter: Presenter): Seen {
  const { teamLocale, audiences } = presenter;
  const isOwn = destination === author;
  const words = wordsOf(isOwn ? (locale ?? teamLocale) : teamLocale);
  // A stand-in for on-call may resolve as on-call does.
  const onCall: Reader = audiences.onCall.includes(destination) ? "on-call" : "anybody";
  return { presenter, words, reader: isOwn ? "author" : onCall };
}

/** A card for its reader, in its kind's terms; the author's own name for it is whole for the author alone. */
export function toCard(
  operation: Operation,
  { presenter, words, reader }: Seen,
  resultIn: string | null = null,
): Card {
  const description = presenter.describe(operation, words);
  const { inFull, isOwnWord } = description.subject;
  const subject =
    reader === "author" && isOwnWord === true ? { inFull, masked: inFull } : description.subject;
  return {
    operation,
    description: { ...description, subject },
    reader,
    words: description.terms ?? words,
    subject: subject.masked,
    resultIn,
  };
}
