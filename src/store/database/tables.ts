import type { Kysely, RawBuilder, Transaction } from "kysely";
import type { Deliverer, NotifiedPost } from "../../post-queue.ts";
import { auditEntries, type RecordedEntry } from "../audit/record.ts";
import { documents } from "../documents.ts";
import { filesTable } from "../files/files.ts";
import { jobs } from "../jobs.ts";
import { operations, quotas, searchWords } from "../operations/table.ts";
import { postLines, posts } from "../posts/table.ts";
import type { Engine, RowOf, Table } from "./columns.ts";

export const firstTables = {
  operations,
  operation_words: searchWords,
  quotas,
  posts,
  post_lines: postLines,
  jobs,
  files: filesTable,
  documents,
  audit_entries: auditEntries,
} satisfies Record<string, Table>;

type RowsOf<Made extends Record<string, Table>> = { [Name in keyof Made]: RowOf<Made[Name]> };

export const tables = { ...firstTables };

export type Tables = RowsOf<typeof tables>;

export type StoreTransaction = Transaction<Tables>;

/** Resolves after the commit. A rejection means that nothing was written, or that the commit's answer was lost. */
export type Transact = <T>(run: (trx: StoreTransaction) => Promise<T>) => Promise<T>;

export type ReadingConnection = {
  db: Kysely<Tables>;
  engine: Engine;
  close(): Promise<void>;
};

export type Connection = ReadingConnection & {
  transact: Transact;
  /** Whether other processes can have the database open. */
  isShared: boolean;
  /** Messages between instances; undefined on SQLite. */
  notifications?: Notifications;
  lost(): string | null;
};

export type Notifications = {
  send(text: string): Promise<void>;
  /** Calls `heard` with each text, or without a text if some may be missing. Returns a function that unsubscribes. */
  listen(heard: (text?: string) => void): () => void;
  /** Whether texts arrive; false behind a pooler without LISTEN. */
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
  afterCommits: WeakMap<StoreTransaction, CommitEffects>;
  afterCommit: () => CommitEffects;
  /** Called when a transaction ends. `isCommitted` is false if it failed, or if the commit's answer was lost. */
  over: (afterCommit: CommitEffects, isCommitted: boolean) => void;
};

export type CommitEffects = {
  recorded: RecordedEntry[];
  notified: NotifiedPost[];
  /** The deliverer's number of scans when the transaction began. */
  scans: number;
};
