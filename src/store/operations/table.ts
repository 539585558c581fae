import type { Locale } from "../../locales/index.ts";
import {
  type Decoded,
  id,
  integer,
  json,
  name,
  orNull,
  prose,
  type RowOf,
  text,
  time,
} from "../database/columns.ts";
import type { StoreTransaction } from "../database/tables.ts";
import type { Json } from "../database/values.ts";
import type { Notification } from "../posts/table.ts";

/** How a platform-changing call ended: accepted, refused and not_sent are definite, unknown may have happened. */
export type Outcome = "accepted" | "refused" | "not_sent" | "unknown";

/** Certainly, which nobody knows of what has no outcome yet. */
export function hadNoEffect(outcome: Outcome | null | undefined): boolean {
  return outcome === "refused" || outcome === "not_sent";
}

/** What a person found out about an unknown outcome. */
export type ResolvedAs = "arrived" | "did_not_arrive";

/** What the owner of a phone saw there. */
export type ReceivedAs = "arrived" | "looks_wrong" | "did_not_arrive";

/** Open while `closed_at` is null: that, and no list of states, is what the partial indexes are made on. */
export const operations = {
  columns: {
    /** For the first of an act, the act's own. */
    id: id(),
    /** `messages.send`, `files.upload` … */
    kind: text(),
    /** Slack user id. */
    author: text(),
    /** Slack conversation for the result; null when the author left it to the defaults. */
    conversation: orNull(text()),
    /** The author's language; null of what an older version stored. */
    locale: orNull(text<Locale>()),
    /** The exact body that is (or would have been) sent. */
    request: json("author"),
    /** What was true of it when it was asked for: what people are told must not change with a setting. */
    about: orNull(json("author")),
    state: text<"stored" | "started" | "closed">(),
    /** Null until closed. */
    outcome: orNull(text<Outcome>()),
    /** The platform's reply or the reason for failure, as its feature keeps it. */
    result: orNull(json("author")),
    message_id: orNull(text()),
    /** The act that brought it: the id of its first operation. */
    act: text(),
    /** 0 starts at once, 1 when its act's first is accepted, and never otherwise. */
    step: integer(),
    /** The first try of this very effect: its own id, unless it sends something again. */
    root: text(),
    /** What the person typed as the reason for sending again. */
    reason: orNull(prose("author")),
    /** The counter this operation is counted on; it is given back on the one transition to refused or not sent. */
    quota_day: orNull(text()),
    /** The instance that has it in hand; see `abandoned.ts`. */
    owner: text(),
    created_at: time(),
    /** The person was told that it is on its way; noted of what may run after a restart. */
    acknowledged_at: orNull(time()),
    /** When the request was about to leave; null when it never was. */
    started_at: orNull(time()),
    /** The instance that made the request: only that one can know better than `unknown` later. */
    started_by: orNull(text()),
    /** When the store took its end: what is listed, asked or kept with others goes by that. */
    closed_at: orNull(time()),
    /** When it came to that end, which people read; null where nothing lay between. */
    ended_at: orNull(time()),
    /** When a late reply replaced `unknown` with what really happened. */
    corrected_at: orNull(time()),
    resolved_by: orNull(text()),
    resolved_as: orNull(text<ResolvedAs>()),
    resolved_at: orNull(time()),
    /** On-call's card of unknown outcomes it stands on, named by the operation that began the card. */
    unknowns_card: orNull(text()),
    /** Slack user id of who holds the phone and was asked whether it arrived. */
    phone_owner: orNull(text()),
    /** The operation that began the direct message in which it is asked. */
    questionnaire: orNull(text()),
    asked_at: orNull(time()),
    received_as: orNull(text<ReceivedAs>()),
    received_at: orNull(time()),
    received_words: orNull(prose("phone_owner")),
  },
  constraints: [
    "constraint operations_state check (state in ('stored', 'started', 'closed'))",
    "constraint operations_closed check ((state = 'closed') = (closed_at is not null))",
    "constraint operations_outcome check ((outcome is not null) = (closed_at is not null))",
  ],
  indexes: [
    // The abandoned are found among the open; the closed, which are nearly all, are not in that index.
    "index operations_open on operations (created_at, id) where closed_at is null",
    "index operations_closed_at on operations (closed_at) where closed_at is not null",
    "index operations_message on operations (message_id, created_at) where message_id is not null",
    "index operations_newest on operations (created_at, id)",
    "index operations_by_author on operations (author, created_at, id)",
    "index operations_by_outcome on operations (outcome, created_at, id)",
    "index operations_by_author_outcome on operations (author, outcome, created_at, id)",
    "index operations_of_act on operations (act)",
    "index operations_of_root on operations (root)",
    // Of all tries of the same effect at most one is open.
    "unique index operations_open_try on operations (root) where closed_at is null",
    "index operations_of_card on operations (unknowns_card) where unknowns_card is not null",
    "index operations_newest_unknown on operations (kind, closed_at) where unknowns_card is not null",
    "index operations_asked on operations (phone_owner, asked_at, questionnaire) where phone_owner is not null",
  ],
};
export type OperationRow = RowOf<typeof operations>;

