import type { ReceivedAs } from "./types.ts";

/** Who was asked whether a message arrived, in which direct message, and what came of it. */
export type ReceiptRow = {
  operation_id: string;
  holder: string;
  /** The operation that began the direct message. */
  sheet: string;
  asked_at: number;
  received_as: ReceivedAs | null;
  received_at: number | null;
  words: string | null;
};

/** Who wants to be asked no more. */
export type ReceiptStopRow = { person: string; stopped_at: number };
