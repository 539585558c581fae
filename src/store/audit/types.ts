import type { Json } from "../database/values.ts";

/** What happened: to an operation, to a receipt, to a proposal and its notes, to a report, to a card of on-call's. */
export type AuditEvent =
  | "taken_on"
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
  | "noted"
  | "reported"
  | "imported"
  | "taken"
  | "handed_over"
  | "forgotten";

/** `content`: the record as it stands from then on, by `content.ts`; left out of what is kept nowhere else. */
export type NewAuditEntry = {
  event: AuditEvent;
  person: string | null;
  subject: string;
  outcome?: string | null;
  content?: string;
};

/** An entry with its record as it stands now; `number` and `seal` are null until it is sealed. */
export type AuditEntry = {
  number: number | null;
  at: Date;
  event: AuditEvent;
  person: string | null;
  subject: string;
  outcome: string | null;
  salt: string | null;
  digest: string;
  seal: string | null;
  /** Null where it is gone, or was none. */
  record: Json | null;
};

export type AuditFilter = { since?: Date; until?: Date; person?: string };

/** Where the chain, or what it tells of, isn't as it was written. */
export type AuditBreak = {
  /** `chain`: the seal doesn't follow. `end`: sealed entries are missing behind it. `record`: not as the entry has it. */
  kind: "chain" | "end" | "record" | "gone" | "unrecorded";
  /** The entry's place; null of what isn't sealed. */
  number: number | null;
  subject: string;
};

export type AuditState = {
  breaks: AuditBreak[];
  sealed: number;
  unsealed: number;
  /** How many retention has removed, or 0. */
  removed: number;
  /** The newest seal: whoever keeps it elsewhere can tell later that nothing before it was written anew. */
  last: { number: number; seal: string } | null;
};

export type AuditTable = {
  /** Puts what is recorded and not sealed yet behind the chain, in order; how many there were. */
  seal(): Promise<number>;
  /** How many are not sealed yet. */
  countUnsealed(): Promise<number>;
  /** Calls back after each commit of this process that recorded something; must not throw. Returns the unsubscriber. */
  onRecorded(listener: () => void): () => void;
  /** In the order of the chain, behind it what isn't sealed. */
  read(filter: AuditFilter): AsyncGenerator<AuditEntry>;
  /** Against one picture of the whole store. */
  verify(): Promise<AuditState>;
};
