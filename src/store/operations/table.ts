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

/** Accepted, refused and not_sent are definite; unknown may have happened. */
export type Outcome = "accepted" | "refused" | "not_sent" | "unknown";

/** False while there is no outcome. */
export function hadNoEffect(outcome: Outcome | null | undefined): boolean {
  return outcome === "refused" || outcome === "not_sent";
}

/** A person's report of an unknown outcome. */
export type ResolvedAs = "arrived" | "did_not_arrive";

/** A phone owner's answer. */
export type ReceivedAs = "arrived" | "looks_wrong" | "did_not_arrive";

/** Open while `closed_at` is null, which the partial indexes go by. */
export const operations = {
  columns: {
    /** The first of an act has the act's id. */
    id: id(),
    kind: text(),
    author: text(),
    /** Conversation for the result; null for the defaults. */
    conversation: orNull(text()),
    /** The author's language; null in rows of older versions. */
    locale: orNull(text<Locale>()),
    /** The body that is (or would have been) sent. */
    request: json("author"),
    /** Facts at the time of asking: what people are told must not change with a setting. */
    snapshot: orNull(json("author")),
    state: text<"stored" | "started" | "closed">(),
    outcome: orNull(text<Outcome>()),
    /** The platform's reply or the reason of a failure, as its feature keeps it. */
    result: orNull(json("author")),
    message_id: orNull(text()),
    /** Id of the act's first operation. */
    act: text(),
    /** 0 starts at once, 1 when its act's first is accepted. */
    step: integer(),
    /** Id of the first try of this effect; its own for a first try. */
    root: text(),
    /** Typed reason for sending again. */
    reason: orNull(prose("author")),
    /** Day of the quota that counts it, returned when it is refused or not sent. */
    quota_day: orNull(text()),
    /** Instance that has it; see `claimAbandoned`. */
    owner: text(),
    created_at: time(),
    /** When the person read that it is on its way, for kinds that may run after a restart. */
    acknowledged_at: orNull(time()),
    /** When the request was about to leave; null if it never was. */
    started_at: orNull(time()),
    /** Instance that made the request: only that one can correct `unknown` later. */
    started_by: orNull(text()),
    /** When the store took its end, which lists and retention go by. */
    closed_at: orNull(time()),
    /** When it ended, for people to read; null where that was the same moment. */
    ended_at: orNull(time()),
    /** When a late reply replaced `unknown`. */
    corrected_at: orNull(time()),
    resolved_by: orNull(text()),
    resolved_as: orNull(text<ResolvedAs>()),
    resolved_at: orNull(time()),
    /** Card of unknown outcomes that shows it, named by the operation that began the card. */
    unknowns_card: orNull(text()),
    /** Slack user who was asked whether it arrived. */
    phone_owner: orNull(text()),
    /** Operation that began the direct message in which it is asked. */
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
    // Open rows only: nearly all rows are closed.
    "index operations_open on operations (created_at, id) where closed_at is null",
    "index operations_closed_at on operations (closed_at) where closed_at is not null",
    "index operations_message on operations (message_id, created_at) where message_id is not null",
    "index operations_newest on operations (created_at, id)",
    "index operations_by_author on operations (author, created_at, id)",
    "index operations_by_outcome on operations (outcome, created_at, id)",
    "index operations_by_author_outcome on operations (author, outcome, created_at, id)",
    "index operations_of_act on operations (act)",
    "index operations_of_root on operations (root)",
    // At most one try of an effect is open.
    "unique index operations_open_try on operations (root) where closed_at is null",
    "index operations_of_card on operations (unknowns_card) where unknowns_card is not null",
    "index operations_newest_unknown on operations (kind, closed_at) where unknowns_card is not null",
    "index operations_asked on operations (phone_owner, asked_at, questionnaire) where phone_owner is not null",
  ],
};
export type OperationRow = RowOf<typeof operations>;

/** Search words of the history, lower case: recipient, kind, template. */
export const operationWords = {
  columns: { word: name(), operation_id: text(), author: text(), created_at: time() },
  key: ["operation_id", "word"],
  indexes: [
    "index operation_words_newest on operation_words (word, created_at, operation_id)",
    "index operation_words_by_author on operation_words (word, author, created_at, operation_id)",
  ],
};

/** Used quota of a person, kind and day. */
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
  /** Other tries of the same effect, and other operations of its act, oldest first. */
  tries: readonly TrySummary[];
  siblings: readonly TrySummary[];
  /** Messages that came with an edit of this one: the edit's other recipients. */
  editedSiblings: readonly TrySummary[];
  /** Null where nobody was asked whether it arrived. */
  receipt: Receipt | null;
};

/** Subject of an act's post. */
export function actSubject(act: string): string {
  return `act:${act}`;
}

/** Subject of on-call's card of unknown outcomes. */
export function unknownsCardSubject(unknownsCard: string): string {
  return `unknowns:${unknownsCard}`;
}

/** Subject of the questions to a phone's owner. */
export function questionsSubject(questionnaire: string): string {
  return `questions:${questionnaire}`;
}

/** The part of an operation that its tries and siblings need. */
export type TrySummary = Pick<
  Row,
  | ("id" | "kind" | "author" | "act" | "step" | "root" | "state" | "outcome")
  | ("resolvedAs" | "unknownsCard" | "createdAt" | "startedAt")
>;

