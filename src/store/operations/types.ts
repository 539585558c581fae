import type { Locale } from "../../locales/index.ts";
import type { StoreTransaction } from "../database/tables.ts";
import type { Json } from "../json.ts";
import type { NewPost } from "../posts/types.ts";
import type { Receipt } from "../receipts/types.ts";

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
  state: "stored" | "started" | "closed";
  /** Null until closed. */
  outcome: Outcome | null;
  /** The platform's reply or the reason for failure, as its feature keeps it. */
  result: Json | null;
  messageId: string | null;
  /** How many times a process took it on: 1 for the first, one more for each recovery. */
  attempts: number;
  /** Id of the operation that this one sends again. */
  repeats: string | null;
  /** Id of the operation that sends this one again: at most one ever does. */
  repeatedBy: string | null;
  /** When that was about to leave; null while it waits, since it may never leave. */
  sentAgainAt: Date | null;
  /** What it sends again, or what that does, was accepted or reported as arrived: nothing behind that is to be sent. */
  isNeedless: boolean;
  /** What the person typed as the reason for sending again. */
  reason: string | null;
  /** Id of the operation of the same act that has to be accepted before this one starts. */
  follows: string | null;
  /** Id of the operation of the same act that waits for this one. */
  followedBy: string | null;
  /** When one act brought several at once, the id of the first of them; null when it came alone. */
  batch: string | null;
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
  /** The listing that tells on-call of it among others; `isOnlyListed`: on-call has no other post of it. */
  listing: string | null;
  isOnlyListed: boolean;
  /** Null of one of which nobody was asked whether it arrived. */
  receipt: Receipt | null;
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
  /** An operation of the same author and kind. */
  repeats?: string;
  /** What it repeats may be another author's. */
  repeatsAnybodys?: true;
  reason?: string;
  form?: FormOfAct;
  /** Counts this operation against `limit` for its author and `day` (YYYY-MM-DD in the team's time zone). */
  quota?: { day: string; limit: number };
  /**
   * What commits with it, a decision that it carries out for one, or not at all. False undoes everything and is
   * answered as `overtaken`. It may be called again when the database asks for the transaction to be repeated.
   */
  also?: (trx: StoreTransaction) => Promise<boolean>;
  /** Another one of the same act: starts when this one is accepted, and never otherwise. */
  followedBy?: Pick<TakeOnRequest, "id" | "kind" | "request" | "quota" | "repeats">;
  /** More of the same act and kind: each runs and ends by itself, whatever becomes of the others. */
  beside?: readonly Pick<TakeOnRequest, "id" | "request">[];
};

/**
 * What ties the acts of one form, which comes back as another act after it was told that nothing was sent: among all these
 * one at most of the same content can have an effect.
 */
export type FormOfAct = {
  /** With which the form began. */
  firstAct: string;
  /** What stands in it, in short: only ever compared. */
  content: string;
  /** Operations of this form with other content that its person knows of: they aren't in the way. */
  told?: readonly string[];
};

export type TakeOnResult =
  | { kind: "stored" }
  /**
   * The same act came before, or another of its form that is open or may have had an effect; nothing was counted.
   * `isOther`: what stands in the form isn't what stood in it then.
   */
  | { kind: "duplicate"; operation: Operation; isOther: boolean }
  | { kind: "over_limit"; used: number; limit: number }
  /** `also` found that it may not be done any more. */
  | { kind: "overtaken" }
  /** `operation` is the one that already sends it again. */
  | { kind: "already_repeated"; operation: Operation }
  /**
   * What `repeats` names was accepted after all, was reported as arrived, is still under way, or is gone or not this
   * author's (null): sending again is wrong.
   */
  | { kind: "not_repeatable"; operation: Operation | null };

export type StartRequest = {
  /** Which of its `attempts` this is. @default 1 */
  attempt?: number;
  /** Takes the place of the request that was stored. */
  completed?: object | null;
  /** Once more, after what certainly was not processed: only as long as it is open and this process's. */
  isAgain?: boolean;
  /**
   * Given for a repeat: ids known here to be accepted though that isn't stored yet. It doesn't start when what it repeats
   * is among them, or was accepted or reported as arrived; else that one counts as sent again from now on.
   */
  accepted?: ReadonlySet<string>;
  /** Posts of its batch as it stands then, stored with it. */
  posts?: ((batches: readonly Batch[]) => NewPost[]) | null;
};

/** `closed`: its first end. `corrected`: a definite outcome replaced `unknown`. */
export type Transition = "closed" | "corrected";

export type FinishRequest = {
  /** Which of its `attempts` came to this end. @default 1 */
  attempt?: number;
  outcome: Outcome;
  result: Json | null;
  messageId?: string | null;
  /**
   * The posts that tell of it, stored in the same transaction. Pure: it may be called again when the database
   * asks for the transaction to be repeated. `operation` is as it stands after the transition.
   */
  posts: (transition: Transition, operation: Operation, linked: Linked) => NewPost[];
  /** What commits with it, what the reply showed for one; under the same conditions. */
  also?: (trx: StoreTransaction, operation: Operation) => Promise<void>;
  /** When it came to this end, where that could not be stored at once. @default now */
  endedAt?: Date;
  /** By its author, before it started: whichever process has it. */
  isGivenUp?: boolean;
  /** Whether it has a post already is looked up. */
  asksTold?: boolean;
};

