import { backoffMs } from "../backoff.ts";
import { pause } from "../deadline.ts";
import { isBusy } from "./database/transact.ts";

/** Node's codes for an address without an answer, or without a way to it. */
const unreachable = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN"],
  ...["EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENETDOWN"],
]);
/**
 * PostgreSQL's codes for what passes: connection, resources, intervention, system, and a server that only reads, as a
 * standby does.
 */
const passing = /^(?:08|53|57|58)[0-9A-Z]{3}$|^25006$/;
/** Messages of the driver, which has no codes, and of our silence limit. */
const cut = /^Connection terminated|^timeout |not queryable|fallen silent/;

const retries = { firstMs: 500, longestMs: 15_000 };

export type Waiting = {
  signal: AbortSignal;
  onAway: (error: unknown) => void;
};

/** Runs something that may be repeated until the database is there. */
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

/** Failures worth asking again in a moment: a lock or a writer took too long, or the database is away. */
export function isStoreSlow(error: unknown): boolean {
  return isAway(error) || isBusy(error);
}

/** Failures that pass without a change of the configuration. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string") {
    return unreachable.has(error.code) || passing.test(error.code);
  }
  return cut.test(error.message);
}
