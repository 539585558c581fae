import { TZDate } from "@date-fns/tz";
import { within } from "../deadline.ts";
import type { Log } from "../log.ts";
import type { Json, NewAuditEntry, Notification, Store } from "../store/index.ts";

/** Scheduled work, run by the first instance that finds it due, on behalf of all instances. */
export type Job = {
  name: string;
  /** Returns a time, such as a day ago or today at nine; the job is due if it hasn't run since. */
  dueSince: (now: Date) => Date;
  atStart?: true;
  /** Runs the job; an abort leaves the rest to the next run. @throws if it failed */
  run: (signal: AbortSignal) => Promise<void>;
};

const lookEveryMs = 60_000;
/** Lease of a job, which keeps two instances from running it at once. A run is aborted before its lease ends. */
const leaseMs = 10 * 60_000;
const maxRunMs = leaseMs - 60_000;
const retryAfterMs = 5 * 60_000;
const stopLimitMs = 2000;

export function every(ms: number): Job["dueSince"] {
  return (now) => new Date(now.getTime() - ms);
}

export function startJobs({
  jobs,
  store,
  log,
}: {
  jobs: readonly Job[];
  store: Pick<Store, "jobs">;
  log: Log;
}) {
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
  const waitingSinceStart = new Set(jobs.filter(({ atStart }) => atStart === true).map(({ name }) => name));

  async function runIfDue(job: Job): Promise<void> {
    const now = await store.jobs.now();
    const ranBefore = waitingSinceStart.has(job.name) ? now : job.dueSince(now);
    const taken = await store.jobs.take(job.name, { ranBefore, leaseMs });
    if (!taken) return;
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(maxRunMs)]);
    try {
      await job.run(signal);
      waitingSinceStart.delete(job.name);
      await store.jobs.ran(job.name);
    } catch (error) {
      if (!ending.signal.aborted) log.error({ job: job.name, err: error }, "a job failed");
      await store.jobs.letGo(job.name, { retryAfterMs: ending.signal.aborted ? 0 : retryAfterMs });
    }
  }

  const look = () => {
    for (const job of jobs) {
      if (running.has(job.name)) continue;
      const run = runIfDue(job)
        .catch((error: unknown) =>
          log.error({ job: job.name, err: error }, "a job could not be looked after"),
        )
        .finally(() => running.delete(job.name));
      running.set(job.name, run);
    }
  };
  look();
  const first = Promise.all(running.values());
  const timer = setInterval(look, lookEveryMs);
  timer.unref();
  return {
    /** Resolves when the jobs due at startup have run or failed. */
    first: first.then(() => {}),
    async stop(): Promise<void> {
      clearInterval(timer);
      ending.abort();
      await within(stopLimitMs, Promise.all(running.values()));
    },
  };
}

/** Makes a job due every day at a full hour, in local time of the IANA zone `timeZone`. */
export function dailyAt(hour: number, timeZone: string): Job["dueSince"] {
  return (now) => {
    const today = new TZDate(now.getTime(), timeZone);
    const at = (day: number) =>
      new Date(new TZDate(today.getFullYear(), today.getMonth(), day, hour, 0, 0, timeZone).getTime());
    const todays = at(today.getDate());
    return todays <= now ? todays : at(today.getDate() - 1);
  };
}

/** New state of a monitor, the notification about its change, and an audit entry if a person caused it. */
export type MonitorUpdate = { known: object; notification: Notification; entry?: NewAuditEntry };

/** Announces a change once over all instances; the loser of a race judges again. `judge` returns null for no change. */
export async function announceChanges(
  monitors: Store["monitors"],
  name: string,
  judge: (known: Json | null) => MonitorUpdate | null,
): Promise<boolean> {
  for (;;) {
    const { version, known } = await monitors.get(name);
    const judged = judge(known);
    if (judged === null) return false;
    if (await monitors.change(name, { version, ...judged })) return true;
  }
}

type RetentionOptions = {
  store: Pick<Store, "purge" | "jobs">;
  retentionDays: number;
  log: Log;
};

const dayMs = 24 * 60 * 60_000;

export function retentionJob({ store, retentionDays, log }: RetentionOptions): Job {
  return {
    name: "retention",
    dueSince: every(dayMs),
    async run(signal) {
      // Uses the store's clock: an instance with a wrong clock must not remove rows too early.
      const now = await store.jobs.now();
      const closedBefore = new Date(now.getTime() - retentionDays * dayMs);
      const rows = await store.purge({ closedBefore, signal });
      log.info({ rows, closedBefore: closedBefore.toISOString() }, "what is past its retention was removed");
    },
  };
}

const monitorHour = 9;

/** Reads a list every morning and at each startup, and alerts on-call of changes. Without on-call there is no job. */
export function createMonitorJobs<T>(
  name: string,
  {
    config,
    store,
  }: {
    config: { conversations: { onCall: readonly string[] }; timeZone: string };
    store: Pick<Store, "monitors">;
  },
  read: () => Promise<T>,
  judge: (reading: T, known: Json | null) => MonitorUpdate | null,
): Job[] {
  if (config.conversations.onCall.length === 0) return [];
  return [
    {
      name: `${name}.watch`,
      dueSince: dailyAt(monitorHour, config.timeZone),
      atStart: true,
      async run() {
        const reading = await read();
        await announceChanges(store.monitors, name, (known) => judge(reading, known));
      },
    },
  ];
}
