import { type RawBuilder, sql } from "kysely";
import type { StoreContext } from "../database/tables.ts";
import { repeatOnConflict, write } from "../database/transact.ts";
import { among } from "../database/values.ts";
import { toOperations } from "./read.ts";
import type { Operation, OperationRow } from "./table.ts";

/** Prefix of rows in `jobs` whose lease says that an instance lives. */
const instance = "instance:";

/** Says that this process lives, for `leaseMs`: nobody takes what it owns. SQLite has one process and needs no row. */
export async function beat({ connection, owner, version, storeNow, leaseMs }: StoreContext): Promise<void> {
  if (!connection.isShared) return;
  await repeatOnConflict(() =>
    sql`insert into jobs (name, ran_at, lease_owner, lease_until, version)
      values (${instance + owner}, ${storeNow()}, ${owner}, ${storeNow()} + ${sql.lit(leaseMs)}, ${version})
      on conflict (name) do update set ran_at = excluded.ran_at, lease_until = excluded.lease_until`.execute(
      connection.db,
    ),
  );
}

/** This process ends: what it left open may be claimed at once. */
export async function leave({ connection, owner }: StoreContext): Promise<void> {
  if (!connection.isShared) return;
  await connection.db
    .deleteFrom("jobs")
    .where("name", "=", instance + owner)
    .execute();
}

/** Longer than any instance's lease, whatever its `PLATFORM_TIMEOUT_MS`. */
const longestLeaseMs = 60 * 60_000;

/**
 * The owner runs no more, or is this instance. A lease that ends too far in the future was taken before the clock was set
 * back, and protects nothing.
 */
function isAbandoned({ owner, storeNow }: StoreContext): RawBuilder<boolean> {
  return sql<boolean>`(operations.owner = ${owner} or not exists (select 1 from jobs
    where jobs.name = ${sql.lit(instance)} || operations.owner
      and jobs.lease_until between ${storeNow()} + 1 and ${storeNow()} + ${sql.lit(longestLeaseMs)}))`;
}

type Known = {
  /** Asked after open rows were read: this process's operations are known before they are stored. */
  isInProgress: (id: string) => boolean;
  /** Whether this process failed to store it, or got no answer, and so never ran it. */
  isLost: (id: string) => boolean;
};

export async function claimAbandoned(
  context: StoreContext,
  limit: number,
  { isInProgress, isLost }: Known,
): Promise<Operation[]> {
  const { connection, owner } = context;
  const open = await connection.db
    .selectFrom("operations")
    .select(["id", "act"])
    .where("closed_at", "is", null)
    .where(isAbandoned(context))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  // An act's second step is closed by the first one's end, which has the reason.
  const ids = open
    .flatMap(({ id, act }) => (isInProgress(id) || isInProgress(act) ? [] : [id]))
    .slice(0, limit);
  if (ids.length === 0) return [];
  const lost = among(connection.engine, "text", ids.filter(isLost));
  const isUnsent = sql<boolean>`operations.id ${lost} and started_by = ${owner} and owner = ${owner}`;
  const rows = await write(context, (db) =>
    db
      .with(
        (name) => name("picked").materialized(),
        (query) =>
          query
            .selectFrom("operations")
            .select("id")
            .where("id", "in", ids)
            .orderBy("id")
            .$if(connection.engine === "postgres", (abandoned) => abandoned.forUpdate().skipLocked()),
      )
      .updateTable("operations")
      .set({
        state: sql<OperationRow["state"]>`case when ${isUnsent} then 'stored' else state end`,
        started_at: sql<number | null>`case when ${isUnsent} then null else started_at end`,
        owner,
      })
      .where("id", "in", (query) => query.selectFrom("picked").select("id"))
      .where("closed_at", "is", null)
      // Repeated in the update: two processes may see the same row.
      .where(isAbandoned(context))
      .returningAll()
      .execute(),
  );
  return toOperations(
    connection.db,
    rows.toSorted((a, b) => a.created_at - b.created_at),
  );
}
