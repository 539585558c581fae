import type { StoreTransaction } from "../database/tables.ts";
import type { Operation } from "../operations/types.ts";
import type { Telling } from "../posts/types.ts";

/** What the holder of a phone saw there. */
export type ReceivedAs = "arrived" | "looks_wrong" | "did_not_arrive";

/** The question whether a message arrived, to who holds the phone, and the answer. */
export type Receipt = {
  /** Slack user id. */
  holder: string;
  /** The operation that began the direct message in which it is asked. */
  sheet: string;
  /** Null until answered. */
  as: ReceivedAs | null;
  at: Date | null;
  /** What looks wrong. */
  words: string | null;
};

/** All that one direct message asks, in order. */
export type Sheet = { id: string; holder: string; operations: readonly Operation[] };

export type AnswerRequest = {
  by: string;
  as: ReceivedAs;
  words: string | null;
  /** Pure, under the same conditions as what is told of an end. */
  tells: (operation: Operation) => Telling;
};

export type AnswerResult =
  | { kind: "answered" | "already"; operation: Operation }
  /** It was refused or not sent after all. */
  | { kind: "overtaken"; operation: Operation }
  /** Somebody else holds that phone, or nobody was asked. */
  | { kind: "not_asked" };

export type ReceiptTable = {
  /**
   * Asks whether a message arrived, within the transaction of its end: the subject of the questions that it stands among,
   * which are those of the last minutes. Null: nothing is asked that wasn't, and nobody is asked who wants none.
   */
  ask(trx: StoreTransaction, operation: Operation, holder: string): Promise<string | null>;
  /** Null when it is gone. */
  sheet(id: string): Promise<Sheet | null>;
  /**
   * The first answer counts, and settles an unknown outcome that nobody has settled; the holder may still say that what
   * they said did not arrive has arrived.
   */
  answer(id: string, answer: AnswerRequest): Promise<AnswerResult>;
  /** Asked within a day and not answered, the newest first; none of who wants no questions. */
  waiting(holder: string, limit: number): Promise<Operation[]>;
  stop(person: string): Promise<void>;
  resume(person: string): Promise<void>;
  isStopped(person: string): Promise<boolean>;
};
