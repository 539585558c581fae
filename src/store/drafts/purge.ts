import type { StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";

export async function purgeDrafts(trx: StoreTransaction, nowMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("drafts")
    .where("id", "in", (query) =>
      query.selectFrom("drafts").select("id").where("expires_at", "<=", nowMs).limit(purgedAtOnce),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
