import type { StoreTransaction } from "../database/tables.ts";
import { PURGED_AT_ONCE } from "../database/transact.ts";

export async function purgeDrafts(trx: StoreTransaction, nowMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("drafts")
    .where("id", "in", (query) =>
      query.selectFrom("drafts").select("id").where("expires_at", "<=", nowMs).limit(PURGED_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
