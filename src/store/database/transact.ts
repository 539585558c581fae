import { type Kysely, sql } from "kysely";
import { backoffMs } from "../../backoff.ts";
import { pause } from "../../deadline.ts";
import type { CommitEffects, StoreContext, StoreTransaction, Tables } from "./tables.ts";

/** PostgreSQL's error code if a table got a column after a `select *` was prepared. */
export const tableChangedCode = "0A000";

/** Most rows removed in one transaction, few enough not to delay an acknowledgement. */
export const purgeBatchSize = 200;

/** PostgreSQL's codes of conflicts: serialization, deadlock, unique violation, changed table. Nothing was written. */
const conflictCodes = new Set(["40001", "40P01", "23505", tableChangedCode]);
const maxTries = 8;

/** SQLITE_BUSY (the low byte of its extended codes): another process is writing, and nothing was written here. */
const busyCode = 5;
const primaryCodeMask = 0xff;
/** Longest wait for another process's write, short enough to answer a command in time. */
const usualPatienceMs = 1_000;
/** Longest wait for another process's write during startup, when no person waits. */
export const openingPatienceMs = 10_000;
const waitingForWriter = { firstMs: 2, longestMs: 50 };

/** Repeats `run` after conflicts with another process; a rejected `run` must have written nothing. */
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

/** Runs a transaction. `run` may be called again, so it must have no effect outside the transaction. */
export async function transact<T>(
  { connection, afterCommit, afterCommits, over }: StoreContext,
  run: (trx: StoreTransaction) => Promise<T>,
): Promise<T> {
  let last: CommitEffects | undefined;
  let isCommitted = false;
  try {
    const result = await retryOnConflict(() =>
      connection.transact((trx) => {
        // Transactions of a shared SQLite commit use the same `trx` one after the other, so each sets its own
        // effects.
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

export function transactional<Given extends unknown[], T>(
  context: StoreContext,
  run: (context: StoreContext, trx: StoreTransaction, ...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  return (...given) => transact(context, (trx) => run(context, trx, ...given));
}

/** Runs one writing statement: by itself on PostgreSQL, in the next shared commit on SQLite. */
export function write<T>(context: StoreContext, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { db, engine } = context.connection;
  return engine === "sqlite" ? transact(context, run) : retryOnConflict(() => run(db));
}

/** First of the two numbers of this app's advisory lock keys. */
const keyLocks = 7_240_118;

/** Serializes transactions with the same key until they commit. SQLite has only one writer anyway. */
export async function lockKey(
  { connection: { engine } }: StoreContext,
  trx: StoreTransaction,
  key: string,
): Promise<void> {
  if (engine === "postgres")
    await sql`select pg_advisory_xact_lock(${sql.lit(keyLocks)}, hashtext(${key}))`.execute(trx);
}

/** Whether a statement failed by its deliberate division by zero, since a part of it could not be stored. */
export function isIncompleteWrite(error: unknown): boolean {
  return errorCodeOf(error) === "22012";
}

export function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    (error.errcode & primaryCodeMask) === busyCode
  );
}

const unreachable =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/;
/** Temporary failures: connection (08), resources (53), intervention (57), system (58), standby (25006). */
const passing = /^(?:08|53|57|58)[0-9A-Z]{3}$|^25006$/;
/** Messages of driver errors without a code, and of the silence limit in `postgres.ts`. */
const cut = /^Connection terminated|^timeout |not queryable|fallen silent/;

const retries = { firstMs: 500, longestMs: 15_000 };

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

/** Whether a failure may be temporary: another writer took too long, or the database is unreachable. */
export function isStoreBusyOrAway(error: unknown): boolean {
  return isDatabaseAway(error) || isBusy(error);
}

/** Whether the database is unreachable for a reason that needs no change of the configuration. */
export function isDatabaseAway(error: unknown): boolean {
  const code = errorCodeOf(error);
  if (code !== "") return unreachable.test(code) || passing.test(code);
  return error instanceof Error && cut.test(error.message);
}
