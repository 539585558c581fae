import { setImmediate } from "node:timers/promises";
import type { StoreContext, StoreTransaction } from "./database/tables.ts";
import { transact, write } from "./database/transact.ts";

/** Small enough that a purge never holds up an acknowledgement. */
const BATCH_ROWS = 200;

/** Store.purge */
export async function purge(
  context: StoreContext,
  { closedBefore, signal }: { closedBefore: Date; signal?: AbortSignal },
): Promise<number> {
  const beforeMs = closedBefore.getTime();
  const nowMs = context.now().getTime();
  const day = closedBefore.toISOString().slice(0, "YYYY-MM-DD".length);
  const steps = [
    (trx: StoreTransaction) => purgeOperations(trx, beforeMs),
    (trx: StoreTransaction) => purgeLonePosts(trx, beforeMs),
    (trx: StoreTransaction) => purgeTold(trx, beforeMs),
    (trx: StoreTransaction) => purgeDrafts(trx, nowMs),
  ];
  let count = 0;
  for (const step of steps) {
    for (let removed = -1; removed !== 0 && signal?.aborted !== true; ) {
      removed = await transact(context, step);
      count += removed;
      // SQLite answers within the same turn: without this no timer and no request gets a turn until the end.
      await setImmediate();
    }
  }
  const counters = await write(context, (db) =>
    db.deleteFrom("quotas").where("day", "<", day).executeTakeFirstOrThrow(),
  );
  // Not counted: they only say when something may be said again.
  await write(context, (db) => db.deleteFrom("paces").where("free_at", "<", beforeMs).execute());
  return count + Number(counters.numDeletedRows);
}

async function purgeOperations(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const old = await trx
    .selectFrom("operations")
    .select("id")
    .where("closed_at", "<", beforeMs)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("posts")
            .select("posts.id")
            .whereRef("posts.operation_id", "=", "operations.id")
            .where("posts.closed_at", "is", null),
        ),
      ),
    )
    .orderBy("closed_at")
    .limit(BATCH_ROWS)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  const operations = await trx
    .deleteFrom("operations")
    .where("id", "in", ids)
    .where("closed_at", "<", beforeMs)
    .executeTakeFirstOrThrow();
  const posts = await trx
    .deleteFrom("posts")
    .where("operation_id", "in", ids)
    .where("closed_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(operations.numDeletedRows + posts.numDeletedRows);
}

async function purgeLonePosts(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("posts")
    .where("id", "in", (query) =>
      query
        .selectFrom("posts")
        .select("id")
        .where("closed_at", "<", beforeMs)
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom("operations")
                .select("operations.id")
                .whereRef("operations.id", "=", "posts.operation_id"),
            ),
          ),
        )
        .limit(BATCH_ROWS),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function purgeTold(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("told")
    .where("key", "in", (query) =>
      query
        .selectFrom("told")
        .select("key")
        .where("lasting", "=", 0)
        .where("told_at", "<", beforeMs)
        .limit(BATCH_ROWS),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function purgeDrafts(trx: StoreTransaction, nowMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("drafts")
    .where("id", "in", (query) =>
      query.selectFrom("drafts").select("id").where("expires_at", "<=", nowMs).limit(BATCH_ROWS),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
