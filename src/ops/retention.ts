import { within } from "../deadline.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/index.ts";

export type RetentionOptions = {
  store: Pick<Store, "purge">;
  retentionDays: number;
  now: () => Date;
  log: Log;
};

const dayMs = 24 * 60 * 60_000;
/** The store closes after that; what a purge had not come to is there the next day. */
const stopLimitMs = 2000;

/** Removes what is older than the retention, now and once a day; the store does it in small steps. */
export function startRetention({ store, retentionDays, now, log }: RetentionOptions) {
  let isStopped = false;
  let running = Promise.resolve();

  async function purge(): Promise<void> {
    const closedBefore = new Date(now().getTime() - retentionDays * dayMs);
    try {
      const rows = await store.purge({ closedBefore });
      log.info({ rows, closedBefore: closedBefore.toISOString() }, "what is past its retention was removed");
    } catch (error) {
      if (!isStopped) log.error({ err: error }, "what is past its retention could not be removed");
    }
  }

  const purgeAfterwards = () => {
    // One after the other, should one ever take longer than a day.
    running = running.then(purge);
  };
  purgeAfterwards();
  const timer = setInterval(purgeAfterwards, dayMs);
  timer.unref();
  return {
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await within(stopLimitMs, running);
    },
  };
}
