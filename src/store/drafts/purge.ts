import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";

export async function purgeDrafts({ storeNow }: StoreContext, trx: StoreTransaction): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("drafts")
    .where("id", "in", (query) =>
      query.selectFrom("drafts").select("id").where("expires_at", "<=", storeNow()).limit(purgedAtOnce),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
