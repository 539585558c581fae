import type { Locale } from "../../locales/index.ts";
import type { StoreTransaction } from "../database/tables.ts";
import type { Json } from "../database/values.ts";
import type { Telling } from "../posts/types.ts";

/** How a platform-changing call ended: accepted, refused and not_sent are definite, unknown may have happened. */
export type Outcome = "accepted" | "refused" | "not_sent" | "unknown";

/** One platform-changing call, from the confirmed act to its end. */
export type Operation = {
  /** The act's id. */
  id: string;
  /** `messages.send`, `files.upload` … */
  kind: string;
  /** Slack user id. */
  author: string;
  /** Slack conversation for the result; null when the author left it to the defaults. */
  conversation: string | null;
  /** The author's language; null of what an older version stored. */
  locale: Locale | null;
  /** The exact body that is (or would have been) sent. */
  request: Json;
  /** What was true of it when it was asked for, as its feature keeps it: what people are told must not change with a setting. */
  about: Json | null;
  state: "stored" | "started" | "closed";
  /** Null until closed. */
  outcome: Outcome | null;
  /** The platform's reply or the reason for failure, as its feature keeps it. */
  result: Json | null;
  messageId: string | null;
  /** The act that brought it: the id of its first operation. */
  act: string;
  /** 0 starts at once, 1 when its act's first is accepted, and never otherwise. */
  step: number;
  /** The first try of this very effect: its own id, unless it sends something again. */
  root: string;
  /** What the person typed as the reason for sending again. */
  reason: string | null;
  /** The other tries of the same effect, and the other operations of its act, the oldest first. */
  tries: readonly Kin[];
  siblings: readonly Kin[];
  /** Messages of their own that came with an edit of this one, which is alone in its act: the edit's other recipients. */
  editedBeside: readonly Kin[];
  createdAt: Date;
  /** When its author was told that it is on its way; null when that isn't known, of most kinds it is never asked. */
  acknowledgedAt: Date | null;
  /** When the request was about to leave; null when it never was. */
  startedAt: Date | null;
  /** When it came to its end; the store may have taken that later. */
  closedAt: Date | null;
  /** When a late reply replaced `unknown` with what really happened. */
  correctedAt: Date | null;
  settledBy: string | null;
  settledAs: SettledAs | null;
  settledAt: Date | null;
  /** On-call's card of unknown outcomes it stands on, named by the operation that began the card. */
  unknownsCard: string | null;
  /** Null of one of which nobody was asked whether it arrived. */
  receipt: Receipt | null;
};

/** As much of an operation as those beside it tell of it. */
export type Kin = Pick<
  Operation,
  | "id"
  | "kind"
  | "author"
  | "act"
  | "step"
  | "root"
  | "state"
  | "outcome"
  | "settledAs"
  | "unknownsCard"
  | "createdAt"
  | "startedAt"
>;

/** What the owner of a phone saw there. */
export type ReceivedAs = "arrived" | "looks_wrong" | "did_not_arrive";

/** `once`, and where it was of a run, `again` after a while; `over`: nobody waits for the answer, which still counts. */
export type Asking = "once" | "again" | "over";

/** The question whether a message arrived, to who holds the phone, and the answer. */
export type Receipt = {
  /** Slack user id. */
  phoneOwner: string;
  /** The operation that began the direct message in which it is asked. */
  questionnaire: string;
  asking: Asking;
  /** Null until answered. */
  as: ReceivedAs | null;
  at: Date | null;
  /** What looks wrong. */
  words: string | null;
};

/** What a person found out about an unknown outcome. */
export type SettledAs = "arrived" | "did_not_arrive";

export type TakeOnRequest = {
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
  also?: (trx: StoreTransaction) => Promise<boolean | "alone">;
  /** What people see of it from then on. */
  tells?: Telling;
  /** Stored as started: nothing is left to do before its request leaves. @default false */
  leavesAtOnce?: boolean;
  /** Another one of the same act: starts when this one is accepted, and never otherwise. */
  next?: Pick<TakeOnRequest, "id" | "kind" | "request" | "about" | "words" | "quota" | "again">;
  /** More of the same act and kind: each runs and ends by itself, whatever becomes of the others. */
  beside?: readonly Pick<TakeOnRequest, "id" | "request" | "about" | "words" | "again" | "reason">[];
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

export type TakeOnResult =
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
  tells: (transition: Transition, operation: Operation) => Telling;
  also?: Also;
  /** False where `also` has nothing to write with this end. Pure. @default it has */
  needsAlso?: ((operation: Operation) => boolean) | undefined;
  /** When its request left, of what was stored as started; null: never. */
  leftAt?: Date | null;
  /** When it came to this end, where that could not be stored at once. @default now */
  endedAt?: Date;
  /** What was asked for in this conversation is told there, and on no listing. */
  unlistedIn?: string | undefined;
};

