import { type Kysely, sql } from "kysely";
import { backoffMs } from "../../backoff.ts";
import { pause } from "../../deadline.ts";
import type { AfterCommit, StoreContext, StoreTransaction, Tables } from "./tables.ts";

/** What PostgreSQL answers where a table has another column since a `select *` was prepared. */
export const otherShapeCode = "0A000";

/** Rows that a purge takes in one transaction: so few that it never holds up an acknowledgement. */
export const purgedAtOnce = 200;

/**
 * What PostgreSQL answers when two processes met: serialization failure, deadlock, the unique index that lets one
 * delivery per destination through, and a table that a newer version changed behind a prepared statement. Nothing was
 * written then, so doing it again is safe.
 */
const conflictCodes = new Set(["40001", "40P01", "23505", otherShapeCode]);
const maxTries = 8;

/** SQLITE_BUSY, the low byte of all its kinds: somebody outside is writing. Nothing was written then either. */
const busyCode = 5;
const primaryCodeMask = 0xff;
/** An outside writer is waited for this long: a command has to be answered in time, busy or not. */
const usualPatienceMs = 1_000;
/** Nobody waits for an answer yet when the store is opened, and giving up would only start the bot once more. */
export const openingPatienceMs = 10_000;
/** Not spread by chance: one process has the file, so there is no crowd to be kept out of step. */
const waitingForWriter = { firstMs: 2, longestMs: 50 };

/**
 * Runs what writes nothing when it rejects, again when another process was in the way. The event loop goes on in
 * between, and so does everything that only reads: nothing is held while this waits.
 */
export async function repeatOnConflict<T>(run: () => Promise<T>, patienceMs = usualPatienceMs): Promise<T> {
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
      } else if (tries >= maxTries || !isConflict(error)) throw error;
    }
  }
}

/** One transaction; `run` may be called again and must have no effect outside it. */
export async function transact<T>(
  { connection, afterCommit, afterCommits, over }: StoreContext,
  run: (trx: StoreTransaction) => Promise<T>,
): Promise<T> {
  let last: AfterCommit | undefined;
  let isCommitted = false;
  try {
    const result = await repeatOnConflict(() =>
      connection.transact((trx) => {
        // A new one each time: SQLite's that share a commit have one transaction, one after the other.
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

/** One statement that writes: by itself where it can be, and on SQLite with all who wait for the next commit. */
export function write<T>(context: StoreContext, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { db, engine } = context.connection;
  return engine === "sqlite" ? transact(context, run) : repeatOnConflict(() => run(db));
}

/** Any number that no other user of the same database locks pairs with. */
const keyLocks = 7_240_118;

/** What is done under a key is done one after the other, until the commit. SQLite has one writer anyway. */
export async function lockKey(
  { connection }: StoreContext,
  trx: StoreTransaction,
  key: string,
): Promise<void> {
  if (connection.engine !== "postgres") return;
  await sql`select pg_advisory_xact_lock(${sql.lit(keyLocks)}, hashtext(${key}))`.execute(trx);
}

/** What PostgreSQL answers where a statement of several parts gave itself up: not all of them could be stored. */
export function isDivisionByZero(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "22012";
}

export function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    (error.errcode & primaryCodeMask) === busyCode
  );
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    conflictCodes.has(error.code)
  );
}
