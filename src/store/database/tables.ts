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
 * What the first migration makes: once that is released, a table here changes no more. A later one makes its own, or adds
 * columns, and says so to `Tables`.
 */
export const firstTables = {
  ...{ operations, operation_words: operationWords, quotas },
  ...{ posts, post_lines: postLines },
  ...{ jobs, files, documents },
  audit_entries: auditEntries,
} satisfies Record<string, Table>;

type RowsOf<Made extends Record<string, Table>> = { [Name in keyof Made]: RowOf<Made[Name]> };

export type Tables = RowsOf<typeof firstTables>;

export type StoreTransaction = Transaction<Tables>;

/** Makes tables, or brings them from one version to the next. */
export type Migration = (db: Kysely<Tables>, engine: Engine) => Promise<void>;

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
  /** Other processes may have it open as well. */
  isShared: boolean;
  /** From one of them to all; undefined where there is no way. */
  notifications?: Notifications;
  /** See `Store`. */
  lost(): string | null;
};

export type Notifications = {
  /** Reaches whoever listens, or nobody. Never rejects. */
  send(text: string): Promise<void>;
  /** `heard` is called with each text, and without one when some may have been missed. Returns the unsubscriber. */
  listen(heard: (text?: string) => void): () => void;
  /** False: what is sent isn't heard here, as behind a pooler. */
  isHeard(): boolean;
};

/** What every part of the store works with. */
export type StoreContext = {
  connection: Connection;
  owner: string;
  version: number;
  leaseMs: number;
  now: () => Date;
  /** What leases, jobs, waiting posts and the age of what is kept go by, in milliseconds. */
  storeNow: () => RawBuilder<number>;
  deliverers: Set<Deliverer>;
  /** Of transactions that are under way. */
  afterCommits: WeakMap<StoreTransaction, AfterCommit>;
  /** Of a transaction that begins. */
  afterCommit: () => AfterCommit;
  /** Whoever is to know that a transaction is over. `isCommitted`: false where the answer may have been lost. */
  over: (afterCommit: AfterCommit, isCommitted: boolean) => void;
};

/** What follows from a transaction once it is over. */
export type AfterCommit = {
  /** Entries of the audit that it wrote. */
  recorded: RecordedEntry[];
  /** Posts that it created or changed. */
  notified: NotifiedPost[];
  /** The deliverer's count of scans when it began. */
  scans: number;
};
