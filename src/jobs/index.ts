import { within } from "../deadline.ts";
import type { Log } from "../log.ts";
import type { Store } from "../store/index.ts";

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
