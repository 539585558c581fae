/** Who wants to be asked no more. */
export type ReceiptStopRow = { person: string; stopped_at: number };
