import { type Kysely, sql } from "kysely";
import { backoffMs } from "../../backoff.ts";
import { pause } from "../../deadline.ts";
import type { AfterCommit, StoreContext, StoreTransaction, Tables } from "./tables.ts";

/** PostgreSQL's code for a table that got a column since a `select *` was prepared. */
export const otherShapeCode = "0A000";

/** Rows of a purge in one transaction: few, so that it never holds up an acknowledgement. */
export const purgedAtOnce = 200;

/**
 * PostgreSQL's codes for a race: serialization failure, deadlock, unique index, changed table. Nothing was written, so
 * repeating is safe.
 */
const conflictCodes = new Set(["40001", "40P01", "23505", otherShapeCode]);
const maxTries = 8;

/** SQLITE_BUSY, the low byte of all its kinds: an outside writer. Nothing was written. */
const busyCode = 5;
const primaryCodeMask = 0xff;
/** How long an outside writer is waited for: a command has to be answered in time. */
const usualPatienceMs = 1_000;
/** At the opening nobody waits for an answer, and giving up would only restart the bot. */
export const openingPatienceMs = 10_000;
/** Without jitter: one process has the file. */
const waitingForWriter = { firstMs: 2, longestMs: 50 };

/**
 * Repeats something that writes nothing when it rejects, while another process is in the way. The event loop goes on in
 * between.
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

/** Runs one transaction. `run` may be called again and must have no effect outside it. */
export async function transact<T>(
  { connection, afterCommit, afterCommits, over }: StoreContext,
  run: (trx: StoreTransaction) => Promise<T>,
): Promise<T> {
  let last: AfterCommit | undefined;
  let isCommitted = false;
  try {
    const result = await repeatOnConflict(() =>
      connection.transact((trx) => {
        // New for each run: transactions of SQLite that share a commit run one after the other.
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

/** The function, each call a transaction of its own. */
export function transactional<Given extends unknown[], T>(
  context: StoreContext,
  run: (context: StoreContext, trx: StoreTransaction, ...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  return (...given) => transact(context, (trx) => run(context, trx, ...given));
}

/** One statement that writes: by itself where it can be, and on SQLite with all who wait for the next commit. */
export function write<T>(context: StoreContext, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { db, engine } = context.connection;
  return engine === "sqlite" ? transact(context, run) : repeatOnConflict(() => run(db));
}

/** Any number that no other user of the same database pairs with its locks. */
const keyLocks = 7_240_118;

/** Serializes work under a key until the commit. SQLite has one writer anyway. */
export async function lockKey(
  { connection }: StoreContext,
  trx: StoreTransaction,
  key: string,
): Promise<void> {
  if (connection.engine !== "postgres") return;
  await sql`select pg_advisory_xact_lock(${sql.lit(keyLocks)}, hashtext(${key}))`.execute(trx);
}

/** PostgreSQL's sign that a statement of several parts undid itself: not all could be stored. */
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
