import type { Locale } from "../../locales/index.ts";
import {
  type DecodedRow,
  idColumn,
  integer,
  json,
  name,
  nullable,
  prose,
  type RowOf,
  text,
  time,
} from "../database/columns.ts";
import type { StoreTransaction } from "../database/tables.ts";
import type { Json } from "../database/values.ts";
import type { Notification } from "../posts/table.ts";

/** Outcome of a call. Accepted, refused and not_sent are definite; after unknown the call may have had its effect. */
export type Outcome = "accepted" | "refused" | "not_sent" | "unknown";

/** False also while there is no outcome. */
export function hadNoEffect(outcome: Outcome | null | undefined): boolean {
  return outcome === "refused" || outcome === "not_sent";
}

/** A person's report of an unknown outcome. */
export type OutcomeReport = "arrived" | "did_not_arrive";

/** A phone owner's answer. */
export type PhoneOwnerAnswer = "arrived" | "looks_wrong" | "did_not_arrive";

/** Platform-changing calls. A row is open while `closed_at` is null; partial indexes use that. */
export const operations = {
  columns: {
    /** Id; the first operation of an act has the act's id. */
    id: idColumn(),
    kind: text(),
    author: text(),
    /** Conversation for the result; null for the defaults. */
    conversation: nullable(text()),
    /** The author's language; null in rows of older versions. */
    locale: nullable(text<Locale>()),
    /** The body that is (or would have been) sent. */
    request: json("author"),
    /** Facts at the time of asking, so that what people read doesn't change with a setting. */
    snapshot: nullable(json("author")),
    state: text<"stored" | "started" | "closed">(),
    outcome: nullable(text<Outcome>()),
    /** The platform's reply or the reason of a failure, as its feature keeps it. */
    result: nullable(json("author")),
    message_id: nullable(text()),
    /** Id of the act's first operation. */
    act: text(),
    /** 0: starts at once. 1: starts when the act's first operation is accepted. */
    step: integer(),
    /** Id of the first try of this effect; its own for a first try. */
    root: text(),
    /** Typed reason for sending again. */
    reason: nullable(prose("author")),
    /** Day of the quota that counts the operation, given back if it is refused or not sent. */
    quota_day: nullable(text()),
    /** Instance that runs the operation; see `claimAbandoned`. */
    owner: text(),
    created_at: time(),
    /** When the person read that the operation is on its way; for kinds that may run after a restart. */
    acknowledged_at: nullable(time()),
    /** When the request was about to leave; null if it never was. */
    started_at: nullable(time()),
    /** Instance that made the request: only that one can correct `unknown` later. */
    started_by: nullable(text()),
    /** When the end was stored; lists and retention use this time. */
    closed_at: nullable(time()),
    /** When the operation ended, for people to read; null if that was `closed_at`. */
    ended_at: nullable(time()),
    /** When a late reply replaced `unknown`. */
    corrected_at: nullable(time()),
    resolved_by: nullable(text()),
    resolved_as: nullable(text<OutcomeReport>()),
    resolved_at: nullable(time()),
    /** On-call's card of unknown outcomes that shows it, named by the operation that began the card. */
    unknowns_card: nullable(text()),
    /** Slack user who was asked whether it arrived. */
    phone_owner: nullable(text()),
    /** Operation that began the direct message of questions to the phone's owner. */
    questionnaire: nullable(text()),
    asked_at: nullable(time()),
    received_as: nullable(text<PhoneOwnerAnswer>()),
    received_at: nullable(time()),
    received_words: nullable(prose("phone_owner")),
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
export const searchWords = {
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

type Row = DecodedRow<typeof operations>;

/** One platform-changing call, from the confirmed act to its end. */
export type Operation = Omit<
  Row,
  | ("quotaDay" | "owner" | "startedBy" | "endedAt")
  | ("phoneOwner" | "questionnaire" | "askedAt" | "receivedAs" | "receivedAt" | "receivedWords")
> & {
  /** `tries`: others of the same effect; `siblings`: other operations of the same act. Both oldest first. */
  tries: readonly TrySummary[];
  siblings: readonly TrySummary[];
  /** Messages that came with an edit of this one: the edit's other recipients. */
  editedSiblings: readonly TrySummary[];
  /** Null if nobody was asked whether the message arrived. */
  receipt: Receipt | null;
};

export function actSubject(act: string): string {
  return `act:${act}`;
}

export function unknownsCardSubject(unknownsCard: string): string {
  return `unknowns:${unknownsCard}`;
}

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
  /** Operation that began the direct message of questions to the phone's owner. */
  questionnaire: string;
  /** Null until answered. */
  as: PhoneOwnerAnswer | null;
  at: Date | null;
  /** What looks wrong, as the phone's owner wrote it. */
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
  again?: FurtherTry;
  /** Typed reason for a new message that may arrive in addition to one with an unknown outcome. */
  reason?: string;
  /** Search words, lower case. */
  words?: readonly string[];
  /** Counts this operation and its siblings against `limit` for author, kind and `day` (YYYY-MM-DD). */
  quota?: { day: string; limit: number };
  /**
   * Writes that commit with the act, such as the approval that it carries out. False: everything is undone (`overtaken`);
   * `alone`: the writes stay and no operation is stored. May be called again.
   */
  precondition?: (trx: StoreTransaction) => Promise<boolean | "alone">;
  /** Posts to create with the act. */
  notificationFor?: Notification;
  /** Stored as started: nothing is left to do before its request leaves. @default false */
  leavesAtOnce?: boolean;
  /** The act's second step, which starts when this one is accepted. */
  next?: Pick<EnqueueRequest, "id" | "kind" | "request" | "snapshot" | "words" | "quota" | "again">;
  /** Further operations of the same act and kind; each runs and ends independently. */
  siblings?: readonly Pick<EnqueueRequest, "id" | "request" | "snapshot" | "words" | "again" | "reason">[];
};

/** What an act stores of one of its operations. */
export type NewOperation = Pick<
  EnqueueRequest,
  "id" | "kind" | "request" | "snapshot" | "words" | "again" | "reason" | "quota"
> & { step: number };

export function toNewOperations(act: EnqueueRequest): NewOperation[] {
  const { kind, quota, siblings = [], next } = act;
  return [
    { ...act, step: 0 },
    ...siblings.map((one) => ({ ...one, kind, step: 0, ...(quota && { quota }) })),
    ...(next === undefined ? [] : [{ ...next, step: 1 }]),
  ];
}

/** A further try of the same effect. */
export type FurtherTry = {
  /** First try, of the same author and kind. */
  root: string;
  /** The newest try that the person was shown. */
  newest: string;
  /** Typed reason: sent again although an earlier try is unknown. */
  reason?: string;
  /** Set if repeating is harmless: needs no reason, and others than the author may do it. */
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
   * Not allowed because of `operation`, a try that is under way, accepted, reported as arrived, newer than what the person
   * saw, or unknown without a reason given. Null: this author has no such try.
   */
  | { kind: "not_again"; operation: Operation | null };

export type StartRequest = {
  /** @default its own id: a first try */
  root?: string;
  /** Replaces the stored request. */
  completed?: object | null;
  /** Starts an open operation of this process again, after an attempt that certainly had no effect. */
  isAgain?: boolean;
  /** Ids accepted in this process whose outcome isn't stored yet: another try among them forbids the start. */
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
  /** When the request left, for an operation that was stored as started; null if it never left. */
  leftAt?: Date | null;
  /** When the operation ended, if that could not be stored at once. @default now */
  endedAt?: Date;
  /** On-call's conversation: unknown outcomes of acts from there are on no card. */
  unlistedIn?: string | undefined;
};

/**
 * Makes the extra writes of a transition's transaction, such as a template's observation; null for none. Pure; may be called
 * again. The writes resolve to a notification, or null.
 */
export type InTransaction = (
  operation: Operation,
) => ((trx: StoreTransaction) => Promise<Notification | null>) | null;

/** Unknown outcomes of one kind within a short time, in one post for on-call. */
export type UnknownsCard = {
  /** Operation that began the card. */
  id: string;
  /** Operation that began the card; null if it isn't the reader's, or is gone. */
  first: Operation | null;
  total: number;
  /** Number of unresolved operations. */
  left: number;
  /** Unresolved operations, oldest first, as many as a modal shows. */
  unresolved: readonly Operation[];
};

export type ResolveRequest = {
  by: string;
  as: OutcomeReport;
  inTransaction?: InTransaction | undefined;
  /** Called with the operation as it is in the transaction. Pure. */
  notificationFor: (operation: Operation) => Notification;
};

export type ResolveResult =
  | { kind: "resolved"; operation: Operation }
  /** A report or a late reply was first, or it isn't unknown: `operation` says which. */
  | { kind: "already"; operation: Operation };

export type OperationFilter = {
  author?: string;
  outcomes?: Outcome[];
  /** Only operations that are not resolved, and not sent again. */
  isUnresolved?: boolean;
  /** Only operations that are not reported as arrived, and not sent again. */
  isStillSo?: boolean;
  /** Search words, lower case, all of which must match. */
  words?: readonly string[];
  /** Only the first of an act's siblings. */
  isOnceAnAct?: boolean;
  /** Asked for at `from` or later, and before `to`. */
  from?: Date;
  to?: Date;
  /** `next` of the previous page. */
  before?: string;
  limit: number;
};

/** `next` is null on the last page. */
export type OperationPage = { operations: Operation[]; next: string | null };
