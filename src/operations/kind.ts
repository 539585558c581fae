import type { Catalogue } from "../locales/index.ts";
import type { LateReply } from "../platform/index.ts";
import type { InTransaction, Json, Notification, Operation, Transition } from "../store/index.ts";
import type { OperationEnd } from "./end.ts";
import type { Quota } from "./limits.ts";

/** One kind of platform-changing call, defined by its feature. `Q` is the request, `R` the reply. */
export type OperationKind<Q, R> = {
  name: string;
  /** Reads a stored request of this or an earlier version; null when it can't. */
  read(stored: unknown): Q | null;
  /**
   * Prepares the call, such as by reading a file from Slack. @throws NotReadyError. The call throws PlatformError and asks
   * `mayLeave` before each attempt; failures before its first true are `not_sent`.
   */
  ready(request: Q, signal: AbortSignal, author: string): Promise<Call<R>>;
  /** Returns the code of a reason why the request must not leave now; asked before each attempt. Pure. */
  obstacle?(request: Q): string | null;
  /** Makes the end to store for an accepted reply. */
  toEnd(reply: R): OperationEnd;
  /** Returns posts to create or refresh when the operation ends, or a late reply corrects its end. Pure. */
  notificationFor(operation: Operation, transition: Transition): Notification;
  /** Extra writes that commit with the outcome, such as a template's observation; left out after repeated failures. */
  inTransaction?: InTransaction;
  /** Returns search words for the history. Pure. */
  words?(request: Q, snapshot: unknown): readonly string[];
  /** Describes an operation for posts and lists. Pure. */
  describe(operation: Operation, words: Catalogue): Description | null;
  /** Completes the request with the result of the preceding operation. Null if it can't be completed. */
  follow?(request: Q, before: Json): Q | null;
  /** Quota of a person and day, counted for each kind. */
  quota?: () => Quota;
  /** Set if preparing needs no more than the store, so that a first try may be stored as started. */
  isReadyAtOnce?: true;
  /** Most calls of this kind at once; if absent, the kind shares a limit with others. */
  atOnce?: number;
  /** Returns posts to create when an act with several operations is enqueued. Pure. */
  enqueuedNotificationFor?(act: Pick<Operation, "act" | "kind" | "author" | "conversation">): Notification;
  /** True to run an acknowledged, unstarted first step after a restart; otherwise it ends as not sent. */
  resumes?: boolean;
};

type Call<R> = (options: {
  signal: AbortSignal;
  onLateReply: (late: LateReply<R>) => void;
  mayLeave: (attempt: number) => Promise<boolean>;
}) => Promise<R>;

/** Converts a call's replies, in time or late. */
export function mapReply<A, B>(call: Call<A>, read: (reply: A) => B): Call<B> {
  return async ({ onLateReply, ...options }) => {
    const onLate = (late: LateReply<A>) =>
      onLateReply(late.ok ? { ok: true, reply: read(late.reply) } : late);
    return read(await call({ ...options, onLateReply: onLate }));
  };
}

/** Thrown if the call could not be prepared; nothing was sent. The catalogues have a sentence for each code. */
export class NotReadyError extends Error {
  override readonly name = "NotReadyError";
  readonly code: string;
  /** Findings to store with the end, such as the size of a file. */
  readonly found: Json;
  constructor(code: string, { found = null, ...options }: ErrorOptions & { found?: Json } = {}) {
    super(code, options);
    this.code = code;
    this.found = found;
  }
}

/** A kind without type parameters, so that one list can hold all kinds. */
export type AnyOperationKind = Omit<
  OperationKind<never, never>,
  "read" | "ready" | "obstacle" | "toEnd" | "follow" | "words"
> & {
  /** Returns search words; none if the request can't be read. */
  words(stored: unknown, snapshot: unknown): string[];
  /** Reads the request to send. `before` is the stored reply of the preceding operation. @throws if it can't be read */
  open(stored: unknown, before: Json): Request;
};

export type Request = {
  /** Request body that replaces the stored one; null to send the stored body. */
  completed: object | null;
  obstacle(): string | null;
  ready(signal: AbortSignal, author: string): Promise<Call<OperationEnd>>;
};

export function operationKind<Q extends object, R>(kind: OperationKind<Q, R>): AnyOperationKind {
  return {
    ...kind,
    words: (stored, snapshot) => {
      const request = kind.read(stored);
      return request === null ? [] : (kind.words?.(request, snapshot) ?? []).flatMap(toWords);
    },
    open: (stored, before) => {
      const asked = kind.read(stored);
      if (asked === null) throw new Error("the stored request can't be read");
      const completed = kind.follow?.(asked, before) ?? null;
      const request = completed ?? asked;
      return {
        completed,
        obstacle: () => kind.obstacle?.(request) ?? null,
        ready: async (signal, author) => mapReply(await kind.ready(request, signal, author), kind.toEnd),
      };
    },
  };
}

/** Splits a text into search words: letters and digits in lower case. */
export function toWords(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, maxWordLength));
}

const maxWordLength = 64;

/** Returns the last four digits, by which a phone number is found and which everybody may see. */
export function lastFourDigits(number: string): string {
  return number.replace(/\D/g, "").slice(-4);
}

/**
 * Action ids of the buttons under an operation's post; a button's value is the operation's id. `resolve` is followed by a
 * colon and the report: `…:arrived`. Null means that the kind has no such button.
 */
export type FollowUpActions = {
  resolve: string;
  repeat: string | null;
  edit: string | null;
  /** Button that opens the kind's form with the same values. */
  another: string | null;
  /** Button to use the accepted file in a message; its value is the file's id. */
  use?: { id: string; label: string; value: string };
  /** Label of the `edit` button in place of “Edit and send again…”. */
  editLabel?: string;
  editStyle?: "danger";
  /** Set if repeating is harmless, so that `edit` is offered while the outcome is unknown too. */
  isHarmlessTwice?: boolean;
  /** Button that opens the form to report several unknown outcomes; its value is the card's id. */
  unresolved: string;
};

/** A named value. `says` is the text shown without the name, `From 02-…`. `isMinor` facts are shown only under “Details”. */
export type Fact = { name: string; value: string; says?: string; isMinor?: true };

/** A fact whose value needs no name. */
export function toUnnamedFact(name: string, value: string): Fact {
  return { name, value, says: value };
}

/** Description of an operation by its feature, for posts, lists and forms. */
export type Description = {
  kind: string;
  /**
   * Recipient or object: whole for its author, masked for others. With `isOwnWord` it is the author's own name for it, which
   * their direct messages show whole.
   */
  subject: { inFull: string; masked: string; isOwnWord?: true };
  /** Facts that any reader may see, the most useful first: a card shows three, “Details” all. */
  facts: readonly Fact[];
  /** Content that was sent, for its author only. `lines` are named values shown with the text. */
  sent?: { lines: readonly { name: string; value: string }[]; text: string | null };
  /** Further results and texts of the platform, for the author under “Details”. */
  details?: readonly { name: string; value: string }[];
  /** Texts that only the author may see: texts of others that repeat a part are hidden from everybody else. */
  contents: readonly string[];
  /** The platform's ids, the most useful first; any reader may see them. */
  ids: readonly { name: string; id: string }[];
  /** Reason why nobody is asked whether the message arrived, if clear from the start. */
  unasked?: string;
  /** Another post that describes the operation; on-call's post links to it. */
  describedIn?: { subject: string; audience: string; conversation: string } | undefined;
  ways?: FollowUpActions;
  /** The catalogue with this kind's own terms. */
  terms?: Catalogue;
};