/** The question whether a message arrived, and the answer. */
export type Receipt = {
  phoneOwner: string;
  /** Operation that began the direct message in which it is asked. */
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
  /** Facts at the time of asking. */
  snapshot?: object;
  again?: Again;
  /** Typed for a message of its own that may arrive beside an unknown one. */
  reason?: string;
  /** Search words, lower case. */
  words?: readonly string[];
  /** Counts this operation and its siblings against `limit` for author, kind and `day` (YYYY-MM-DD). */
  quota?: { day: string; limit: number };
  /**
   * Writes that commit with it, such as the decision that it carries out. False undoes everything (`overtaken`); `alone`:
   * keeps the writes and needs no operation. May be called again.
   */
  precondition?: (trx: StoreTransaction) => Promise<boolean | "alone">;
  /** Posts to create with it. */
  notificationFor?: Notification;
  /** Stored as started: nothing is left to do before its request leaves. @default false */
  leavesAtOnce?: boolean;
  /** The act's second step, which starts when this one is accepted. */
  next?: Pick<EnqueueRequest, "id" | "kind" | "request" | "snapshot" | "words" | "quota" | "again">;
  /** More of the same act and kind; each runs and ends by itself. */
  siblings?: readonly Pick<EnqueueRequest, "id" | "request" | "snapshot" | "words" | "again" | "reason">[];
};

/** An operation as its act asks for it. */
export type NewOperation = Pick<
  EnqueueRequest,
  "id" | "kind" | "request" | "snapshot" | "words" | "again" | "reason" | "quota"
> & { step: number };

/** All operations of an act. */
export function operationsOf(act: EnqueueRequest): NewOperation[] {
  const { kind, quota, siblings = [], next } = act;
  return [
    { ...act, step: 0 },
    ...siblings.map((one) => ({ ...one, kind, step: 0, ...(quota && { quota }) })),
    ...(next === undefined ? [] : [{ ...next, step: 1 }]),
  ];
}

/** A further try of the same effect. */
export type Again = {
  /** First try, of the same author and kind. */
  root: string;
  /** The newest try that the person was shown. */
  newest: string;
  /** Typed reason: sent again although an earlier try is unknown. */
  reason?: string;
  /** Repeating is harmless: needs no reason, and isn't the author's alone. */
  isHarmless?: true;
};

export type EnqueueResult =
  | { kind: "stored" }
  /** The act was enqueued before; nothing was counted. */
  | { kind: "duplicate"; operation: Operation }
  /** `of`: the counted kind. */
  | { kind: "over_limit"; of: string; used: number; limit: number; asked: number }
  /** The precondition wrote everything that was needed. */
  | { kind: "alone" }
  /** The precondition doesn't hold any more. */
  | { kind: "overtaken" }
  /**
   * Something happened since the person saw the newest try: `operation` is under way, accepted, arrived, newer, or unknown
   * to everybody. Null: there is none of this author's.
   */
  | { kind: "not_again"; operation: Operation | null };

export type StartRequest = {
  /** @default its own id: a first try */
  root?: string;
  /** Replaces the stored request. */
  completed?: object | null;
  /** Starts again after an attempt that certainly had no effect, while it is open and this process's. */
  isAgain?: boolean;
  /**
   * Ids accepted in this process and not stored yet. It doesn't start when another try is among them, or was accepted or
   * arrived.
   */
  accepted?: ReadonlySet<string>;
};

/** `closed`: the first end. `corrected`: a definite outcome replaced `unknown`. */
export type Transition = "closed" | "corrected";

export type FinishRequest = {
  outcome: Outcome;
  result: Json | null;
  messageId?: string | null;
  /** Notification stored in the same transaction. Pure: may be called again. `operation` is as after the transition. */
  notificationFor: (transition: Transition, operation: Operation) => Notification;
  inTransaction?: InTransaction | undefined;
  /** When its request left, for what was stored as started; null: never. */
  leftAt?: Date | null;
  /** When it ended, where that could not be stored at once. @default now */
  endedAt?: Date;
  /** On-call's conversation: results of acts from there are on no card. */
  unlistedIn?: string | undefined;
};

/**
 * Writes that commit with a transition, such as an observation; null for none. Pure; may be called again. The writes resolve
 * to a notification, or null.
 */
export type InTransaction = (
  operation: Operation,
) => ((trx: StoreTransaction) => Promise<Notification | null>) | null;

/** Unknown outcomes of one kind in a row, on one post for on-call. */
export type UnknownsCard = {
  /** Operation that began it. */
  id: string;
  /** Null where it isn't the reader's, or is gone. */
  first: Operation | null;
  total: number;
  /** Unresolved ones. */
  left: number;
  /** As many of those as can be shown, oldest first. */
  unresolved: readonly Operation[];
};

export type ResolveRequest = {
  by: string;
  as: ResolvedAs;
  inTransaction?: InTransaction | undefined;
  /** Made from the operation as it is then. Pure. */
  notificationFor: (operation: Operation) => Notification;
};

export type ResolveResult =
  | { kind: "resolved"; operation: Operation }
  /** A report or a late reply was first, or it isn't unknown: `operation` says which. */
  | { kind: "already"; operation: Operation };

export type OperationFilter = {
  author?: string;
  outcomes?: Outcome[];
  /** Not resolved, and not sent again. */
  isUnresolved?: boolean;
  /** Without those that arrived or were sent again. */
  isStillSo?: boolean;
  /** All of these words, lower case. */
  words?: readonly string[];
  /** Only the first operation of an act. */
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
