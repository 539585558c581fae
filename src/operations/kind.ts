import type { Catalogue } from "../locales/index.ts";
import type { LateReply } from "../platform/index.ts";
import type { InTransaction, Json, Notification, Operation, Transition } from "../store/index.ts";
import type { End } from "./end.ts";
import type { Quota } from "./limits.ts";

/** One kind of platform-changing call, as its feature defines it. `Q`: the request, `R`: the reply. */
export type OperationKind<Q, R> = {
  name: string;
  /** Reads a stored request of this or an earlier version; null when it can't. */
  read(stored: unknown): Q | null;
  /**
   * Prepares the call (a file from Slack, for one). @throws NotReadyError. The call throws PlatformError and asks `mayLeave`
   * before each attempt: until it says yes, failures are `not_sent`.
   */
  ready(request: Q, signal: AbortSignal, author: string): Promise<Call<R>>;
  /** Code of why it must not leave now, asked before each attempt. Pure. */
  obstacle?(request: Q): string | null;
  /** What is kept of an accepted reply. */
  toEnd(reply: R): End;
  /** Posts to create or refresh with an end. Pure. */
  notificationFor(operation: Operation, transition: Transition): Notification;
  /** Writes that commit with an end, such as a template's observation. Left out if they fail again and again. */
  inTransaction?: InTransaction;
  /** Search words of the history. Pure. */
  words?(request: Q, snapshot: unknown): readonly string[];
  /** What lists show of it. Pure. */
  describe(operation: Operation, words: Catalogue): Description | null;
  /** The request with the result of the operation that it waited for; null when it waited for none. */
  follow?(request: Q, before: Json): Q | null;
  /** Quota of a person and day, counted for each kind. */
  quota?: () => Quota;
  /** Preparing needs the store at most: a first try may be stored as started. */
  isReadyAtOnce?: true;
  /** Calls of this kind at once; without it, the kind shares the limit of all that have none. */
  atOnce?: number;
  /** Posts of several operations of one act when they are enqueued. Pure. */
  enqueuedNotificationFor?(act: Pick<Operation, "act" | "kind" | "author" | "conversation">): Notification;
  /**
   * Runs after a restart if it was acknowledged and not started, unless it follows another operation: a decision was its
   * act. Others end as not sent.
   */
  resumes?: boolean;
};

type Call<R> = (options: {
  signal: AbortSignal;
  onLateReply: (late: LateReply<R>) => void;
  mayLeave: (attempt: number) => Promise<boolean>;
}) => Promise<R>;

/** A call whose replies, in time or late, are converted. */
export function mapReply<A, B>(call: Call<A>, read: (reply: A) => B): Call<B> {
  return async ({ onLateReply, ...options }) => {
    const onLate = (late: LateReply<A>) =>
      onLateReply(late.ok ? { ok: true, reply: read(late.reply) } : late);
    return read(await call({ ...options, onLateReply: onLate }));
  };
}

/** Nothing left; the code has a sentence in the catalogues. */
export class NotReadyError extends Error {
  override readonly name = "NotReadyError";
  readonly code: string;
  /** What was found out all the same, kept with the end. */
  readonly found: Json;
  constructor(code: string, { found = null, ...options }: ErrorOptions & { found?: Json } = {}) {
    super(code, options);
    this.code = code;
    this.found = found;
  }
}

/** A kind with its types closed over, for lists of kinds. */
export type Kind = Omit<
  OperationKind<never, never>,
  "read" | "ready" | "obstacle" | "toEnd" | "follow" | "words"
> & {
  /** Search words; none where the request can't be read. */
  words(stored: unknown, snapshot: unknown): string[];
  /** The request to send. `before`: what was kept of the operation that it waited for. @throws where it can't be read */
  open(stored: unknown, before: Json): Request;
};

export type Request = {
  /** Replaces the stored request; null where that is what is sent. */
  completed: object | null;
  obstacle(): string | null;
  ready(signal: AbortSignal, author: string): Promise<Call<End>>;
};

export function operationKind<Q extends object, R>(kind: OperationKind<Q, R>): Kind {
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
  return words.map((word) => word.slice(0, longestWord));
}

const longestWord = 64;

/** A phone number is found by its last four digits, which everybody may see. */
export function lastDigits(number: string): string {
  return number.replace(/\D/g, "").slice(-4);
}

/**
 * Action ids of the buttons under an operation's post; their value is the operation's id. `resolve` has what a person found
 * out behind a colon. Null: this kind has no such button.
 */
export type Ways = {
  resolve: string;
  repeat: string | null;
  edit: string | null;
  /** Opens its form, filled for another one of the same. */
  another: string | null;
  /** Uses the accepted file in a message; the value is the file's id. */
  use?: { id: string; label: string; value: string };
  /** Label of the `edit` button where nothing is edited. */
  editLabel?: string;
  editStyle?: "danger";
  /** Repeating is harmless, so that `edit` doesn't wait until the outcome is known. */
  isHarmlessTwice?: boolean;
  /** Opens the form of unresolved operations; the value is the card's id. */
  unresolved: string;
};

/** `says`: how it reads without its name. `isMinor`: shown in the story alone. */
export type Fact = { name: string; value: string; says?: string; isMinor?: true };

/** A fact whose value needs no name. */
export function inItself(name: string, value: string): Fact {
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
  /** Fit for conversations, the most useful first: a card shows three, the story all. */
  facts: readonly Fact[];
  /** As it was sent, for its author alone. `lines`: values shown beside the text. */
  sent?: { lines: readonly { name: string; value: string }[]; text: string | null };
  /** Further results and words of the platform, for its author's story. */
  details?: readonly { name: string; value: string }[];
  /** All that it says: words of others that repeat any of it are shown to its author alone. */
  contents: readonly string[];
  /** The platform's ids, the most useful first; fit for conversations. */
  ids: readonly { name: string; id: string }[];
  /** Why nobody is asked whether it arrived, where that was clear from the start. */
  unasked?: string;
  /** Another post that describes it: on-call is led there. */
  describedIn?: { subject: string; audience: string; conversation: string } | undefined;
  ways?: Ways;
  /** The catalogue with this kind's own terms. */
  terms?: Catalogue;
};
