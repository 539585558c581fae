import { backoffMs } from "../backoff.ts";
import { pause } from "../deadline.ts";
import { isBusy } from "./database/transact.ts";

/** Node's codes for an address where nobody answers, or to which there is no way. */
const unreachable = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN"],
]);
/**
 * PostgreSQL's codes for what passes by itself: connection, resources, an operator's intervention, its system; and a
 * server that only reads, as one does that takes another's place.
 */
const passing = /^(?:08|53|57|58)[0-9A-Z]{3}$|^25006$/;
/** The driver's own failures have no code, nor has the silence that ends a connection of ours. */
const cut = /^Connection terminated|^timeout |not queryable|fallen silent/;

const retries = { firstMs: 500, longestMs: 15_000 };

export type Waiting = {
  /** Ends the wait. */
  signal: AbortSignal;
  /** Hears of each failure. */
  onAway: (error: unknown) => void;
};

/** Runs what needs the database, and may be run again after it failed, until the database is there. */
export async function repeatWhileAway<T>(run: () => Promise<T>, { signal, onAway }: Waiting): Promise<T> {
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

/** Whoever asked may ask again in a moment: a lock, or another writer, was waited for too long, or the database is away. */
export function isStoreSlow(error: unknown): boolean {
  return isAway(error) || isBusy(error);
}

/** Nobody has to mend the configuration: the same will work once the database is back. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string") {
    return unreachable.has(error.code) || passing.test(error.code);
  }
  return cut.test(error.message);
}
