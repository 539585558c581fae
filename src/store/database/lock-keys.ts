import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "./tables.ts";

/** Any number that no other user of the same database locks pairs with. */
const keyLocks = 7_240_118;

/** What is done under a key is done one after the other, until the commit. SQLite has one writer anyway. */
export async function lockKeys(
  { connection }: StoreContext,
  trx: StoreTransaction,
  keys: readonly string[],
): Promise<void> {
  if (connection.engine !== "postgres") return;
  // Always in the same order, so that two never wait for each other.
  for (const key of [...new Set(keys)].toSorted()) {
    await sql`select pg_advisory_xact_lock(${sql.lit(keyLocks)}, hashtext(${key}))`.execute(trx);
  }
}
