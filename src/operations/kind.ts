import type { Catalogue } from "../locales/index.ts";
import type { LateReply } from "../platform/index.ts";
import type { InTransaction, Json, Notification, Operation, Transition } from "../store/index.ts";
import type { OperationEnd } from "./end.ts";
import type { Quota } from "./limits.ts";

/** One kind of platform-changing call, as its feature defines it. `Q`: the request, `R`: the reply. */
export type OperationKind<Q, R> = {
  name: string;
  /** Reads a stored request of this or an earlier version; null when it can't. */
  read(stored: unknown): Q | null;
  /**
   * Prepares the call, such as by reading a file from Slack. @throws NotReadyError. The call throws PlatformError and asks
   * `mayLeave` before each attempt; failures before the first yes are `not_sent`.
   */
  ready(request: Q, signal: AbortSignal, author: string): Promise<Call<R>>;
  /** Code of the reason why it must not leave now; asked before each attempt. Pure. */
  obstacle?(request: Q): string | null;
  /** End to store for an accepted reply. */
  toEnd(reply: R): OperationEnd;
  /** Posts to create or refresh when the operation ends, or when a late reply corrects its end. Pure. */
  notificationFor(operation: Operation, transition: Transition): Notification;
  /** Extra writes with the outcome, such as a template's observation; left out after repeated failures. */
  inTransaction?: InTransaction;
  /** Search words of the history. Pure. */
  words?(request: Q, snapshot: unknown): readonly string[];
  /** Describes it for posts and lists. Pure. */
  describe(operation: Operation, words: Catalogue): Description | null;
  /** The request, completed with the result of the operation before it; null if there is none. */
  follow?(request: Q, before: Json): Q | null;
  /** Quota of a person and day, counted for each kind. */
  quota?: () => Quota;
  /** Preparing needs the store at most, so that a first try may be stored as started. */
  isReadyAtOnce?: true;
  /** Calls of this kind at once; without it, the kind shares one limit with others. */
  atOnce?: number;
  /** Posts to create when an act with several operations is enqueued. Pure. */
  enqueuedNotificationFor?(act: Pick<Operation, "act" | "kind" | "author" | "conversation">): Notification;
  /** Runs after a restart if it was acknowledged, is not started and follows no other operation; else not sent. */
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

/** The call could not be prepared, and nothing was sent. The code has a sentence in the catalogues. */
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

/** A kind without its type parameters, so that one list can have all kinds. */
export type AnyOperationKind = Omit<
  OperationKind<never, never>,
  "read" | "ready" | "obstacle" | "toEnd" | "follow" | "words"
> & {
  /** Search words; none if the request can't be read. */
  words(stored: unknown, snapshot: unknown): string[];
  /** Reads the request to send. `before`: the stored reply of the operation before it. @throws if it can't be read */
  open(stored: unknown, before: Json): Request;
};

export type Request = {
  /** Replaces the stored request; null if that is sent unchanged. */
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

/** Search words: letters and digits in lower case. */
export function toWords(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, maxWordLength));
}

const maxWordLength = 64;

/** A phone number is found by its last four digits, which everybody may see. */
export function lastDigits(number: string): string {
  return number.replace(/\D/g, "").slice(-4);
}

/**
 * Action ids of the buttons under an operation's post; their value is the operation's id. `resolve` is followed by a colon
 * and the report: `…:arrived`. Null: this kind has no such button.
 */
export type Ways = {
  resolve: string;
  repeat: string | null;
  edit: string | null;
  /** Opens the kind's form, filled with the same values. */
  another: string | null;
  /** Uses the accepted file in a message; the value is the file's id. */
  use?: { id: string; label: string; value: string };
  /** Label of the `edit` button in place of “Edit and send again…”. */
  editLabel?: string;
  editStyle?: "danger";
  /** Repeating is harmless, so that `edit` is offered while the outcome is unknown too. */
  isHarmlessTwice?: boolean;
  /** Opens the form that reports on several unknown outcomes; the value is the card's id. */
  unresolved: string;
};

/** `says`: the value as shown without its name, `From 02-…`. `isMinor`: shown under “Details” alone. */
export type Fact = { name: string; value: string; says?: string; isMinor?: true };

/** A fact whose value needs no name. */
export function toUnnamedFact(name: string, value: string): Fact {
  return { name, value, says: value };
}

/** What an operation is about, described by its feature for posts, lists and forms. */
export type Description = {
  kind: string;
  /**
   * Recipient or object: whole for its author, masked for others. `isOwnWord`: the author's own name for it, which their
   * direct messages show whole.
   */
  subject: { inFull: string; masked: string; isOwnWord?: true };
  /** Facts that any reader may see, the most useful first: a card shows three, “Details” all. */
  facts: readonly Fact[];
  /** What was sent, for its author alone. `lines`: named values, shown with the text. */
  sent?: { lines: readonly { name: string; value: string }[]; text: string | null };
  /** Further results and texts of the platform, shown to the author under “Details”. */
  details?: readonly { name: string; value: string }[];
  /** Texts for the author alone: a text of others that repeats part of one is not shown to anybody else. */
  contents: readonly string[];
  /** The platform's ids, the most useful first; any reader may see them. */
  ids: readonly { name: string; id: string }[];
  /** Why nobody is asked whether it arrived, if that was clear from the start. */
  unasked?: string;
  /** Another post that describes it; on-call's post links there. */
  describedIn?: { subject: string; audience: string; conversation: string } | undefined;
  ways?: Ways;
  /** The catalogue with this kind's own terms. */
  terms?: Catalogue;
};
