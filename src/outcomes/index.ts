import { type Catalogue, type Locale, wordsOf } from "../locales/index.ts";
import { withTerms } from "../locales/terms.ts";
import type { Operations } from "../operations/index.ts";
import type { Description, FollowUpActions } from "../operations/kind.ts";
import type { Answer } from "../slack/blocks/answer.ts";
import type { Operation, Store } from "../store/index.ts";
import type { Card, DescribedOperation, ReaderRole } from "./card.view.ts";
import type { ResultAudiences } from "./notifications.ts";

export type Presenter = {
  audiences: ResultAudiences;
  /** Language of conversations; direct messages use their reader's. */
  teamLocale: Locale;
  describe: (operation: Operation, words: Catalogue) => Description;
  ids: FollowUpActions;
  batch?: Batch;
  /** Renders the feature's own thread events, such as a vendor's status; null for all others. */
  says?: (operation: Operation, event: unknown, words: Catalogue) => Answer | null;
};

export type Batch = {
  title: (operations: readonly Operation[], viewer: Viewer) => string;
  /** Title in a list of acts, if several acts could have the same `title`. @default title */
  titleInList?: (operations: readonly Operation[], viewer: Viewer) => string;
  render: (operations: readonly Operation[], viewer: Viewer, earlier: readonly Operation[]) => Answer;
  /** Details in the history. @default render */
  story?: (operations: readonly Operation[], viewer: Viewer, earlier: readonly Operation[]) => Answer;
  /** Reads earlier operations for comparison, after all operations of the act have ended. @default none */
  earlier?: (
    operation: Operation,
    operations: Pick<Store["operations"], "list" | "ofAct">,
  ) => Promise<readonly Operation[]>;
};

export type PresenterOptions = Omit<Presenter, "describe"> & {
  /** Describes an operation; null if its request is unreadable. `ways` in the result replaces `ids`. */
  describe: (operation: Operation, words: Catalogue) => Description | null;
};

export function createPresenter(options: PresenterOptions): Presenter {
  return {
    ...options,
    describe: (operation, words) => {
      const described = options.describe(operation, words);
      if (described !== null) return { ways: options.ids, ...described };
      // An unreadable request can't fill a form, but its outcome can be reported.
      const ways = { ...options.ids, edit: null, repeat: null, another: null };
      return { ...describeUnread(operation, words), ways };
    },
  };
}

/** Describes a forgotten or unreadable operation by its kind alone. */
function describeUnread({ kind: stored, request }: Operation, words: Catalogue): Description {
  const { history, outcomes, files, templates } = words;
  const isForgotten = typeof request === "object" && request !== null && "forgotten" in request;
  const says = isForgotten ? history.forgotten : history.unreadable;
  const names = { ...files.kind, ...templates.kind };
  const of = (["upload", "delete", "update", "comment"] as const).find((one) => stored.endsWith(`.${one}`));
  return {
    kind: of ? names[of] : stored.endsWith(".send") ? outcomes.message : outcomes.operationId,
    subject: { inFull: says, masked: says },
    facts: [],
    contents: [],
    ids: [],
    ...(of && { terms: withTerms(words, of) }),
  };
}

export function toDescribedOperation(
  operation: Operation,
  words: Catalogue,
  operations: Pick<Operations, "describe">,
): DescribedOperation {
  return {
    operation,
    description: operations.describe(operation, words) ?? describeUnread(operation, words),
  };
}

export type Viewer = { presenter: Presenter; words: Catalogue; reader: ReaderRole };

/** Viewer of a post. The author's direct message shows everything, in the author's language; others are masked. */
export function toViewer({ author, locale }: Operation, destination: string, presenter: Presenter): Viewer {
  const { teamLocale, audiences } = presenter;
  const isOwn = destination === author;
  const words = wordsOf(isOwn ? (locale ?? teamLocale) : teamLocale);
  // People who get on-call's posts as a fallback have on-call's rights.
  const onCall: ReaderRole = audiences.onCall.includes(destination) ? "on-call" : "anybody";
  return { presenter, words, reader: isOwn ? "author" : onCall };
}

/** Creates a card for one reader, in its kind's terms. A name that the author chose is masked for others. */
export function toCard(
  operation: Operation,
  { presenter, words, reader }: Viewer,
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
