import type { StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";
import { hasNoOperation } from "../operations/purge.ts";

/** The living post of a finding is changed whenever that is over, however late. */
export async function purgeLonePosts(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("posts")
    .where("id", "in", (query) =>
      query
        .selectFrom("posts")
        .select("id")
        .where("closed_at", "<", beforeMs)
        .where((row) =>
          row.or([row("key", "is", null), row("key", "not like", "finding:%"), row("kind", "!=", "post")]),
        )
        .where(hasNoOperation("posts.operation_id"))
        .limit(purgedAtOnce),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export async function purgeTold(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("told")
    .where("key", "in", (query) =>
      query
        .selectFrom("told")
        .select("key")
        .where("lasting", "=", 0)
        .where("told_at", "<", beforeMs)
        .limit(purgedAtOnce),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
