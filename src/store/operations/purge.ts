import { type RawBuilder, sql } from "kysely";
import type { StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";

/** For another table's rows: no operation has the id in this column, or none any more. */
export function hasNoOperation(column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from operations where operations.id = ${sql.ref(column)})`;
}

export async function purgeOperations(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const old = await trx
    .selectFrom("operations")
    .select("id")
    .where("closed_at", "<", beforeMs)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("posts")
            .select("posts.id")
            .whereRef("posts.operation_id", "=", "operations.id")
            .where("posts.closed_at", "is", null),
        ),
      ),
    )
    .orderBy("closed_at")
    .limit(purgedAtOnce)
    .execute();
  if (old.length === 0) return 0;
  const ids = old.map(({ id }) => id);
  const operations = await trx
    .deleteFrom("operations")
    .where("id", "in", ids)
    .where("closed_at", "<", beforeMs)
    .executeTakeFirstOrThrow();
  const posts = await trx
    .deleteFrom("posts")
    .where("operation_id", "in", ids)
    .where("closed_at", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(operations.numDeletedRows + posts.numDeletedRows);
}
