import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";

/** Of an operation that must stay with all of its root: open, too young, or told by a post that still waits. */
const isWanted = (beforeMs: number) => sql<boolean>`exists (
  select 1 from operations as tried
  where tried.root = operations.root and (
    tried.closed_at is null or tried.closed_at >= ${beforeMs} or exists (
      select 1 from posts where posts.subject = 'act:' || tried.act and posts.since is not null)))`;

/** The tries of a root go together. */
export async function purgeOperations(
  context: StoreContext,
  trx: StoreTransaction,
  beforeMs: number,
): Promise<number> {
  const old = await trx
    .selectFrom("operations")
    .select(["id", "root"])
    .where("closed_at", "<", beforeMs)
    .where(sql<boolean>`not ${isWanted(beforeMs)}`)
    .orderBy("closed_at")
    .limit(purgedAtOnce)
    .execute();
  const roots = await lockRoots(context, trx, [...new Set(old.map(({ root }) => root))]);
  if (roots.length === 0) return 0;
  const removed = await trx
    .deleteFrom("operations")
    .where("root", "in", roots)
    .where(sql<boolean>`not ${isWanted(beforeMs)}`)
    .returning("id")
    .execute();
  const ids = removed.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await trx.deleteFrom("operation_words").where("operation_id", "in", ids).execute();
  return ids.length;
}

/** Locks roots, without those that another transaction holds: what is about to be tried once more stays until the next purge. */
async function lockRoots(
  { connection }: StoreContext,
  trx: StoreTransaction,
  roots: string[],
): Promise<string[]> {
  if (connection.engine !== "postgres" || roots.length === 0) return roots;
  const free = await trx
    .selectFrom("operations")
    .select("id")
    .where("id", "in", roots)
    .forUpdate()
    .skipLocked()
    .execute();
  return free.map(({ id }) => id);
}
