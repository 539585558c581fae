import { id, orNull, prose, type RowOf, text, time } from "../database/columns.ts";
import type { Asking, ReceivedAs } from "./types.ts";

/** Who was asked whether a message arrived, in which direct message, and what came of it. */
export const receipts = {
  columns: {
    operation_id: id(),
    holder: text(),
    /** The operation that began the direct message. */
    sheet: text(),
    asked_at: time(),
    asking: text<Asking>(),
    received_as: orNull(text<ReceivedAs>()),
    received_at: orNull(time()),
    words: orNull(prose()),
  },
  indexes: [
    "index receipts_of_sheet on receipts (sheet)",
    "index receipts_of_holder on receipts (holder, asked_at)",
    "index receipts_silent on receipts (asked_at) where received_as is null",
  ],
};
export type ReceiptRow = RowOf<typeof receipts>;

/** Who wants to be asked no more. */
export const receiptStops = { columns: { person: id(), stopped_at: time() } };
