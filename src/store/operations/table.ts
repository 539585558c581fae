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

/** Outcome of a call. `accepted`, `refused` and `not_sent` are certain; `unknown` may have had an effect. */
export type Outcome = "accepted" | "refused" | "not_sent" | "unknown";

/** Whether a call certainly had no effect; false without an outcome. */
export function hadNoEffect(outcome: Outcome | null | undefined): boolean {
  return outcome === "refused" || outcome === "not_sent";
}

export type OutcomeReport = "arrived" | "did_not_arrive";

export type PhoneOwnerAnswer = "arrived" | "looks_wrong" | "did_not_arrive";

/** Platform-changing calls. A row is open while `closed_at` is null; partial indexes use this condition. */
export const operations = {
  columns: {
    /** Id of the operation; an act's first operation has the act's id. */
    id: idColumn(),
    kind: text(),
    author: text(),
    /** Conversation for the result; null for the configured destinations. */
    conversation: nullable(text()),
    /** The author's language; null in rows of older versions. */
    locale: nullable(text<Locale>()),
    request: json("author"),
    /** Facts at the time of the act, stored so that later settings don't change what people read. */
    snapshot: nullable(json("author")),
    state: text<"stored" | "started" | "closed">(),
    outcome: nullable(text<Outcome>()),
    /** The platform's reply or the reason of a failure, in the feature's form. */
    result: nullable(json("author")),
    message_id: nullable(text()),
    /** Id of the act's first operation. */
    act: text(),
    /** 0 starts at once; 1 starts when the act's first operation is accepted. */
    step: integer(),
    /** Id of the first try of the same effect (its own id for a first try). */
    root: text(),
    reason: nullable(prose("author")),
    /** Day of the quota that counts the operation; refused and unsent operations are subtracted again. */
    quota_day: nullable(text()),
    /** Instance that runs the operation; `claimAbandoned` changes it. */
    owner: text(),
    created_at: time(),
    /** Time when the acknowledgement succeeded, for kinds that may run after a restart. */
    acknowledged_at: nullable(time()),
    /** Time when the request was about to leave; null if it never left. */
    started_at: nullable(time()),
    /** Instance that made the request, the only one that may correct `unknown`. */
    started_by: nullable(text()),
    /** Time when the end was stored, used by lists and retention. */
    closed_at: nullable(time()),
    /** Time of the end as shown to people; null if equal to `closed_at`. */
    ended_at: nullable(time()),
    corrected_at: nullable(time()),
    resolved_by: nullable(text()),
    resolved_as: nullable(text<OutcomeReport>()),
    resolved_at: nullable(time()),
    /** Id of the operation that began the on-call card with this unknown outcome. */
    unknowns_card: nullable(text()),
    phone_owner: nullable(text()),
    /** Operation that began the direct message in which the phone owner is asked. */
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
    // Open rows only, since nearly all rows are closed.
    "index operations_open on operations (created_at, id) where closed_at is null",
    "index operations_closed_at on operations (closed_at) where closed_at is not null",
    "index operations_message on operations (message_id, created_at) where message_id is not null",
    "index operations_newest on operations (created_at, id)",
    "index operations_by_author on operations (author, created_at, id)",
    "index operations_by_outcome on operations (outcome, created_at, id)",
    "index operations_by_author_outcome on operations (author, outcome, created_at, id)",
    "index operations_of_act on operations (act)",
    "index operations_of_root on operations (root)",
    // Makes a second open try of the same effect impossible.
    "unique index operations_open_try on operations (root) where closed_at is null",
    "index operations_of_card on operations (unknowns_card) where unknowns_card is not null",
    "index operations_newest_unknown on operations (kind, closed_at) where unknowns_card is not null",
    "index operations_asked on operations (phone_owner, asked_at, questionnaire) where phone_owner is not null",
  ],
};
export type OperationRow = RowOf<typeof operations>;

/** Search words of the history in lower case: recipient, kind, template. */
export const searchWords = {
  columns: { word: name(), operation_id: text(), author: text(), created_at: time() },
  key: ["operation_id", "word"],
  indexes: [
    "index operation_words_newest on operation_words (word, created_at, operation_id)",
    "index operation_words_by_author on operation_words (word, author, created_at, operation_id)",
  ],
};

export const quotas = {
  columns: { person: text(), day: text(), kind: text(), used: integer() },
  key: ["person", "day", "kind"],
  constraints: ["constraint quotas_used check (used >= 0)"],
};

type Row = DecodedRow<typeof operations>;

export type Operation = Omit<
  Row,
  | ("quotaDay" | "owner" | "startedBy" | "endedAt")
  | ("phoneOwner" | "questionnaire" | "askedAt" | "receivedAs" | "receivedAt" | "receivedWords")
