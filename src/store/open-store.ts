import { sql } from "kysely";
import type { Deliverer } from "../post-queue.ts";
import { createAudit } from "./audit/audit.ts";
import type { AuditListener } from "./audit/record.ts";
import { migrate, readAge, type StoreAge } from "./database/migrations.ts";
import { openPostgres, type PostgresLimits } from "./database/postgres.ts";
import { openSqlite, openSqliteToRead, restrictToOwner } from "./database/sqlite.ts";
import type { CommitEffects, Connection, StoreContext, StoreTransaction } from "./database/tables.ts";
import { openingPatienceMs, retryOnConflict } from "./database/transact.ts";
import { createDrafts } from "./drafts.ts";
import { createHealth } from "./health.ts";
import { createJobs } from "./jobs.ts";
import { createMonitors } from "./monitors.ts";
import { createOperations } from "./operations/operations.ts";
import { createPosts } from "./posts/posts.ts";
import { purge } from "./purge.ts";
import { createReceipts } from "./receipts.ts";

export type StoreOptions = {
  /** Database: SQLite as `file:<path>` (one process), PostgreSQL as `postgres://…` or `postgresql://…` (several). */
  url: string;
  /** Unique name of this run of the process, which owns operations and leases. */
  owner: string;
  /** Version of the app; only instances of the newest version deliver posts. @default 0 */
  version?: number;
  /** Milliseconds for which a heartbeat protects this instance's operations; longer than any operation's timeout. */
  leaseMs: number;
  now: () => Date;
  /** Replaces PostgreSQL's clock in tests. @default the database's clock */
  leaseClock?: (() => Date) | undefined;
  postgresLimits?: PostgresLimits | undefined;
};

/** Time limit of a migration's statement, which may build a large index or wait for another instance's migration. */
const migrationTimeoutMs = 10 * 60_000;

/**
 * Opens and migrates the store. @throws if SQLite's file is in use, the database unreachable, or the store too new or
 * old
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  return createStore(await openConnection(options), options);
}

/** A write on SQLite waits up to a second for another process, then rejects with nothing written. Reads don't wait. */
export type Store = ReturnType<typeof createStore>;

/** Creates one instance's store over an open database; in a simulation several instances share the database. */
export function createStore(connection: Connection, options: Omit<StoreOptions, "url">) {
  const { owner, version = 0, leaseMs, now } = options;
  const storeNow = createStoreNow(connection, options);
  const auditors = new Set<AuditListener>();
  const deliverers = new Set<Deliverer>();
  const countScans = () => [...deliverers][0]?.scans() ?? 0;
  const context: StoreContext = {
    connection,
    owner,
    version,
    leaseMs,
    now,
    storeNow,
    deliverers,
    afterCommits: new WeakMap<StoreTransaction, CommitEffects>(),
    afterCommit: () => ({ recorded: [], notified: [], scans: countScans() }),
    over({ recorded, notified, scans }: CommitEffects, isCommitted: boolean) {
      if (isCommitted && recorded.length > 0) for (const listener of auditors) listener(recorded);
      if (notified.length === 0) return;
      const ids = notified.map(({ post }) => post.id);
      // An operator's command has no deliverer, so it notifies the instance that delivers.
      if (deliverers.size === 0) void posts.announce(ids);
      for (const deliverer of deliverers) {
        // After a slow commit, a scan may already have posted these, so they are looked up again.
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

    open: <T>(table: (context: StoreContext) => T): T => table(context),

    /** Removes old rows as in `purge.ts`; returns their number. After an abort, the rest stays until the next run. */
    purge: (cutoff: { closedBefore: Date; signal?: AbortSignal }): Promise<number> => purge(context, cutoff),

    close(): Promise<void> {
      closing ??= connection.close();
      return closing;
    },
  };
}

async function openConnection({ url, postgresLimits }: StoreOptions): Promise<Connection> {
  if (url.startsWith("file:")) {
    // The file is locked by this process, so the owners of these leases are gone.
    const connection = await prepare(await openSqlite(url), [migrate, voidLeases]);
    restrictToOwner(url);
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
    for (const step of steps) await retryOnConflict(() => step(connection), openingPatienceMs);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Uses the database's clock, since instances' differ. `statement_timestamp`, unlike `clock_timestamp`, allows indexes. */
function createStoreNow(
  { engine }: Connection,
  { now, leaseClock }: Pick<StoreOptions, "now" | "leaseClock">,
): StoreContext["storeNow"] {
  if (engine === "sqlite") return () => sql`${now().getTime()}`;
  if (leaseClock !== undefined) return () => sql`${leaseClock().getTime()}::int8`;
  return () => sql`(extract(epoch from statement_timestamp()) * 1000)::int8`;
}

export async function voidLeases({ db }: Connection): Promise<void> {
  await db.updateTable("jobs").set({ lease_until: 0 }).execute();
}

/** Inspects the store as a startup would, without changes. @throws if it is in use, unreadable or can't be created */
export async function inspectStore(url: string, { isToBeWritten = false } = {}): Promise<StoreAge> {
  const connection = url.startsWith("file:") ? openSqliteToRead(url) : await openPostgres(url);
  if (connection === null) return "none";
  try {
    const age = await readAge(connection);
    if (isToBeWritten && connection.engine === "postgres") await assertWritable(connection, age);
    return age;
  } finally {
    await connection.close();
  }
}

async function assertWritable({ db }: Pick<Connection, "db">, age: StoreAge): Promise<void> {
  const rights = sql<{ readOnly: string; mayCreate: boolean | null }>`select
    current_setting('transaction_read_only') as "readOnly",
    has_schema_privilege(current_schema(), 'CREATE') as "mayCreate"`;
  const [found] = (await rights.execute(db)).rows;
  if (found?.readOnly === "on")
    throw new Error("it is read-only (default_transaction_read_only, or a standby)");
  if (age === "current" || found?.mayCreate === true) return;
  throw new Error("its user may not create tables: make that user the database's owner");
}
