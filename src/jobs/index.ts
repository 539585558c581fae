import { TZDate } from "@date-fns/tz";
import { within } from "../deadline.ts";
import type { Log } from "../log.ts";
import type { Json, NewAuditEntry, Notification, Store } from "../store/index.ts";

/** What happens by the clock: once in its time, whichever of the instances comes to it first. */
export type Job = {
  /** `retention` … */
  name: string;
  /** It has to have run since this moment: a day ago, or today at nine. */
  dueSince: (now: Date) => Date;
  /** Besides, once after each start: what happened while nobody looked is not left until its time comes. */
  atStart?: true;
  /** What is not done when the signal ends it is left to the next time; it throws when it could not do its work. */
  run: (signal: AbortSignal) => Promise<void>;
};

export type JobsOptions = {
  jobs: readonly Job[];
  store: Pick<Store, "jobs">;
  log: Log;
};

const lookEveryMs = 60_000;
/** A job is one instance's for so long, and is ended before that: two of the same never run side by side. */
const longestRunMs = 10 * 60_000;
/** One that failed is tried again after this, since what it met may pass. */
const retryAfterMs = 5 * 60_000;
const stopLimitMs = 2000;

/** Every so often, by a clock of that many milliseconds. */
export function every(ms: number): Job["dueSince"] {
  return (now) => new Date(now.getTime() - ms);
}

/** Runs what is due, now and from then on. */
export function startJobs({ jobs, store, log }: JobsOptions) {
  const ending = new AbortController();
  const running = new Map<string, Promise<void>>();
  const waitingSinceStart = new Set(jobs.filter(({ atStart }) => atStart === true).map(({ name }) => name));

  async function runIfDue(job: Job): Promise<void> {
    const now = await store.jobs.now();
    const ranBefore = waitingSinceStart.has(job.name) ? now : job.dueSince(now);
    const taken = await store.jobs.take(job.name, { ranBefore, leaseMs: longestRunMs });
    if (!taken) return;
    const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(longestRunMs - retryAfterMs)]);
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
    /** What was due at the start has run, or failed. */
    first: first.then(() => {}),
    async stop(): Promise<void> {
      clearInterval(timer);
      ending.abort();
      await within(stopLimitMs, Promise.all(running.values()));
    },
  };
}

/** Every day at a full hour of the clock on the wall there; `timeZone` is an IANA name. */
export function dailyAt(hour: number, timeZone: string): Job["dueSince"] {
  return (now) => {
    const today = new TZDate(now.getTime(), timeZone);
    const at = (day: number) =>
      new Date(new TZDate(today.getFullYear(), today.getMonth(), day, hour, 0, 0, timeZone).getTime());
    const todays = at(today.getDate());
    return todays <= now ? todays : at(today.getDate() - 1);
  };
}

/** What a watch knows from now on, what is told of what is new in it, and whose doing it was, where it was somebody's. */
export type Judged = { known: object; notification: Notification; entry?: NewAuditEntry };

/**
 * Tells what has changed since a watch last looked, once over all processes: what it knows changes together with
 * what is told, and whoever comes second judges again by what the first one wrote. Null: nothing has changed. True when this
 * one put down what has.
 */
export async function announceChanges(
  monitors: Store["monitors"],
  name: string,
  judge: (known: Json | null) => Judged | null,
): Promise<boolean> {
  for (;;) {
    const { version, known } = await monitors.get(name);
    const judged = judge(known);
    if (judged === null) return false;
    if (await monitors.change(name, { version, ...judged })) return true;
  }
}

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

const monitorHour = 9;

/** Every morning and at each start, reads a list and tells on-call what has changed in it; none where nobody is on call. */
export function monitorDaily<T>(
  name: string,
  {
    config,
    store,
  }: {
    config: { conversations: { onCall: readonly string[] }; timeZone: string };
    store: Pick<Store, "monitors">;
  },
  read: () => Promise<T>,
  judge: (reading: T, known: Json | null) => Judged | null,
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
