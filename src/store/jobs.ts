import { type RawBuilder, sql } from "kysely";
import { idColumn, integer, nullable, text, time } from "./database/columns.ts";
import type { StoreContext } from "./database/tables.ts";
import { retryOnConflict } from "./database/transact.ts";
import { readStoreNowMs } from "./database/values.ts";

export const jobs = {
  columns: {
    name: idColumn(),
    /** Time of the last run, 0 before the first; for an instance, its newest heartbeat. */
    ran_at: time(),
    lease_owner: text(),
    lease_until: time(),
    /** App version of an instance; null for a job. */
    version: nullable(integer()),
  },
};

/** Stores when each job last ran, for all instances. Uses the store's clock, since instances' clocks may differ. */
export function createJobs(context: StoreContext) {
  const { connection, owner, storeNow } = context;
  const { db } = connection;
  const after = (ms: number) => sql<number>`${storeNow()} + ${ms}`;
  const change = async (
    name: string,
    columns: { ran_at?: RawBuilder<number>; lease_until: number | RawBuilder<number> },
  ) => {
    await retryOnConflict(() =>
      db.updateTable("jobs").set(columns).where("name", "=", name).where("lease_owner", "=", owner).execute(),
    );
  };
  return {
    now: async (): Promise<Date> => new Date(await readStoreNowMs(context, db)),

    /** Takes a job that hasn't run since `ranBefore`, for at most `leaseMs`. False if it ran or is taken. */
    async take(name: string, { ranBefore, leaseMs }: { ranBefore: Date; leaseMs: number }): Promise<boolean> {
      const lease = { lease_owner: owner, lease_until: after(leaseMs) };
      const { numInsertedOrUpdatedRows } = await retryOnConflict(() =>
        db
          .insertInto("jobs")
          .values({ name, ran_at: 0, ...lease })
          .onConflict((conflict) =>
            conflict
              .column("name")
              .doUpdateSet(lease)
              // A time in the future was stored before the clock was set back, and must not delay the job.
              .where(sql<boolean>`
                (jobs.lease_until <= ${storeNow()} or jobs.lease_until > ${after(leaseMs)})
                and (jobs.ran_at <= ${ranBefore.getTime()} or jobs.ran_at > ${storeNow()})`),
          )
          .executeTakeFirstOrThrow(),
      );
      return numInsertedOrUpdatedRows === 1n;
    },

    /** Stores that a job ran; has an effect only for the process that took it. */
    ran: (name: string): Promise<void> => change(name, { ran_at: storeNow(), lease_until: 0 }),

    /** Releases a failed job, which may be taken again after `retryAfterMs`. */
    letGo: (name: string, { retryAfterMs }: { retryAfterMs: number }): Promise<void> =>
      change(name, { lease_until: after(retryAfterMs) }),
  };
}
