import { sql } from "kysely";
import type { StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";

const idAt = (start: number) => sql`substr(posts.subject, ${sql.lit(start)})`;

/** What it is of is gone; of what no other row tells, it is old. Nothing of it waits. */
const isOver = sql<boolean>`case
  when posts.subject like 'act:%' then not exists (
    select 1 from operations where operations.act = ${idAt("act:".length + 1)})
  when posts.subject like 'unknowns:%' then not exists (
    select 1 from operations where operations.listing = ${idAt("unknowns:".length + 1)})
  when posts.subject like 'questions:%' then not exists (
    select 1 from receipts where receipts.sheet = ${idAt("questions:".length + 1)})
  when posts.subject like 'proposal:%' then not exists (
    select 1 from proposals where proposals.id = ${idAt("proposal:".length + 1)})
  else posts.kept = 0 end`;

/** A post goes with what it is of, and so do the lines under it; one of which something is told just now stays. */
export async function purgePosts(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const removed = await trx
    .deleteFrom("posts")
    .where("id", "in", (query) =>
      query
        .selectFrom("posts")
        .select("id")
        .where("since", "is", null)
        .where("changed_at", "<", beforeMs)
        .where(isOver)
        .limit(purgedAtOnce),
    )
    .where("since", "is", null)
    .returning("id")
    .execute();
  const ids = removed.map(({ id }) => id);
  if (ids.length > 0) await trx.deleteFrom("post_lines").where("post_id", "in", ids).execute();
  return ids.length;
}
