import type { Json } from "../database/values.ts";

/** What happened: to an operation, to a receipt, to a proposal, to a report, to a card of on-call's. */
export type AuditEvent =
  | "enqueued"
  | "completed"
  | "ended"
  | "corrected"
  | "settled"
  | "received"
  | "proposed"
  | "edited"
  | "approved"
  | "changes_requested"
  | "withdrawn"
  | "expired"
  | "reopened"
  | "carried_out"
  | "reported"
  | "imported"
  | "taken"
  | "forgotten";

export type NewAuditEntry = {
  event: AuditEvent;
  person: string | null;
  subject: string;
  outcome?: string | null;
};

export type RecordedEntry = Required<NewAuditEntry> & {
  /** Rising in the order in which entries were written. */
  id: number;
  at: Date;
};

/** An entry with its record as it stands now. */
export type AuditEntry = RecordedEntry & {
  /** Null where it is gone, or was none. */
  record: Json | null;
};

export type AuditFilter = { since?: Date; until?: Date; person?: string };

/** Must not throw. */
export type AuditListener = (entries: readonly RecordedEntry[]) => void;

export type AuditTable = {
  /**
   * Calls back after each commit of this process that recorded something; not after one whose answer was lost. Returns the
   * unsubscriber.
   */
  onRecorded(listener: AuditListener): () => void;
  /** In the order in which they were written. */
  read(filter: AuditFilter): AsyncGenerator<AuditEntry>;
};
