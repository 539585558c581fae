import { type Kysely, sql } from "kysely";
import { backoffMs } from "../../backoff.ts";
import { pause } from "../../deadline.ts";
import type { AfterCommit, StoreContext, StoreTransaction, Tables } from "./tables.ts";

/** PostgreSQL's code where a table got a column after a `select *` was prepared. */
export const otherShapeCode = "0A000";

/** Rows removed in one transaction: few enough not to delay an acknowledgement. */
export const purgedAtOnce = 200;

/**
 * PostgreSQL's codes where two processes met: serialization failure, deadlock, unique violation, and a table changed by a
 * newer version. Nothing was written, so the transaction may run again.
 */
const conflictCodes = new Set(["40001", "40P01", "23505", otherShapeCode]);
const maxTries = 8;

/** SQLITE_BUSY, the low byte of all its kinds: an outside process is writing, and nothing was written here. */
const busyCode = 5;
const primaryCodeMask = 0xff;
/** Wait for an outside writer, short enough to answer a command in time. */
const usualPatienceMs = 1_000;
/** The same at the start, when nobody waits for an answer. */
export const openingPatienceMs = 10_000;
const waitingForWriter = { firstMs: 2, longestMs: 50 };

/** Runs `run` again where another process was in the way; `run` writes nothing when it rejects. */
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
      } else if (tries >= maxTries || !conflictCodes.has(codeOf(error))) throw error;
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
        // SQLite transactions that share a commit get the same `trx` one after the other: each has its own entry.
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

/** Runs one writing statement: by itself on PostgreSQL, within the next shared commit on SQLite. */
export function write<T>(context: StoreContext, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { db, engine } = context.connection;
  return engine === "sqlite" ? transact(context, run) : repeatOnConflict(() => run(db));
}

/** First number of this bot's advisory locks. */
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

/** A statement of several parts gave itself up, see `1 / …` in it: not all of them could be stored. */
export function isDivisionByZero(error: unknown): boolean {
  return codeOf(error) === "22012";
}

/** The code in an error of PostgreSQL's, of its driver's or of Node's; empty where it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    (error.errcode & primaryCodeMask) === busyCode
  );
}

/** Node's codes for an address without an answer, or without a way to it. */
const unreachable =
  /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN)$/;
/**
 * PostgreSQL's codes for what passes: connection, resources, intervention, system, and a server that only reads, as a
 * standby does.
 */
const passing = /^(?:08|53|57|58)[0-9A-Z]{3}$|^25006$/;
/** Messages of the driver, which has no codes, and of our silence limit. */
const cut = /^Connection terminated|^timeout |not queryable|fallen silent/;

const retries = { firstMs: 500, longestMs: 15_000 };

/** Runs something that may be repeated until the database is there. */
export async function repeatWhileAway<T>(
  run: () => Promise<T>,
  { signal, onAway }: { signal: AbortSignal; onAway: (error: unknown) => void },
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isAway(error)) throw error;
      onAway(error);
    }
    await pause(backoffMs(retries, failures), signal);
    signal.throwIfAborted();
  }
}

/** Failures worth asking again in a moment: a lock or a writer took too long, or the database is away. */
export function isStoreSlow(error: unknown): boolean {
  return isAway(error) || isBusy(error);
}

/** Failures that pass without a change of the configuration. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== "") return unreachable.test(code) || passing.test(code);
  return error instanceof Error && cut.test(error.message);
}
