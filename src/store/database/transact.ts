import { setTimeout } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "./tables.ts";

/** Rows that a purge takes in one transaction: so few that it never holds up an acknowledgement. */
export const PURGED_AT_ONCE = 200;

/**
 * What PostgreSQL answers when two processes met: serialization failure, deadlock, and the unique index that lets
 * one delivery per destination through. Nothing was written then, so doing it again is safe.
 */
const CONFLICT_CODES = new Set(["40001", "40P01", "23505"]);
const MAX_TRIES = 8;

/** SQLITE_BUSY, the low byte of all its kinds: somebody outside is writing. Nothing was written then either. */
const BUSY = 5;
const PRIMARY_CODE_MASK = 0xff;
/** An outside writer is waited for this long: a command has to be answered in time, busy or not. */
const PATIENCE_MS = 1_000;
/** Nobody waits for an answer yet when the store is opened, and giving up would only start the bot once more. */
export const OPENING_PATIENCE_MS = 10_000;
/** Doubled up to the longest. No jitter: one process has the file, so there is no crowd to be kept out of step. */
const FIRST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

/**
 * Runs what writes nothing when it rejects, again when another process was in the way. The event loop goes on in
 * between, and so does everything that only reads: nothing is held while this waits.
 */
export async function repeatOnConflict<T>(run: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const endMs = performance.now() + patienceMs;
  let pauseMs = FIRST_PAUSE_MS;
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (isBusy(error)) {
        if (performance.now() + pauseMs > endMs) throw error;
        await setTimeout(pauseMs);
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      } else if (tries >= MAX_TRIES || !isConflict(error)) throw error;
    }
  }
}

/** One transaction; `run` may be called again and must have no effect outside it. */
export function transact<T>(
  { connection }: StoreContext,
  run: (trx: StoreTransaction) => Promise<T>,
): Promise<T> {
  return repeatOnConflict(() => connection.transact(run));
}

/** One statement that writes: by itself where it can be, and on SQLite with all who wait for the next commit. */
export function write<T>(context: StoreContext, run: (db: Kysely<Tables>) => Promise<T>): Promise<T> {
  const { db, engine } = context.connection;
  return engine === "sqlite" ? transact(context, run) : repeatOnConflict(() => run(db));
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "errcode" in error &&
    typeof error.errcode === "number" &&
    (error.errcode & PRIMARY_CODE_MASK) === BUSY
  );
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    CONFLICT_CODES.has(error.code)
  );
}