/** The operations that one is tied to, as they stand after its transition. */
export type Linked = {
  /** What it sends again, by its author's choice or behind that: an unknown, and repeats of that which failed. */
  repeated: readonly Operation[];
  /** What ended and sends it again, or behind that: there is something to be sent there no more, or once more, since now. */
  later: readonly Operation[];
  /** The listings that it and those are on. */
  listings: readonly Listing[];
  /** The batches that all of these came in. */
  batches: readonly Batch[];
  /** It has a post already, that it waits; known only to who asked. */
  isTold?: boolean;
};

/** Of those, what changes along when a person says what became of one. */
export type Touched = Pick<Linked, "later" | "listings" | "batches">;

/** The operations that one act brought at once, the first first. */
export type Batch = { id: string; operations: readonly Operation[] };

/** Unknown outcomes of one kind that came so fast that on-call has one post of them. */
export type Listing = {
  /** The id of the operation that began it. */
  id: string;
  total: number;
  /** How many nobody knows the end of yet. */
  left: number;
  /** As many of those as there is any use for, the oldest first. */
  unsettled: readonly Operation[];
};

/** The posts are made from the operation as it stands then, under the same conditions as an end's. */
export type SettleRequest = {
  by: string;
  as: SettledAs;
  /** What commits with it, as with an end. */
  also?: (trx: StoreTransaction, operation: Operation) => Promise<void>;
  posts: (operation: Operation, touched: Touched) => NewPost[];
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
  /** `next` of the page before. */
  before?: string;
  limit: number;
};

/** `next` is null on the last page. */
export type OperationPage = { operations: Operation[]; next: string | null };

export type OperationTable = {
  /**
   * Stores an act once, leased to this process, counted against its quota, all in one transaction. When it
   * rejects the row may still be there (a commit whose answer was lost): its lease then runs out by itself and
   * recovery closes it as not sent.
   */
  takeOn(request: TakeOnRequest): Promise<TakeOnResult>;
  /** Notes that the person was told that it is on its way: only then may it run after a restart. */
  acknowledged(id: string): Promise<void>;
  /**
   * Stored -> started; only then may the request leave, or leave again. False: not this process's any more, not stored, or
   * what it follows is not accepted. When it rejects the request must not leave: finish as not sent, or recovery will. It
   * rejects with NeedlessError when what it sends again was accepted after all or reported as arrived.
   */
  start(id: string, how?: StartRequest): Promise<boolean>;
  /**
   * Writes an outcome and its posts together. `closed`: from stored (`not_sent` only) or started. `corrected`: the
   * attempt that made the request learned later what became of an `unknown`. `ignored`: nothing was written, no
   * post stored. Refused and not sent give the quota back. When it rejects, call it again: until then it stays this
   * process's, and only when the process ends does the lease run out and recovery close the operation.
   */
  finish(id: string, end: FinishRequest): Promise<Transition | "ignored">;
  /**
   * Closes an act that was told as unsent: stored -> closed as `not_sent` without a post, with all that came with it, and
   * gives the quota back. One that isn't stored is kept from ever being taken on.
   * False, and only an end with posts is true: it came again meanwhile and was told to be on its way, it isn't this
   * process's, or it has started or ended. True, with nothing done: it is no act of this person's.
   */
  withdraw(id: string, by: string): Promise<boolean>;
  /** An act that isn't stored is kept from ever being taken on; one that is stays as it is. */
  useUp(id: string): Promise<void>;
  /** Posts that tell how it stands before it starts; none once it has, or is closed. */
  tell(id: string, posts: (operation: Operation, batches: readonly Batch[]) => NewPost[]): Promise<void>;
  /** Extends the leases of what this process has under way; to be called well within every `leaseMs`. */
  keepLease(): Promise<void>;
  /**
   * Takes over open operations whose lease has run out, oldest first. On SQLite all that an earlier process left
   * open is there at once: opening the store proved that no other process holds it.
   */
  claimAbandoned(limit: number): Promise<Operation[]>;
  get(id: string): Promise<Operation | null>;
  /** Newest first; pages don't shift when newer operations come in. */
  list(filter: OperationFilter): Promise<OperationPage>;
  findByMessageId(messageId: string): Promise<Operation | null>;
  /** The operations of one act that brought several, the first first. */
  batch(id: string): Promise<Operation[]>;
  /** A listing as it stands, or as much of it as is one author's. */
  listing(id: string, author?: string): Promise<Listing>;
  /** How many of a person's acts count against the limit of that day. */
  countUsed(author: string, day: string): Promise<number>;
  /** How many are stored or started. */
  countOpen(): Promise<number>;
  /** A person says what became of an unknown outcome: once, the first wins. Rejects when there is no such operation. */
  settle(id: string, settlement: SettleRequest): Promise<SettleResult>;
};
