import type { StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";

/** What was deleted before, and where that was used; what is there stays. */
export async function purgeFiles(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const old = await trx
    .selectFrom("files")
    .select("file_id")
    .where("deleted_at", "<", beforeMs)
    .limit(purgedAtOnce)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ file_id }) => file_id);
  await trx.deleteFrom("file_uses").where("file_id", "in", ids).execute();
  await trx.deleteFrom("files").where("file_id", "in", ids).execute();
  return ids.length;
}
