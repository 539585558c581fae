import { type RawBuilder, sql } from "kysely";
import { id, text, time } from "./database/columns.ts";
import type { StoreContext } from "./database/tables.ts";
import { repeatOnConflict } from "./database/transact.ts";
import { readStoreNowMs } from "./database/values.ts";

/** When each job of the clock ran last, over all processes. */
export type JobTable = {
  /** By the clock that runs are kept by; an instance's own may differ. */
  now(): Promise<Date>;
  /**
   * Takes a job that has not run since `ranBefore` for this process alone, for `leaseMs` at most. False: it ran
   * since, or another process is at it.
   */
  take(name: string, since: { ranBefore: Date; leaseMs: number }): Promise<boolean>;
  /** It ran just now; for the one who took it. */
  ran(name: string): Promise<void>;
  /** It did not run, and may be taken again after so long. */
  letGo(name: string, after: { retryAfterMs: number }): Promise<void>;
};

/** `ran_at` is 0 before the first time. */
export const jobs = { columns: { name: id(), ran_at: time(), lease_owner: text(), lease_until: time() } };

/** All by one clock: for instances whose own clocks differ, another's run would lie in the future. */
export function createJobs(context: StoreContext): JobTable {
  const { connection, owner, storeNow } = context;
  const { db } = connection;
  const after = (ms: number) => sql<number>`${storeNow()} + ${ms}`;
  const change = async (
    name: string,
    columns: { ran_at?: RawBuilder<number>; lease_until: number | RawBuilder<number> },
  ) => {
    await repeatOnConflict(() =>
      db.updateTable("jobs").set(columns).where("name", "=", name).where("lease_owner", "=", owner).execute(),
    );
  };
  return {
    now: async () => new Date(await readStoreNowMs(context, db)),

    async take(name, { ranBefore, leaseMs }) {
      const lease = { lease_owner: owner, lease_until: after(leaseMs) };
      const { numInsertedOrUpdatedRows } = await repeatOnConflict(() =>
        db
          .insertInto("jobs")
          .values({ name, ran_at: 0, ...lease })
          .onConflict((conflict) =>
            conflict
              .column("name")
              .doUpdateSet(lease)
              // A clock that was set back must not put a job off until it has caught up.
              .where((row) =>
                row.or([
                  row("jobs.lease_until", "<=", storeNow()),
                  row("jobs.lease_until", ">", after(leaseMs)),
                ]),
              )
              .where((row) =>
                row.or([row("jobs.ran_at", "<=", ranBefore.getTime()), row("jobs.ran_at", ">", storeNow())]),
              ),
          )
          .executeTakeFirstOrThrow(),
      );
      return numInsertedOrUpdatedRows === 1n;
    },
    ran: (name) => change(name, { ran_at: storeNow(), lease_until: 0 }),
    letGo: (name, { retryAfterMs }) => change(name, { lease_until: after(retryAfterMs) }),
  };
}
