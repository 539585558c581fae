import type { StoreContext, StoreTransaction } from "./tables.ts";

/**
 * What PostgreSQL answers when two processes met: serialization failure, deadlock, and the unique index that lets
 * one delivery per destination through. Nothing was written then, so doing it again is safe.
 */
const CONFLICT_CODES = new Set(["40001", "40P01", "23505"]);
const MAX_TRIES = 8;

/** Runs what writes nothing when it rejects, again when another process was in the way. */
export async function repeatOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (tries === MAX_TRIES || !isConflict(error)) throw error;
    }
  }
}

/** One transaction; `run` may be called again and must have no effect outside it. */
export function transact<T>(
  { connection }: StoreContext,
  run: (trx: StoreTransaction) => Promise<T>,
): Promise<T> {
  return repeatOnConflict(() => connection.db.transaction().execute(run));
}

function isConflict(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    CONFLICT_CODES.has(error.code)
  );
}
