import { sql } from "kysely";
import type { StoreTransaction } from "../database/tables.ts";
import { purgedAtOnce } from "../database/transact.ts";

/** Old sightings of which nothing is shown any more: of each template and vendor the newest of each part stays. */
export async function purgeSightings(trx: StoreTransaction, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom("sightings")
    .where("id", "in", (query) =>
      query
        .selectFrom("sightings as old")
        .select("old.id")
        .where("old.seen_at", "<", beforeMs)
        .where((row) =>
          row.exists(
            row
              .selectFrom("sightings as newer")
              .select("newer.id")
              .whereRef("newer.template_id", "=", "old.template_id")
              .whereRef("newer.vendor", "=", "old.vendor")
              .whereRef("newer.id", ">", "old.id")
              .where(sql<boolean>`(old.kind = 'report' or newer.kind <> 'report')`)
              .where(sql<boolean>`(old.status is null or newer.status is not null)`)
              .where(sql<boolean>`(newer.shows & old.shows) = old.shows`),
          ),
        )
        .orderBy("old.id")
        .limit(purgedAtOnce),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
