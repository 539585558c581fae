import { type RawBuilder, sql } from "kysely";
import type { StoreContext } from "../database/tables.ts";
import { repeatOnConflict } from "../database/transact.ts";

/** The row of `jobs` whose lease says which instance delivers. */
const leading = "delivery";

/** Whether this instance delivers, as a condition of what only that one may write. */
export function isLeading({ connection, owner, storeNow }: StoreContext): RawBuilder<boolean> {
  if (!connection.isShared) return sql`1 = 1`;
  return sql`exists (select 1 from jobs
    where jobs.name = ${sql.lit(leading)} and jobs.lease_owner = ${owner} and jobs.lease_until > ${storeNow()})`;
}

/** Beyond a lease's time: a renewal may commit after another instance's statement began. */
const slackMs = 5_000;

/** A lease that ends too late was taken before the clock was set back. */
export async function lead({ connection, owner, storeNow }: StoreContext, forMs: number): Promise<boolean> {
  if (!connection.isShared) return true;
  const { rows } = await repeatOnConflict(() =>
    sql`insert into jobs (name, ran_at, lease_owner, lease_until)
      values (${leading}, 0, ${owner}, ${storeNow()} + ${sql.lit(forMs)})
      on conflict (name) do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
      where jobs.lease_owner = excluded.lease_owner
        or jobs.lease_until not between ${storeNow()} + 1 and excluded.lease_until + ${sql.lit(slackMs)}
      returning name`.execute(connection.db),
  );
  return rows.length > 0;
}

export async function resign({ connection, owner }: StoreContext): Promise<void> {
  if (!connection.isShared) return;
  await connection.db
    .updateTable("jobs")
    .set({ lease_until: 0 })
    .where("name", "=", leading)
    .where("lease_owner", "=", owner)
    .execute();
  await connection.notifications?.send("");
}
