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

/** Outcome of a call. `accepted`, `refused` and `not_sent` are definite; `unknown` may have had its effect. */
export type Outcome = "accepted" | "refused" | "not_sent" | "unknown";

/** Returns false while there is no outcome. */
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
    /** Id of the operation; an act's first operation has the act's id. */
    id: idColumn(),
    kind: text(),
    author: text(),
    /** Conversation for the result; null for the defaults. */
    conversation: nullable(text()),
    /** The author's language; null in rows of older versions. */
    locale: nullable(text<Locale>()),
    /** Body of the request, whether it was sent or not. */
    request: json("author"),
    /** Facts at the time of asking, kept so that later settings don't change what people read. */
    snapshot: nullable(json("author")),
    state: text<"stored" | "started" | "closed">(),
    outcome: nullable(text<Outcome>()),
    /** The platform's reply or the reason of a failure, as its feature keeps it. */
    result: nullable(json("author")),
    message_id: nullable(text()),
    /** Id of the act's first operation. */
    act: text(),
    /** 0 starts at once; 1 starts when the act's first operation is accepted. */
    step: integer(),
    /** Id of the first try of this effect (a first try's own id). */
    root: text(),
    /** Typed reason for sending again. */
    reason: nullable(prose("author")),
    /** Day whose quota counts the operation; the count is returned if it is refused or not sent. */
    quota_day: nullable(text()),
    /** Instance that runs the operation; see `claimAbandoned`. */
    owner: text(),
    created_at: time(),
    /** When the person was told that the operation is on its way, for kinds that may run after a restart. */
    acknowledged_at: nullable(time()),
    /** When the request was about to leave; null if it never left. */
    started_at: nullable(time()),
    /** Instance that made the request; only it can correct `unknown` later. */
    started_by: nullable(text()),
    /** When the end was stored; lists and retention use this time. */
    closed_at: nullable(time()),
    /** When the operation ended, as shown to people; null if the same as `closed_at`. */
    ended_at: nullable(time()),
    /** When a late reply replaced `unknown`. */
    corrected_at: nullable(time()),
    resolved_by: nullable(text()),
    resolved_as: nullable(text<OutcomeReport>()),
    resolved_at: nullable(time()),
    /** Id of the operation that began the on-call card showing this unknown outcome. */
    unknowns_card: nullable(text()),
    /** Slack user who was asked whether the message arrived. */
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
    // Has open rows only, since nearly all rows are closed.
    "index operations_open on operations (created_at, id) where closed_at is null",
    "index operations_closed_at on operations (closed_at) where closed_at is not null",
    "index operations_message on operations (message_id, created_at) where message_id is not null",
    "index operations_newest on operations (created_at, id)",
    "index operations_by_author on operations (author, created_at, id)",
    "index operations_by_outcome on operations (outcome, created_at, id)",
    "index operations_by_author_outcome on operations (author, outcome, created_at, id)",
    "index operations_of_act on operations (act)",
    "index operations_of_root on operations (root)",
    // Allows one open try of an effect.
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

/** Quota used by a person, by kind and day. */
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
  /** `tries` are other operations of the same effect, `siblings` others of the same act. Both are oldest first. */
  tries: readonly TrySummary[];
  siblings: readonly TrySummary[];
  /** Messages to other recipients that an edit of this message added. */
  editedSiblings: readonly TrySummary[];
  /** Question to the phone's owner; null if nobody was asked whether the message arrived. */
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
  /** Answer; null until it is given. */
  as: PhoneOwnerAnswer | null;
  at: Date | null;
  /** Words of the phone's owner about what looks wrong. */
  words: string | null;
};