/** What an operation is found by in the history, each word in lower case: whom it went to, its kind, its template. */
export const operationWords = {
  columns: { word: name(), operation_id: text(), author: text(), created_at: time() },
  key: ["operation_id", "word"],
  indexes: [
    "index operation_words_newest on operation_words (word, created_at, operation_id)",
    "index operation_words_by_author on operation_words (word, author, created_at, operation_id)",
  ],
};

/** How much of its limit for a kind of operation a person has used on a day. */
export const quotas = {
  columns: { person: text(), day: text(), kind: text(), used: integer() },
  key: ["person", "day", "kind"],
  constraints: ["constraint quotas_used check (used >= 0)"],
};

type Row = Decoded<typeof operations>;

/** One platform-changing call, from the confirmed act to its end. */
export type Operation = Omit<
  Row,
  | ("quotaDay" | "owner" | "startedBy" | "endedAt")
  | ("phoneOwner" | "questionnaire" | "askedAt" | "receivedAs" | "receivedAt" | "receivedWords")
> & {
  /** The other tries of the same effect, and the other operations of its act, the oldest first. */
  tries: readonly TrySummary[];
  siblings: readonly TrySummary[];
  /** Messages of their own that came with an edit of this one, which is alone in its act: the edit's other recipients. */
  editedSiblings: readonly TrySummary[];
  /** Null of one of which nobody was asked whether it arrived. */
  receipt: Receipt | null;
};

/** What people see of an act: of all that one press led to. */
export function actSubject(act: string): string {
  return `act:${act}`;
}

/** What on-call sees of the unknown outcomes of a kind that came in a row. */
export function unknownsCardSubject(unknownsCard: string): string {
  return `unknowns:${unknownsCard}`;
}

/** What the owner of a phone is asked at once. */
export function questionsSubject(questionnaire: string): string {
  return `questions:${questionnaire}`;
}

/** As much of an operation as those beside it tell of it. */
export type TrySummary = Pick<
  Row,
  | ("id" | "kind" | "author" | "act" | "step" | "root" | "state" | "outcome")
  | ("resolvedAs" | "unknownsCard" | "createdAt" | "startedAt")
>;

/** The question whether a message arrived, to who holds the phone, and the answer. */
export type Receipt = {
  /** Slack user id. */
  phoneOwner: string;
  /** The operation that began the direct message in which it is asked. */
  questionnaire: string;
  /** Null until answered. */
  as: ReceivedAs | null;
  at: Date | null;
  /** What looks wrong. */
  words: string | null;
};

export type EnqueueRequest = {
  id: string;
  kind: string;
  author: string;
  conversation: string | null;
  locale?: Locale;
  /** Stored as `JSON.stringify` writes it. */
  request: object;
  /** What was true of it then, likewise. */
  about?: object;
  again?: Again;
  /** Typed by its person for what is a message of its own, and may arrive beside one of which nobody knows. */
  reason?: string;
  /** What the history finds it by, in lower case. */
  words?: readonly string[];
  /** Counts this operation, and each beside it, against `limit` for its author, kind and `day` (YYYY-MM-DD there). */
  quota?: { day: string; limit: number };
  /**
   * What commits with it, a decision that it carries out for one, or not at all. False undoes everything and is
   * answered as `overtaken`; `alone`: what was written stands, and no operation is needed for it. It may be called again
   * when the database asks for the transaction to be repeated.
   */
  precondition?: (trx: StoreTransaction) => Promise<boolean | "alone">;
  /** What people see of it from then on. */
  notificationFor?: Notification;
  /** Stored as started: nothing is left to do before its request leaves. @default false */
  leavesAtOnce?: boolean;
  /** Another one of the same act: starts when this one is accepted, and never otherwise. */
  next?: Pick<EnqueueRequest, "id" | "kind" | "request" | "about" | "words" | "quota" | "again">;
  /** More of the same act and kind: each runs and ends by itself, whatever becomes of the others. */
  siblings?: readonly Pick<EnqueueRequest, "id" | "request" | "about" | "words" | "again" | "reason">[];
};

