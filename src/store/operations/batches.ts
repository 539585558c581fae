import type { Kysely } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { lockKeys } from "../posts/insert.ts";
import { toOperations } from "./read.ts";
import type { Batch, Operation } from "./types.ts";

/**
 * Each act that brought several at once, as it stands now. To be called after the row was changed: of two that end at the
 * same time the one that comes second sees the first, and its posts are stored behind the other's.
 */
export async function readBatches(
  context: StoreContext,
  trx: StoreTransaction,
  acts: readonly string[],
): Promise<Batch[]> {
  const ids = [...new Set(acts)];
  await lockKeys(
    context,
    trx,
    ids.map((id) => `batch:${id}`),
  );
  const batches: Batch[] = [];
  for (const id of ids) {
    const operations = await readBatch(trx, id);
    if (operations.length > 1) batches.push({ id, operations });
  }
  return batches;
}

/** OperationTable.batch */
export async function readBatch(db: Kysely<Tables>, id: string): Promise<Operation[]> {
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("act", "=", id)
    .where("step", "=", 0)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return toOperations(db, rows);
}
