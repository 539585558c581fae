import { type Kysely, sql } from "kysely";
import { backoffMs } from "../../backoff.ts";
import { pause } from "../../deadline.ts";
import type { CommitEffects, StoreContext, StoreTransaction, Tables } from "./tables.ts";

/** PostgreSQL's error code when a table got a column after a `select *` was prepared. */
export const tableChangedCode = "0A000";

/** Rows removed in one transaction: few enough not to delay an acknowledgement. */
export const purgeBatchSize = 200;

/**
 * PostgreSQL's error codes of conflicts between processes: serialization failure, deadlock, unique violation, a table
 * changed by a newer version. Nothing was written, so the transaction may run again.
 */
const conflictCodes = new Set(["40001", "40P01", "23505", tableChangedCode]);
const maxTries = 8;

/** SQLITE_BUSY, the low byte of its extended codes: an outside process is writing, and nothing was written here. */
const busyCode = 5;
const primaryCodeMask = 0xff;
/** Longest wait for an outside writer, short enough to answer a command in time. */
const usualPatienceMs = 1_000;
/** Longest wait for an outside writer during startup, when nobody waits for an answer. */
export const openingPatienceMs = 10_000;
const waitingForWriter = { firstMs: 2, longestMs: 50 };

/** Repeats `run` while another process is in the way; when `run` rejects, it must have written nothing. */
export async function retryOnConflict<T>(run: () => Promise<T>, patienceMs = usualPatienceMs): Promise<T> {
  const endMs = performance.now() + patienceMs;
  let timesBusy = 0;
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (isBusy(error)) {
        timesBusy += 1;
        const pauseMs = backoffMs(waitingForWriter, timesBusy);
        if (performance.now() + pauseMs > endMs) throw error;
        await pause(pauseMs);
      } else if (tries >= maxTries || !conflictCodes.has(errorCodeOf(error))) throw error;
    }
  }
}

/** Runs one transaction. `run` may be called again, so it must have no effect outside the transaction. */
export async function transact<T>(
  { connection, afterCommit, afterCommits, over }: StoreContext,
  run: (trx: StoreTransaction) => Promise<T>,
): Promise<T> {
  let last: CommitEffects | undefined;
  let isCommitted = false;
  try {
    const result = await retryOnConflict(() =>
      connection.transact((trx) => {
        // SQLite transactions in a shared commit get the same `trx` in turn, so each sets its own entry.
        last = afterCommit();
        afterCommits.set(trx, last);
        return run(trx);
      }),
    );
    isCommitted = true;
    return result;
  } finally {
    if (last !== undefined) over(last, isCommitted);
  }
}

/** Wraps a function so that each call is a transaction. */
export function transactional<Given extends unknown[], T>(
  context: StoreContext,
  run: (context: StoreContext, trx: StoreTransaction, ...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  return (...given) => transact(context, (trx) => run(context, trx, ...given));
}

/** Runs one writing statement: by itself on PostgreSQL, within the next shared commit on SQLite. */
export function write<T>(context: StoreContext, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { db, engine } = context.connection;
  return engine === "sqlite" ? transact(context, run) : retryOnConflict(() => run(db));
}

/** First of the two numbers that make up this app's advisory lock keys. */
const keyLocks = 7_240_118;

/** Serializes transactions with the same key until the commit. SQLite has one writer anyway. */
export async function lockKey(
  { connection: { engine } }: StoreContext,
  trx: StoreTransaction,
  key: string,
): Promise<void> {
  if (engine === "postgres")
    await sql`select pg_advisory_xact_lock(${sql.lit(keyLocks)}, hashtext(${key}))`.execute(trx);
}

/** True if a statement failed by its deliberate division by zero, because not all of its parts could be stored. */
export function isIncompleteWrite(error: unknown): boolean {
  return errorCodeOf(error) === "22012";
}

/** Returns the error code of PostgreSQL, its driver or Node; empty if there is none. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

/** True if an outside process blocks SQLite. */
export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    (error.errcode & primaryCodeMask) === busyCode
  );
}

/** Node's error codes for an unreachable address. */
const unreachable =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/;
/**
 * PostgreSQL codes of passing failures: connection (08), resources (53), intervention (57), system (58), standby (25006).
 */
const passing = /^(?:08|53|57|58)[0-9A-Z]{3}$|^25006$/;
/** Messages of the driver's errors that have no code, and of the silence limit in `postgres.ts`. */
const cut = /^Connection terminated|^timeout |not queryable|fallen silent/;

const retries = { firstMs: 500, longestMs: 15_000 };

/** Repeats `run` until the database can be reached. */
export async function retryWhileAway<T>(
  run: () => Promise<T>,
  { signal, onAway }: { signal: AbortSignal; onAway: (error: unknown) => void },
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      onAway(error);
    }
    await pause(backoffMs(retries, failures), signal);
    signal.throwIfAborted();
  }
}

/** True for failures that may pass in a moment: another writer took too long, or the database is unreachable. */
export function isStoreBusyOrAway(error: unknown): boolean {
  return isDatabaseAway(error) || isBusy(error);
}

/** True for failures of the database that pass without a change of the configuration. */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCodeOf(error);
  if (code !== "") return unreachable.test(code) || passing.test(code);
  return error instanceof Error && cut.test(error.message);
}
