import type { StoreContext } from "../database/tables.ts";
import { repeatOnConflict } from "../database/transact.ts";
import type { JobTable } from "./types.ts";

export function createJobs(context: StoreContext): JobTable {
  const { db } = context.connection;
  const change = async (name: string, columns: { ran_at?: number; lease_until: number }) => {
    await repeatOnConflict(() =>
      db
        .updateTable("jobs")
        .set(columns)
        .where("name", "=", name)
        .where("lease_owner", "=", context.owner)
        .execute(),
    );
  };
  return {
    async take(name, { ranBefore, leaseMs }) {
      const nowMs = context.now().getTime();
      const lease = { lease_owner: context.owner, lease_until: nowMs + leaseMs };
      const { numInsertedOrUpdatedRows } = await repeatOnConflict(() =>
        db
          .insertInto("jobs")
          .values({ name, ran_at: 0, ...lease })
          .onConflict((conflict) =>
            conflict
              .column("name")
              .doUpdateSet(lease)
              .where("jobs.lease_until", "<=", nowMs)
              // A clock that was set back must not put a job off until it has caught up.
              .where((row) =>
                row.or([row("jobs.ran_at", "<=", ranBefore.getTime()), row("jobs.ran_at", ">", nowMs)]),
              ),
          )
          .executeTakeFirstOrThrow(),
      );
      return numInsertedOrUpdatedRows === 1n;
    },
    ran: (name) => change(name, { ran_at: context.now().getTime(), lease_until: 0 }),
    letGo: (name, { retryAfterMs }) => change(name, { lease_until: context.now().getTime() + retryAfterMs }),
  };
}
