import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { Deliverer, NotifiedPost } from "../../post-queue.ts";
import { auditEntries, type RecordedEntry } from "../audit/record.ts";
import { documents } from "../documents.ts";
import { files } from "../files/files.ts";
import { jobs } from "../jobs.ts";
import { operations, operationWords, quotas } from "../operations/table.ts";
import { postLines, posts } from "../posts/table.ts";
import type { Engine, RowOf, Table } from "./columns.ts";

/**
 * Tables of the first migration. Once released they change no more: later migrations add tables or columns, and `Tables`
 * follows.
 */
export const firstTables = {
  operations,
  operation_words: operationWords,
  quotas,
  posts,
  post_lines: postLines,
  jobs,
  files,
  documents,
  audit_entries: auditEntries,
} satisfies Record<string, Table>;

type RowsOf<Made extends Record<string, Table>> = { [Name in keyof Made]: RowOf<Made[Name]> };

export type Tables = RowsOf<typeof firstTables>;

export type StoreTransaction = Transaction<Tables>;

/** Resolves after the commit; rejects with nothing written, or when a commit's answer was lost. */
export type Transact = <T>(run: (trx: StoreTransaction) => Promise<T>) => Promise<T>;

/** An open database for reading. */
export type ReadingConnection = {
  db: Kysely<Tables>;
  engine: Engine;
  close(): Promise<void>;
};

export type Connection = ReadingConnection & {
  transact: Transact;
  /** Whether other processes may have it open too. */
  isShared: boolean;
  /** Messages between instances; undefined for one process. */
  notifications?: Notifications;
  lost(): string | null;
};

export type Notifications = {
  /** Never rejects; nobody may be listening. */
  send(text: string): Promise<void>;
  /** Calls `heard` with each text, and without one when some may have been missed. Returns the unsubscriber. */
  listen(heard: (text?: string) => void): () => void;
  /** False behind a pooler without LISTEN. */
  isHeard(): boolean;
};

export type StoreContext = {
  connection: Connection;
  owner: string;
  version: number;
  leaseMs: number;
  now: () => Date;
  /** The store's clock in milliseconds, for leases, jobs, waiting posts and retention. */
  storeNow: () => RawBuilder<number>;
  deliverers: Set<Deliverer>;
  /** Of transactions under way. */
  afterCommits: WeakMap<StoreTransaction, AfterCommit>;
  /** For a transaction that begins. */
  afterCommit: () => AfterCommit;
  /** Called when a transaction is over. `isCommitted`: false where the answer may have been lost. */
  over: (afterCommit: AfterCommit, isCommitted: boolean) => void;
};

/** Effects of a transaction outside the store, once it is over. */
export type AfterCommit = {
  recorded: RecordedEntry[];
  notified: NotifiedPost[];
  /** The deliverer's count of scans when it began. */
  scans: number;
};