/** A further try of the same effect. */
export type Again = {
  /** The first try, of the same author and kind. */
  root: string;
  /** The newest try that its person was shown. */
  newest: string;
  /** Typed by its person: sent again although nobody knows what became of a try before it. */
  reason?: string;
  /** Twice does no harm: it needs no reason, and may be anybody's who may do it at all. */
  isHarmless?: true;
};

export type EnqueueResult =
  | { kind: "stored" }
  /** The same act was taken on before; nothing was counted. */
  | { kind: "duplicate"; operation: Operation }
  /** `of`: the kind that is counted. */
  | { kind: "over_limit"; of: string; used: number; limit: number; asked: number }
  /** What `also` wrote is all there is. */
  | { kind: "alone" }
  /** `also` found that it may not be done any more. */
  | { kind: "overtaken" }
  /**
   * What happened since its person was shown the newest try: `operation` is the try that is under way, was accepted or
   * reported as arrived, came after it, or is unknown to everybody. Null: there is none of this author's.
   */
  | { kind: "not_again"; operation: Operation | null };

export type StartRequest = {
  /** Its root. @default its own id: a first try */
  root?: string;
  /** Takes the place of the request that was stored. */
  completed?: object | null;
  /** Once more, after what certainly was not processed: only as long as it is open and this process's. */
  isAgain?: boolean;
  /**
   * Ids known here to be accepted though that isn't stored yet. It doesn't start when another try of the same effect is
   * among them, or was accepted or reported as arrived.
   */
  accepted?: ReadonlySet<string>;
};

/** `closed`: its first end. `corrected`: a definite outcome replaced `unknown`. */
export type Transition = "closed" | "corrected";

export type FinishRequest = {
  outcome: Outcome;
  result: Json | null;
  messageId?: string | null;
  /**
   * Where it is told from now on, and what happened: stored in the same transaction. Pure: it may be called again when the
   * database asks for the transaction to be repeated. `operation` is as it stands after the transition.
   */
  notificationFor: (transition: Transition, operation: Operation) => Notification;
  inTransaction?: InTransaction | undefined;
  /** When its request left, of what was stored as started; null: never. */
  leftAt?: Date | null;
  /** When it came to this end, where that could not be stored at once. @default now */
  endedAt?: Date;
  /** What was asked for in this conversation is told there, and on no listing. */
  unlistedIn?: string | undefined;
};

/**
 * Gives the writes that commit with a transition, what the reply showed for one; null where there are none. Pure; it may be
 * called again. The writes resolve to what people see of them, null where that is nothing.
 */
export type InTransaction = (
  operation: Operation,
) => ((trx: StoreTransaction) => Promise<Notification | null>) | null;

/** Unknown outcomes of one kind that came in a row, of which on-call has one post. */
export type UnknownsCard = {
  /** The id of the operation that began it. */
  id: string;
  /** The operation that began it; null where it isn't the reader's, or is gone. */
  first: Operation | null;
  total: number;
  /** How many nobody knows the end of yet. */
  left: number;
  /** As many of those as there is any use for, the oldest first. */
  unresolved: readonly Operation[];
};

export type ResolveRequest = {
  by: string;
  as: ResolvedAs;
  inTransaction?: InTransaction | undefined;
  /** Made from the operation as it stands then, under the same conditions as an end's. */
  notificationFor: (operation: Operation) => Notification;
};

export type ResolveResult =
  | { kind: "resolved"; operation: Operation }
  /** Somebody was first, a late reply was, or it isn't unknown: `operation` says which. */
  | { kind: "already"; operation: Operation };

export type OperationFilter = {
  author?: string;
  outcomes?: Outcome[];
  /** Only of which nobody has said yet what became, and which nobody has sent again. */
  isUnresolved?: boolean;
  /** Without what was reported as arrived and what was sent again: it is over. */
  isStillSo?: boolean;
  /** Found by all of these words, in lower case. */
  words?: readonly string[];
  /** Of several that an act brought, the first alone. */
  isOnceAnAct?: boolean;
  /** Asked for from then on, and before. */
  from?: Date;
  to?: Date;
  /** `next` of the page before. */
  before?: string;
  limit: number;
};

/** `next` is null on the last page. */
export type OperationPage = { operations: Operation[]; next: string | null };
