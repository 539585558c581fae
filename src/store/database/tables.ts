import type { Generated, Kysely, RawBuilder, Transaction } from "kysely";
import type { Locale } from "../../locales/index.ts";
import type { Pace } from "../posts/types.ts";
import type { Outcome, SettledAs } from "../types.ts";

/*
 * The rows as both databases hold them. Times are milliseconds since 1970, JSON is text. A row is open while its
 * `closed_at` is null: that, and no list of states, is what the partial indexes are made on.
 */

export type OperationRow = {
  id: string;
  kind: string;
  author: string;
  conversation: string | null;
  locale: Locale | null;
  request: string;
  state: "stored" | "started" | "closed";
  outcome: Outcome | null;
  result: string | null;
  message_id: string | null;
  attempts: number;
  repeats: string | null;
  repeated_by: string | null;
  reason: string | null;
  follows: string | null;
  followed_by: string | null;
  /** The counter this operation is counted on; it is given back on the one transition to refused or not sent. */
  quota_day: string | null;
  lease_owner: string;
  lease_until: number;
  created_at: number;
  /** The act came again before it started, and was told to be on its way: it can't be taken back silently. */
  told_again_at: number | null;
  started_at: number | null;
  /** Only the process that made the request can know better than `unknown` later. */
  started_by: string | null;
  closed_at: number | null;
  corrected_at: number | null;
  settled_by: string | null;
  settled_as: SettledAs | null;
  settled_at: number | null;
};

export type PostRow = {
  /** Rising in the order of storing: the order of delivery within a destination. */
  id: Generated<number>;
  operation_id: string | null;
  kind: "post" | "edit" | "line";
  /** Names what edits and lines follow. */
  key: string | null;
  destination: string;
  destinations: string;
  body: string;
  author: string | null;
  state: "queued" | "posting" | "posted" | "undeliverable";
  due_at: number;
  lease_owner: string;
  lease_until: number;
  attempts: number;
  may_repeat: number;
  channel: string | null;
  ts: string | null;
  error: string | null;
  created_at: number;
  closed_at: number | null;
};

type QuotaRow = { person: string; day: string; used: number };

type DraftRow = { id: string; author: string; kind: string; body: string; expires_at: number };

/** A key under which posts were added, not to be used again; one that isn't `lasting` is purged in its time. */
type ToldRow = { key: string; told_at: number; lasting: number };

/** `ran_at` is 0 before the first time. */
type JobRow = { name: string; ran_at: number; lease_owner: string; lease_until: number };

/** `lane`: a destination, or all edits; from `free_at` on the next may be delivered there. */
type PaceRow = { lane: string; free_at: number };

export type Tables = {
  operations: OperationRow;
  posts: PostRow;
  quotas: QuotaRow;
  drafts: DraftRow;
  told: ToldRow;
  jobs: JobRow;
  paces: PaceRow;
};

export type Engine = "sqlite" | "postgres";

export type StoreTransaction = Transaction<Tables>;

/** Resolves once it is committed; rejects with nothing written, or with a commit whose answer was lost. */
export type Transact = <T>(run: (trx: StoreTransaction) => Promise<T>) => Promise<T>;

/** An open database that is only looked at. */
export type ReadingConnection = {
  db: Kysely<Tables>;
  engine: Engine;
  close(): Promise<void>;
};

/** An open database. */
export type Connection = ReadingConnection & {
  transact: Transact;
  /** See `Store`. */
  lost(): string | null;
};

/** What every part of the store works with. */
export type StoreContext = {
  connection: Connection;
  owner: string;
  leaseMs: number;
  now: () => Date;
  /** What leases go by, in milliseconds. */
  leaseNow: () => RawBuilder<number>;
  pace: Pace;
};
