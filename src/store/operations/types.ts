import type { Locale } from "../../locales/index.ts";
import type { Decoded } from "../database/columns.ts";
import type { StoreTransaction } from "../database/tables.ts";
import type { Json } from "../database/values.ts";
import type { Telling } from "../posts/types.ts";
import type { Asking, Outcome, operations, ReceivedAs, SettledAs } from "./table.ts";

export type { Outcome, ReceivedAs, SettledAs };

type Row = Decoded<typeof operations>;

/** One platform-changing call, from the confirmed act to its end. */
export type Operation = Omit<
  Row,
  | ("quotaDay" | "owner" | "startedBy" | "endedAt")
  | ("phoneOwner" | "questionnaire" | "askedAt" | "asking" | "receivedAs" | "receivedAt" | "receivedWords")
> & {
  /** The other tries of the same effect, and the other operations of its act, the oldest first. */
  tries: readonly Kin[];
  siblings: readonly Kin[];
  /** Messages of their own that came with an edit of this one, which is alone in its act: the edit's other recipients. */
  editedBeside: readonly Kin[];
  /** Null of one of which nobody was asked whether it arrived. */
  receipt: Receipt | null;
};

/** As much of an operation as those beside it tell of it. */
export type Kin = Pick<
  Row,
  | ("id" | "kind" | "author" | "act" | "step" | "root" | "state" | "outcome")
  | ("settledAs" | "unknownsCard" | "createdAt" | "startedAt")
>;

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