/** What commits with a transition, what the reply showed for one; what people see of that, null where that is nothing. */
export type Also = (trx: StoreTransaction, operation: Operation) => Promise<Telling | null>;

/** Unknown outcomes of one kind that came in a row, of which on-call has one post. */
export type Listing = {
  /** The id of the operation that began it. */
  id: string;
  /** The operation that began it; null where it isn't the reader's, or is gone. */
  first: Operation | null;
  total: number;
  /** How many nobody knows the end of yet. */
  left: number;
  /** As many of those as there is any use for, the oldest first. */
  unsettled: readonly Operation[];
};

export type SettleRequest = {
  by: string;
  as: SettledAs;
  also?: Also;
  /** Made from the operation as it stands then, under the same conditions as an end's. */
  tells: (operation: Operation) => Telling;
};

export type SettleResult =
  | { kind: "settled"; operation: Operation }
  /** Somebody was first, a late reply was, or it isn't unknown: `operation` says which. */
  | { kind: "already"; operation: Operation };

export type OperationFilter = {
  author?: string;
  outcomes?: Outcome[];
  /** Only of which nobody has said yet what became, and which nobody has sent again. */
  isUnsettled?: boolean;
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

export type OperationTable = {
  /**
   * Stores an act once, owned by this process, counted against its quota: all of it or nothing. When it rejects,
   * nothing was written, or the commit's answer was lost: then recovery finds the row.
   */
  takeOn(request: TakeOnRequest): Promise<TakeOnResult>;
  /** Notes that the person was told that it is on its way: only then may it run after a restart. */
  acknowledged(id: string): Promise<void>;
  /**
   * Stored -> started; only then may the request leave, or leave again. False: not this process's any more, not stored, or
   * its act's first is not accepted. When it rejects the request must not leave: finish as not sent, or recovery will. It
   * rejects with NeedlessError when another try of the same was accepted after all or reported as arrived.
   */
  start(id: string, how?: StartRequest): Promise<boolean>;
  /**
   * Writes an outcome together with what is told of it. `closed`: from stored (`not_sent` only) or started. `corrected`: the
   * process that made the request learned later what became of an `unknown`. `ignored`: nothing was written. Refused and not
   * sent give the quota back. When it rejects, call it again: until then it stays this process's.
   */
  finish(id: string, end: FinishRequest): Promise<Transition | "ignored">;
  /** Says that this process lives, for `leaseMs`: nobody takes what it owns. Where no other process can, nothing is written. */
  beat(): Promise<void>;
  /** This process ends: what it left open may be claimed at once. */
  leave(): Promise<void>;
  /**
   * Takes over open operations of processes that live no more, and of its own what nobody here has in hand, oldest first.
   * On SQLite opening the store proved that no other process holds it.
   */
  claimAbandoned(limit: number): Promise<Operation[]>;
  get(id: string): Promise<Operation | null>;
  /** Newest first; pages don't shift when newer operations come in. */
  list(filter: OperationFilter): Promise<OperationPage>;
  findByMessageId(messageId: string): Promise<Operation | null>;
  /**
   * All that one act brought, the first first; empty when it is gone. `version`: of the post that is rendered; its first one
   * needs no look where this process closed the act just now.
   */
  ofAct(id: string, version?: number): Promise<Operation[]>;
  /** A listing as it stands, or as much of it as is one author's. Of an act: what of it is unsettled. */
  listing(of: { listing: string } | { act: string }, author?: string): Promise<Listing>;
  /** How many of a person's operations of a kind count against the limit of that day. */
  countUsed(author: string, of: { day: string; kind: string }): Promise<number>;
  /** How many are stored or started. */
  countOpen(): Promise<number>;
  /** A person says what became of an unknown outcome: once, the first wins. Rejects when there is no such operation. */
  settle(id: string, settlement: SettleRequest): Promise<SettleResult>;
};
