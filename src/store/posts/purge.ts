import { sql } from "kysely";
import type { StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";
import { hasNoOperation } from "../operations/purge.ts";

/** It is the card of none, or of one that is gone. */
const hasNoProposal = sql<boolean>`not exists (
  select 1 from proposals where posts.key like 'proposal:%' and proposals.id = substr(posts.key, 10))`;

/** Nothing changes it any more: it did not arrive, or a newer one of its key did. */
const isNotLiving = sql<boolean>`(posts.state <> 'posted' or exists (
  select 1 from posts as newer
  where newer.key = posts.key and newer.id > posts.id and newer.kind = 'post' and newer.state = 'posted'))`;

/** The living posts of a finding and of a proposal are changed whenever that is over, however late. */
export async function purgeLonePosts(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("posts")
    .where("id", "in", (query) =>
      query
        .selectFrom("posts")
        .select("id")
        .where("closed_at", "<", beforeMs)
        .where((row) =>
          row.or([
            row("key", "is", null),
            row("kind", "!=", "post"),
            isNotLiving,
            row.and([row("key", "not like", "finding:%"), hasNoProposal]),
          ]),
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
