import { sql } from "kysely";
import type { Deliverer } from "../post-queue.ts";
import { createAudit } from "./audit/audit.ts";
import type { AuditListener } from "./audit/record.ts";
import { migrate, readAge, type StoreAge } from "./database/migrations.ts";
import { openPostgres, type PostgresLimits } from "./database/postgres.ts";
import { closeToOthers, openSqlite, openSqliteToRead } from "./database/sqlite.ts";
import type { AfterCommit, Connection, StoreContext, StoreTransaction } from "./database/tables.ts";
import { openingPatienceMs, repeatOnConflict } from "./database/transact.ts";
import { createDrafts } from "./drafts.ts";
import { createHealth } from "./health.ts";
import { createJobs } from "./jobs.ts";
import { createMonitors } from "./monitors.ts";
import { createOperations } from "./operations/operations.ts";
import { createPosts } from "./posts/posts.ts";
import { purge } from "./purge.ts";
import { createReceipts } from "./receipts.ts";

export type StoreOptions = {
  /** `file:<path>` is SQLite (one process), `postgres://…` or `postgresql://…` PostgreSQL (several). */
  url: string;
  /** Names this run of this process as the owner of operations and leases; never the same for two runs (a UUID made at start will do). */
  owner: string;
  /** The app's, higher where it is newer: of instances of several, one of the newest delivers. @default 0 */
  version?: number;
  /** How long others leave operations to this process behind a beat; longer than any time-out of the work, in milliseconds. */
  leaseMs: number;
  now: () => Date;
  /** PostgreSQL's clock for a test. @default its own */
  leaseClock?: (() => Date) | undefined;
  /** Others than production's. */
  postgresLimits?: PostgresLimits | undefined;
};

/** A large index takes longer than a command may, and so does waiting for another instance that makes it. */
const migrationTimeoutMs = 10 * 60_000;

/**
 * Opens the store at `url` and brings its tables up to date.
 * @throws when another process owns the SQLite file, the database can't be reached, or it is of a newer bot or of one
 * before the first release.
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  return createStore(await openConnection(options), options);
}

/**
 * On SQLite a write waits up to a second for an outside writer, with the event loop running, and then rejects with
 * nothing written. Reads wait for nobody.
 */
export type Store = ReturnType<typeof createStore>;

/** One instance's store over a database whose tables are up to date; in a simulation several share one. */
export function createStore(connection: Connection, options: Omit<StoreOptions, "url">) {
  const { owner, version = 0, leaseMs, now } = options;
  const storeNow = createStoreNow(connection, options);
  const auditors = new Set<AuditListener>();
  const deliverers = new Set<Deliverer>();
  const countScans = () => [...deliverers][0]?.scans() ?? 0;
  const context: StoreContext = {
    ...{ connection, owner, version, leaseMs, now, storeNow, deliverers },
    afterCommits: new WeakMap<StoreTransaction, AfterCommit>(),
    afterCommit: () => ({ recorded: [], notified: [], scans: countScans() }),
    over({ recorded, notified, scans }: AfterCommit, isCommitted: boolean) {
      if (isCommitted && recorded.length > 0) for (const listener of auditors) listener(recorded);
      if (notified.length === 0) return;
      const ids = notified.map(({ post }) => post.id);
      // An operator's command delivers nothing itself.
      if (deliverers.size === 0) void posts.announce(ids);
      for (const deliverer of deliverers) {
        // The answer came so late that its posts may have been found, and posted, meanwhile.
        if (deliverer.scans() - scans > 1) deliverer.look(ids);
        else if (isCommitted) deliverer.notified(notified);
        else deliverer.perhapsNotified(notified);
      }
    },
  };
  const posts = createPosts(context);
  let closing: Promise<void> | undefined;
  return {
    operations: createOperations(context),
    posts,
    drafts: createDrafts(context),
    jobs: createJobs(context),
    monitors: createMonitors(context),
    receipts: createReceipts(context),
    audit: createAudit(context, auditors),
    ...createHealth(context),

    /** A table of a feature's own, over the same database: what its folder in the store makes of this. */
    open: <T>(table: (context: StoreContext) => T): T => table(context),

    /**
     * Removes what is old, see `purge.ts`. Operations go with all tries of a root at once, unless a post of one still waits.
     * Returns the number of rows; what the signal leaves is for the next time.
     */
    purge: (cutoff: { closedBefore: Date; signal?: AbortSignal }): Promise<number> => purge(context, cutoff),

    /** Ends the connections and gives the file free. Work still under way fails; what was committed stays. */
    close(): Promise<void> {
      closing ??= connection.close();
      return closing;
    },
  };
}

async function openConnection({ url, postgresLimits }: StoreOptions): Promise<Connection> {
  if (url.startsWith("file:")) {
    // The file's lock proves that whoever held these leases is gone.
    const connection = await prepare(await openSqlite(url), [migrate, voidLeases]);
    closeToOthers(url);
    return connection;
  }
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new Error("the store's address must start with file: or postgres://");
  }
  const patient = await prepare(await openPostgres(url, { statementMs: migrationTimeoutMs }), [migrate]);
  await patient.close();
  return await openPostgres(url, postgresLimits);
}

async function prepare(
  connection: Connection,
  steps: ((connection: Connection) => Promise<void>)[],
): Promise<Connection> {
  try {
    for (const step of steps) await repeatOnConflict(() => step(connection), openingPatienceMs);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/**
 * `statement_timestamp` and not `clock_timestamp`: it holds still during a statement, so an index can be asked. Instances'
 * own clocks differ; a file of SQLite's has one.
 */
function createStoreNow(
  { engine }: Connection,
  { now, leaseClock }: Pick<StoreOptions, "now" | "leaseClock">,
): StoreContext["storeNow"] {
  if (engine === "sqlite") return () => sql`${now().getTime()}`;
  if (leaseClock !== undefined) return () => sql`${leaseClock().getTime()}::int8`;
  return () => sql`(extract(epoch from statement_timestamp()) * 1000)::int8`;
}

/** Of a process that is gone. */
export async function voidLeases({ db }: Connection): Promise<void> {
  await db.updateTable("jobs").set({ lease_until: 0 }).execute();
}

/**
 * Looks at the store at `url` as a start would find it, and changes nothing: no file, no table.
 * @throws when another process owns the SQLite file, or the store can neither be read nor created.
 */
export async function inspectStore(url: string): Promise<StoreAge> {
  const connection = url.startsWith("file:") ? openSqliteToRead(url) : await openPostgres(url);
  if (connection === null) return "none";
  try {
    return await readAge(connection);
  } finally {
    await connection.close();
  }
}