> & {
  /** `tries`: other operations of the same effect. `siblings`: others of the same act. Both oldest first. */
  tries: readonly TrySummary[];
  siblings: readonly TrySummary[];
  /** Messages to other recipients that an edit of this message added. */
  editedSiblings: readonly TrySummary[];
  /** Question to the phone's owner and the answer; null if nobody was asked. */
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

export type TrySummary = Pick<
  Row,
  | ("id" | "kind" | "author" | "act" | "step" | "root" | "state" | "outcome")
  | ("resolvedAs" | "unknownsCard" | "createdAt" | "startedAt")
>;

export type Receipt = {
  phoneOwner: string;
  questionnaire: string;
  as: PhoneOwnerAnswer | null;
  at: Date | null;
  /** Phone owner's text about what looks wrong. */
  words: string | null;
};

export type EnqueueRequest = {
  id: string;
  kind: string;
  author: string;
  conversation: string | null;
  locale?: Locale;
  request: object;
  /** Facts at the time of the act, which later settings don't change. */
  snapshot?: object;
  again?: FurtherTry;
  /** Typed reason for a new message although an earlier one with an unknown outcome may arrive. */
  reason?: string;
  /** Search words in lower case. */
  words?: readonly string[];
  /** Quota that counts this operation and its siblings per author, kind and `day` (YYYY-MM-DD). */
  quota?: { day: string; limit: number };
  /** Makes writes that commit with the act; may be called again. False undoes all, `alone` stores no operation. */
  precondition?: (trx: StoreTransaction) => Promise<boolean | "alone">;
  notificationFor?: Notification;
  /** True stores the operation as started, since its request can leave at once. @default false */
  leavesAtOnce?: boolean;
  /** Second step of the act, which starts when this operation is accepted. */
  next?: Pick<EnqueueRequest, "id" | "kind" | "request" | "snapshot" | "words" | "quota" | "again">;
  /** Further operations of the same act and kind; each runs and ends independently. */
  siblings?: readonly Pick<EnqueueRequest, "id" | "request" | "snapshot" | "words" | "again" | "reason">[];
};

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

export type FurtherTry = {
  /** Id of the first try, which has the same author and kind. */
  root: string;
  /** Id of the newest try that the person saw. */
  newest: string;
  /** Typed reason for sending again although an earlier try is unknown. */
  reason?: string;
  /** Flag of a harmless repetition, which needs no reason and is open to people other than the author. */
  isHarmless?: true;
};

export type EnqueueResult =
  | { kind: "stored" }
  /** The act was enqueued before; the quota is unchanged. */
  | { kind: "duplicate"; operation: Operation }
  /** The quota is used up; `of` is the kind that it counts. */
  | { kind: "over_limit"; of: string; used: number; limit: number; asked: number }
  /** The precondition made all writes, and no operation was needed. */
  | { kind: "alone" }
  | { kind: "overtaken" }
  /**
   * Refused because of `operation`, a try that is open, accepted, arrived, newer than the person saw, or unknown
   * without a reason. Null if the author has no such try.
   */
  | { kind: "not_again"; operation: Operation | null };

export type StartRequest = {
  root?: string;
  /** Request body that replaces the stored one. */
  completed?: object | null;
  /** True starts an open operation of this process again, after an attempt that certainly had no effect. */
  isAgain?: boolean;
  /** Operations accepted in this process but not yet in the store; another try among them forbids the start. */
  accepted?: ReadonlySet<string>;
};

/** `closed`: the first end. `corrected`: a certain outcome replaced `unknown`. */
export type Transition = "closed" | "corrected";

export type FinishRequest = {
  outcome: Outcome;
  result: Json | null;
  messageId?: string | null;
  /** Returns the notification for the same transaction, from the operation after the transition. Pure. */
  notificationFor: (transition: Transition, operation: Operation) => Notification;
  inTransaction?: InTransaction | undefined;
  /** Time when the request left, for an operation stored as started; null if it never left. */
  leftAt?: Date | null;
  /** Time of the end, if it could not be stored at once. @default now */
  endedAt?: Date;
  /** On-call's conversation; unknown outcomes of acts from there join no card. */
  unlistedIn?: string | undefined;
};

/** Returns extra writes for a transition's transaction, or null. Pure; may be called again. */
export type InTransaction = (
  operation: Operation,
) => ((trx: StoreTransaction) => Promise<Notification | null>) | null;

/** On-call's post about unknown outcomes of one kind within a short time. */
export type UnknownsCard = {
  id: string;
  /** Operation that began the card; null if it was removed or belongs to another author. */
  first: Operation | null;
  total: number;
  left: number;
  /** Unresolved operations, oldest first, as many as a modal shows. */
  unresolved: readonly Operation[];
};

export type ResolveRequest = {
  by: string;
  as: OutcomeReport;
  inTransaction?: InTransaction | undefined;
  notificationFor: (operation: Operation) => Notification;
};

export type ResolveResult =
  | { kind: "resolved"; operation: Operation }
  /** The outcome is not open to a report: it was reported or corrected before, or never unknown. */
  | { kind: "already"; operation: Operation };

export type OperationFilter = {
  author?: string;
  outcomes?: Outcome[];
  /** True omits operations that are resolved or sent again. */
  isUnresolved?: boolean;
  /** True omits operations that are reported as arrived or sent again. */
  isStillSo?: boolean;
  words?: readonly string[];
  isOnceAnAct?: boolean;
  /** Earliest time of creation; `to` is exclusive. */
  from?: Date;
  to?: Date;
  before?: string;
  limit: number;
};

export type OperationPage = { operations: Operation[]; next: string | null };