export type EnqueueRequest = {
  id: string;
  kind: string;
  author: string;
  conversation: string | null;
  locale?: Locale;
  /** Request body, stored as `JSON.stringify` writes it. */
  request: object;
  /** Facts at the time of asking, kept as they are when settings change. */
  snapshot?: object;
  again?: FurtherTry;
  /** Typed reason for a new message although one with an unknown outcome may arrive too. */
  reason?: string;
  /** Search words, lower case. */
  words?: readonly string[];
  /** Quota that counts this operation and its siblings, by author, kind and `day` (YYYY-MM-DD). */
  quota?: { day: string; limit: number };
  /**
   * Makes writes that commit with the act, such as its approval. False undoes everything (`overtaken`); `alone` keeps the
   * writes and stores no operation. May be called again.
   */
  precondition?: (trx: StoreTransaction) => Promise<boolean | "alone">;
  /** Posts to create with the act. */
  notificationFor?: Notification;
  /** True stores the operation as started, as nothing is left to do before its request leaves. @default false */
  leavesAtOnce?: boolean;
  /** Second step of the act, which starts when this operation is accepted. */
  next?: Pick<EnqueueRequest, "id" | "kind" | "request" | "snapshot" | "words" | "quota" | "again">;
  /** Further operations of the same act and kind; each runs and ends independently. */
  siblings?: readonly Pick<EnqueueRequest, "id" | "request" | "snapshot" | "words" | "again" | "reason">[];
};

/** Part of a request that belongs to one of the act's operations. */
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
  /** Id of the first try, of the same author and kind. */
  root: string;
  /** Id of the newest try that the person was shown. */
  newest: string;
  /** Typed reason for sending again although an earlier try is unknown. */
  reason?: string;
  /** Set if repeating is harmless: no reason is needed, and people other than the author may do it. */
  isHarmless?: true;
};

export type EnqueueResult =
  | { kind: "stored" }
  /** The act was enqueued before; nothing was counted. */
  | { kind: "duplicate"; operation: Operation }
  /** The quota is used up; `of` is the counted kind. */
  | { kind: "over_limit"; of: string; used: number; limit: number; asked: number }
  /** The precondition made all writes; no operation was needed. */
  | { kind: "alone" }
  /** The precondition no longer holds. */
  | { kind: "overtaken" }
  /**
   * Not allowed because of `operation`: a try under way, accepted, reported as arrived, newer than the person saw, or
   * unknown without a reason given. Null if this author has no such try.
   */
  | { kind: "not_again"; operation: Operation | null };

export type StartRequest = {
  /** Id of the first try. @default the operation's own id */
  root?: string;
  /** Request body that replaces the stored one. */
  completed?: object | null;
  /** Starts an open operation of this process again, after an attempt that certainly had no effect. */
  isAgain?: boolean;
  /** Ids of operations accepted in this process whose outcome isn't stored yet: another try among them forbids the start. */
  accepted?: ReadonlySet<string>;
};

/** `closed`: the first end. `corrected`: a definite outcome replaced `unknown`. */
export type Transition = "closed" | "corrected";

export type FinishRequest = {
  outcome: Outcome;
  result: Json | null;
  messageId?: string | null;
  /** Returns the notification to store in the same transaction. Pure. `operation` is as after the transition. */
  notificationFor: (transition: Transition, operation: Operation) => Notification;
  inTransaction?: InTransaction | undefined;
  /** When the request left, if the operation was stored as started; null if it never left. */
  leftAt?: Date | null;
  /** When the operation ended, if its end could not be stored at once. @default now */
  endedAt?: Date;
  /** On-call's conversation; unknown outcomes of acts from there join no card. */
  unlistedIn?: string | undefined;
};

/**
 * Returns extra writes for a transition's transaction, such as a template's observation, or null. Pure; may be called again.
 * The writes resolve to a notification, or null.
 */
export type InTransaction = (
  operation: Operation,
) => ((trx: StoreTransaction) => Promise<Notification | null>) | null;

/** On-call's post about unknown outcomes of one kind within a short time. */
export type UnknownsCard = {
  /** Id of the operation that began the card. */
  id: string;
  /** Operation that began the card; null if it was removed, or isn't the reader's own. */
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
  /** Returns the posts to notify, from the operation as it is in the transaction. Pure. */
  notificationFor: (operation: Operation) => Notification;
};

export type ResolveResult =
  | { kind: "resolved"; operation: Operation }
  /** The outcome is not open to a report: it was reported or corrected before, or never unknown; see `operation`. */
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
  /** Only the first operation of an act. */
  isOnceAnAct?: boolean;
  /** Only operations created at `from` or later, and before `to`. */
  from?: Date;
  to?: Date;
  /** Cursor: `next` of the previous page. */
  before?: string;
  limit: number;
};

/** A page; `next` is the next page's cursor, null on the last page. */
export type OperationPage = { operations: Operation[]; next: string | null };
