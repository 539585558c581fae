import type { StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";
import { hasNoOperation } from "../operations/purge.ts";

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

/** Who uses a file every day would otherwise leave a row of each message for good. */
export async function purgeFileUses(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("file_uses")
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple("file_id", "operation_id"),
        "in",
        selectFrom("file_uses as old")
          .select(["old.file_id", "old.operation_id"])
          .where("old.used_at", "<", beforeMs)
          .where(hasNoOperation("old.operation_id"))
          .limit(purgedAtOnce)
          .$asTuple("file_id", "operation_id"),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
