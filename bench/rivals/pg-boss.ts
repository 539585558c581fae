import { type JobResult, PgBoss } from "pg-boss";
import { Job, jobsAtOnce, serve, work } from "./bolt-with-sdk.ts";

/**
 * pg-boss as its README has it. LISTEN wakes the worker, which fetches as many jobs as may run at once, and again without a
 * pause while there are that many. Its cron isn't used.
 */
const queue = "sends";
const boss = new PgBoss({
  connectionString: process.env["DATABASE_URL"] ?? "",
  useListenNotify: true,
  schedule: false,
});
boss.on("error", console.error);
await boss.start();
await boss.createQueue(queue, { notify: true });
await boss.work<unknown>(
  queue,
  { batchSize: jobsAtOnce, burstWhenBatchFull: true, perJobResults: true },
  (jobs) => Promise.all(jobs.map(perform)),
);
await serve((job) => boss.send(queue, job));

/** A job that fails is tried again by itself, not with the batch it came in. */
async function perform({ id, data }: { id: string; data: unknown }): Promise<JobResult> {
  try {
    await work(Job.parse(data));
    return { id, status: "completed" };
  } catch (error) {
    console.error(error);
    return { id, status: "failed" };
  }
}
