import type { createAudit } from "./audit/audit.ts";
import type { StoreContext } from "./database/tables.ts";
import type { DraftTable } from "./drafts.ts";
import type { JobTable } from "./jobs.ts";
import type { OperationTable } from "./operations/types.ts";
import type { PostTable } from "./posts/types.ts";
import type { ReceiptTable } from "./receipts.ts";
import type { WatchTable } from "./watches.ts";

/** In milliseconds. A statement's time is also that of a silent connection, and a little more. */
export type PostgresLimits = {
  statementMs?: number;
  connectMs?: number;
  idleMs?: number;
  lostAfterMs?: number;
  /** Given each new connection before its first statement: the kills watch what is written. */
  onConnect?: (client: object) => void;
};

export type StoreOptions = {
  /** `file:<path>` is SQLite (one process), `postgres://…` or `postgresql://…` PostgreSQL (several). */
  url: string;
  /** Names this run of this process as the owner of operations and leases; never the same for two runs (a UUID made at start will do). */
  owner: string;
  /** How long others leave operations to this process behind a beat; longer than any time-out of the work, in milliseconds. */
  leaseMs: number;
  now: () => Date;
  /** PostgreSQL's clock for a test. @default its own */
  leaseClock?: (() => Date) | undefined;
  /** Others than production's. */
  postgresLimits?: PostgresLimits | undefined;
};

/**
 * On SQLite a write waits up to a second for an outside writer, with the event loop running, and then rejects with
 * nothing written. Reads wait for nobody.
 */
export type Store = {
  operations: OperationTable;
  posts: PostTable;
  drafts: DraftTable;
  jobs: JobTable;
  watches: WatchTable;
  receipts: ReceiptTable;
  audit: ReturnType<typeof createAudit>;
  /** A table of a feature's own, over the same database: what its folder in the store makes of this. */
  open<T>(table: (context: StoreContext) => T): T;
  /**
   * Removes operations closed before that date, all tries of a root at once, unless a post of one still waits; posts
   * unchanged since that date of which the subject is gone, or that are facts of their own and not kept; expired drafts and
   * imports; proposals decided before; sightings that newer ones stand for; deleted files; quota counters of earlier days.
   * Returns the number of rows; what the signal leaves is for the next time.
   */
  purge(cutoff: { closedBefore: Date; signal?: AbortSignal }): Promise<number>;
  /** Resolves when the database answers a read in time and takes a write; NoWritesError when only that fails. */
  healthy(): Promise<void>;
  /**
   * Why only a restart brings it back, in words for operators; null while it works, or is away and will come back by
   * itself. Answers at once, whatever the database does.
   */
  lost(): string | null;
  /** Ends the connections and gives the file free. Work still under way fails; what was committed stays. */
  close(): Promise<void>;
};
