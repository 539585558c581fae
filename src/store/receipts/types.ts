import type { StoreTransaction } from "../database/tables.ts";
import type { Operation } from "../operations/types.ts";
import type { Telling } from "../posts/types.ts";

/** What the holder of a phone saw there. */
export type ReceivedAs = "arrived" | "looks_wrong" | "did_not_arrive";

/** `once`, and where it was of a run, `again` after a while; `over`: nobody waits for the answer, which still counts. */
export type Asking = "once" | "again" | "over";

/** The question whether a message arrived, to who holds the phone, and the answer. */
export type Receipt = {
  /** Slack user id. */
  holder: string;
  /** The operation that began the direct message in which it is asked. */
  sheet: string;
  asking: Asking;
  /** Null until answered. */
  as: ReceivedAs | null;
  at: Date | null;
  /** What looks wrong. */
  words: string | null;
};

/** Who is asked: `subject` is of the questions that stand in one direct message. */
export type Asked = { subject: string; holder: string };

/** All that one direct message asks, in order. */
export type Sheet = { id: string; holder: string; operations: readonly Operation[] };

export type AnswerRequest = {
  by: string;
  as: ReceivedAs;
  words: string | null;
  /** Pure, under the same conditions as what is told of an end. */
  tells: (operation: Operation) => Telling;
};

export type AllArrived = { by: string; tells: (answered: readonly Operation[]) => Telling };

/** `tells`: of a direct message in which so many are asked once more. Pure, under the same conditions. */
export type Silence = {
  againMs: number;
  overMs: number;
  tells: (questions: { subject: string; count: number }) => Telling;
};

export type AnswerResult =
  | { kind: "answered" | "already"; operation: Operation }
  /** It was refused or not sent after all. */
  | { kind: "overtaken"; operation: Operation }
  /** Somebody else holds that phone, or nobody was asked. */
  | { kind: "not_asked" };

export type ReceiptTable = {
  /**
   * Asks whether a message arrived, within the transaction of its end; it stands among the questions of the last minutes.
   * Those of a run are asked when the last of it has ended, in one direct message for each holder. Nobody is asked twice,
   * or who wants no questions. `holderOf`: whom to ask of one; null: nobody.
   */
  ask(
    trx: StoreTransaction,
    operation: Operation,
    holderOf: (operation: Operation) => string | null,
  ): Promise<Asked[]>;
  /** Null when it is gone. */
  sheet(id: string): Promise<Sheet | null>;
  /**
   * The first answer counts, and settles an unknown outcome that nobody has settled; the holder may still say that what
   * they said did not arrive has arrived.
   */
  answer(id: string, answer: AnswerRequest): Promise<AnswerResult>;
  /** All that is still asked there arrived: what this answered. */
  allArrived(sheet: string, answer: AllArrived): Promise<readonly Operation[]>;
  /** What was asked of runs, and not answered for so long: asked once more, and later waited for no more. */
  goAfter(silent: Silence): Promise<void>;
  /** Asked within a day and not answered, the newest first; none of who wants no questions. */
  waiting(holder: string, limit: number): Promise<Operation[]>;
  stop(person: string): Promise<void>;
  resume(person: string): Promise<void>;
  isStopped(person: string): Promise<boolean>;
};
