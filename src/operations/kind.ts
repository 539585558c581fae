import type { Catalogue } from "../locales/index.ts";
import type { LateReply } from "../platform/index.ts";
import type { InTransaction, Json, Notification, Operation, Transition } from "../store/index.ts";
import type { End } from "./end.ts";
import type { Quota } from "./limits.ts";

/** One kind of platform-changing call, as its feature defines it: `Q` is what is asked for, `R` the reply. */
export type OperationKind<Q, R> = {
  /** `messages.send` … */
  name: string;
  /** The one reading of what was stored, by this version or an earlier one; null when it can't be read any more. */
  read(stored: unknown): Q | null;
  /**
   * Gets ready what the call needs, a file from Slack for one, and gives the call; NotReadyError says why it can't. The
   * call throws PlatformError. It asks `mayLeave` before each attempt: until that says yes, any failure is `not_sent`.
   */
  ready(request: Q, signal: AbortSignal): Promise<Call<R>>;
  /** Why it must not leave now, a code with a sentence in the catalogues: looked at before each attempt. Pure. */
  obstacle?(request: Q): string | null;
  /** What is kept of a reply that was accepted. */
  toEnd(reply: R): End;
  /** Where an end is told from now on, and what is said of it. Pure. */
  notificationFor(operation: Operation, transition: Transition): Notification;
  /** What commits with an end: what its reply showed, for one. Left out where it fails again and again. */
  inTransaction?: InTransaction;
  /** What the history finds it by. Pure. */
  words?(request: Q, about: unknown): readonly string[];
  /** What lists say of it. Pure. */
  describe(operation: Operation, words: Catalogue): Description | null;
  /** The request completed with the result of the operation that it waited for; null when it waited for none. */
  follow?(request: Q, before: Json): Q | null;
  /** Each counts against its person's limit for a day, apart from other kinds. */
  quota?: () => Quota;
  /** Getting its call ready reads the store at most, and no file: a first try may be stored as started. */
  isReadyAtOnce?: true;
  /** So many at once; left out, it shares the limit of all that have none. */
  atOnce?: number;
  /** Where several of one act are told from when they are taken on. Pure. */
  enqueuedNotificationFor?(act: Pick<Operation, "act" | "kind" | "author" | "conversation">): Notification;
  /**
   * An acknowledged one that a dead process left before its start runs then, unless it follows another, since a decision
   * was its act. Others are not sent.
   */
  resumes?: boolean;
};

type Call<R> = (options: {
  signal: AbortSignal;
  onLateReply: (late: LateReply<R>) => void;
  mayLeave: (attempt: number) => Promise<boolean>;
}) => Promise<R>;

/** A call whose reply is read on its way, in time or late. */
export function mapReply<A, B>(call: Call<A>, read: (reply: A) => B): Call<B> {
  return async ({ onLateReply, ...options }) => {
    const onLate = (late: LateReply<A>) =>
      onLateReply(late.ok ? { ok: true, reply: read(late.reply) } : late);
    return read(await call({ ...options, onLateReply: onLate }));
  };
}

/** Why nothing left: a code with a sentence in the catalogues. */
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

/** A kind with its types closed over, as a list of kinds can hold it. */
export type Kind = Omit<
  OperationKind<never, never>,
  "read" | "ready" | "obstacle" | "toEnd" | "follow" | "words"
> & {
  /** What the history finds it by; nothing of what can't be read. */
  words(stored: unknown, about: unknown): string[];
  /**
   * The request as it is sent. `before`: what was kept of the operation that this one waited for; null when it waited for
   * none. @throws where it can't be read
   */
  open(stored: unknown, before: Json): Request;
};

export type Request = {
  /** Takes the place of what was stored; null where that is what is sent. */
  completed: object | null;
  obstacle(): string | null;
  ready(signal: AbortSignal): Promise<Call<End>>;
};

export function operationKind<Q extends object, R>(kind: OperationKind<Q, R>): Kind {
  return {
    ...kind,
    words: (stored, about) => {
      const request = kind.read(stored);
      return request === null ? [] : (kind.words?.(request, about) ?? []).flatMap(toWords);
    },
    open: (stored, before) => {
      const asked = kind.read(stored);
      if (asked === null) throw new Error("the stored request can't be read");
      const completed = kind.follow?.(asked, before) ?? null;
      const request = completed ?? asked;
      return {
        completed,
        obstacle: () => kind.obstacle?.(request) ?? null,
        ready: async (signal) => mapReply(await kind.ready(request, signal), kind.toEnd),
      };
    },
  };
}

/** What somebody may look for, as it is stored and as it is asked for: words of letters and digits in lower case. */
export function toWords(text: string): string[] {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => word.slice(0, longestWord));
}

/** Longer than any id of the platform's. */
const longestWord = 64;

/** A phone number is found by its last four digits, which everybody may see. */
export function lastDigits(number: string): string {
  return number.replace(/\D/g, "").slice(-4);
}

/**
 * What Slack echoes back of the buttons under an operation's post; the value is the operation's id. `resolve` comes
 * with what a person found out behind a colon. Null where a kind of operation has no such way on.
 */
export type Ways = {
  resolve: string;
  repeat: string | null;
  edit: string | null;
  /** For what was accepted: its form, filled for another one of the same. */
  another: string | null;
  /** What was accepted is used with it, by its author where they may; the value is the file's. */
  use?: { id: string; label: string; value: string };
  /** What the button behind `edit` is called, where it isn't edited. */
  editLabel?: string;
  /** Where it can't be undone. */
  editStyle?: "danger";
  /** Doing it twice does no harm, so that `edit` needs nobody to know first what became of it. */
  isHarmlessTwice?: boolean;
  /** Under a listing, whose id is the value; on the button and on the form that it opens. */
  unresolved: string;
};

/** `says`: how it reads on a line where it needs no name. `isMinor`: only the story has it. */
export type Fact = { name: string; value: string; says?: string; isMinor?: true };

/** Whoever reads the value sees what it is. */
export function inItself(name: string, value: string): Fact {
  return { name, value, says: value };
}

/** What one operation is about, said by its feature for whatever tells of it: posts, lists, forms. */
export type Description = {
  /** `SMS`, `upload` … */
  kind: string;
  /**
   * To whom or about what: in full for its author, masked for everybody else. `isOwnWord`: what its author called it,
   * in full in their direct messages too, where a recipient stays masked.
   */
  subject: { inFull: string; masked: string; isOwnWord?: true };
  /** Fit for conversations, the most useful first: a card has three of them, the story all. */
  facts: readonly Fact[];
  /** As it was sent, for its author alone; `lines`: what is read beside the text. */
  sent?: { lines: readonly { name: string; value: string }[]; text: string | null };
  /** How else it went, and what else the platform said of it, for its author's story. */
  details?: readonly { name: string; value: string }[];
  /** All that it says: words of others that repeat any of it are for its author alone. */
  contents: readonly string[];
  /** The platform's ids, the most useful first, by name; fit for conversations. */
  ids: readonly { name: string; id: string }[];
  /** Why nobody is asked whether it arrived, where that was so from the start. */
  unasked?: string;
  /** Another post that says what it is about, and its conversation: whoever has to resolve it is led there. */
  describedIn?: { subject: string; audience: string; conversation: string } | undefined;
  /** What leads on from it; left out where nothing does. */
  ways?: Ways;
  /** The catalogue with this kind's own terms in place of those of messages. */
  terms?: Catalogue;
};
