import type { Log } from "../log.ts";
import type { Store } from "../store/index.ts";
import { every, type Job } from "./index.ts";

export type RetentionOptions = {
  store: Pick<Store, "purge" | "jobs">;
  retentionDays: number;
  log: Log;
};

const dayMs = 24 * 60 * 60_000;

/** Removes once a day what is older than the retention; the store does it in small steps. */
export function retentionJob({ store, retentionDays, log }: RetentionOptions): Job {
  return {
    name: "retention",
    dueSince: every(dayMs),
    async run(signal) {
      // One instance whose own clock is far ahead must not remove what all have kept.
      const now = await store.jobs.now();
      const closedBefore = new Date(now.getTime() - retentionDays * dayMs);
      const rows = await store.purge({ closedBefore, signal });
      log.info({ rows, closedBefore: closedBefore.toISOString() }, "what is past its retention was removed");
    },
  };
}
