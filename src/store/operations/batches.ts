import type { Kysely } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { lockKeys } from "../posts/insert.ts";
import { toOperation } from "./row.ts";
import type { Batch, Operation } from "./types.ts";

/**
 * Each batch once, as it stands now. To be called after the row was changed: of two that end at the same time the one
 * that comes second sees the first, and its posts are stored behind the other's.
 */
export async function readBatches(
  context: StoreContext,
  trx: StoreTransaction,
  of: readonly { batch: string | null }[],
): Promise<Batch[]> {
  const ids = [...new Set(of.flatMap(({ batch }) => batch ?? []))];
  await lockKeys(
    context,
    trx,
    ids.map((id) => `batch:${id}`),
  );
  const batches: Batch[] = [];
  for (const id of ids) batches.push({ id, operations: await readBatch(trx, id) });
  return batches;
}

/** OperationTable.batch */
export async function readBatch(db: Kysely<Tables>, id: string): Promise<Operation[]> {
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("batch", "=", id)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toOperation);
}
