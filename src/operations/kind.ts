import type { Catalogue } from "../locales/index.ts";
import type { LateReply } from "../platform/index.ts";
import type { InTransaction, Json, Notification, Operation, Transition } from "../store/index.ts";
import type { OperationEnd } from "./end.ts";
import type { Quota } from "./limits.ts";

/** One kind of platform-changing call, defined by its feature. `Q` is the request, `R` the reply. */
export type OperationKind<Q, R> = {
  name: string;
  /** Reads a stored request of this or an earlier version; null if it can't be read. */
  read(stored: unknown): Q | null;
  /**
   * Prepares the call. @throws NotReadyError. The call asks `mayLeave` before each attempt and throws PlatformError;
   * a failure before the first true is `not_sent`.
   */
  ready(request: Q, signal: AbortSignal, author: string): Promise<Call<R>>;
  /** Returns a code if the request must not leave now; asked before each attempt. Pure. */
  obstacle?(request: Q): string | null;
  toEnd(reply: R): OperationEnd;
  /** Returns posts to create or refresh when the operation ends, or a late reply corrects its end. Pure. */
  notificationFor(operation: Operation, transition: Transition): Notification;
  /** Extra writes that commit with the outcome, such as a template's observation; skipped after repeated failures. */
  inTransaction?: InTransaction;
  words?(request: Q, snapshot: unknown): readonly string[];
  describe(operation: Operation, words: Catalogue): Description | null;
  /** Completes the request with the result of the preceding operation. Null if it can't be completed. */
  follow?(request: Q, before: Json): Q | null;
  /** Quota per person and day, counted separately for each kind. */
  quota?: () => Quota;
  /** Flag of a kind that needs only the store to be prepared; a first try may then be stored as started. */
  isReadyAtOnce?: true;
  /** Most calls of this kind at once; kinds without the field share a limit. */
  atOnce?: number;
  /** Returns posts to create when an act with several operations is enqueued. Pure. */
  enqueuedNotificationFor?(act: Pick<Operation, "act" | "kind" | "author" | "conversation">): Notification;
  /** True runs an acknowledged, unstarted first step after a restart; false ends it as not sent. */
  resumes?: boolean;
};

type Call<R> = (options: {
  signal: AbortSignal;
  onLateReply: (late: LateReply<R>) => void;
  mayLeave: (attempt: number) => Promise<boolean>;
}) => Promise<R>;

export function mapReply<A, B>(call: Call<A>, read: (reply: A) => B): Call<B> {
  return async ({ onLateReply, ...options }) => {
    const onLate = (late: LateReply<A>) =>
      onLateReply(late.ok ? { ok: true, reply: read(late.reply) } : late);
    return read(await call({ ...options, onLateReply: onLate }));
  };
}

/** Thrown if a call could not be prepared; nothing was sent. The catalogues have a sentence for each code. */
export class NotReadyError extends Error {
  override readonly name = "NotReadyError";
  readonly code: string;
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
  words(stored: unknown, snapshot: unknown): string[];
  /** Reads the request to send. `before` is the stored reply of the preceding operation. @throws if it can't be read */
  open(stored: unknown, before: Json): Request;
};

export type Request = {
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

/** Returns the last four digits, which everybody may see and by which a number is found. */
export function lastFourDigits(number: string): string {
  return number.replace(/\D/g, "").slice(-4);
}

/** Action ids of an operation's buttons, whose value is its id; null for none. `resolve` gets the report: `…:arrived`. */
export type FollowUpActions = {
  resolve: string;
  repeat: string | null;
  edit: string | null;
  another: string | null;
  /** Button to use the accepted file in a message; its value is the file's id. */
  use?: { id: string; label: string; value: string };
  /** Label of the `edit` button in place of “Edit and send again…”. */
  editLabel?: string;
  editStyle?: "danger";
  /** Flag of a kind that may harmlessly run twice: `edit` is offered while the outcome is unknown too. */
  isHarmlessTwice?: boolean;
  /** Button that opens the form for several unknown outcomes; its value is the card's id. */
  unresolved: string;
};

/** A named value. `says`: text shown without the name, `From 02-…`. `isMinor`: shown only under “Details”. */
export type Fact = { name: string; value: string; says?: string; isMinor?: true };

export function toUnnamedFact(name: string, value: string): Fact {
  return { name, value, says: value };
}

export type Description = {
  kind: string;
  /** Recipient or object, whole for the author, masked for others. `isOwnWord`: shown whole in their direct messages. */
  subject: { inFull: string; masked: string; isOwnWord?: true };
  /** Facts that any reader may see, the most useful first: a card shows three, “Details” all. */
  facts: readonly Fact[];
  /** Content that was sent, for its author only. `lines` are named values shown with the text. */
  sent?: { lines: readonly { name: string; value: string }[]; text: string | null };
  details?: readonly { name: string; value: string }[];
  /** Texts for the author only; foreign texts that repeat a part of them are hidden from everybody else. */
  contents: readonly string[];
  /** The platform's ids, the most useful first; any reader may see them. */
  ids: readonly { name: string; id: string }[];
  /** Reason not to ask whether the message arrived, if known from the start. */
  unasked?: string;
  /** Another post that describes the operation; on-call's post links to it. */
  describedIn?: { subject: string; audience: string; conversation: string } | undefined;
  ways?: FollowUpActions;
  /** Catalogue with this kind's own terms. */
  terms?: Catalogue;
};
