import { Logger, run } from "graphile-worker";
import { Job, jobsAtOnce, serve, work } from "./bolt-with-sdk.ts";

/**
 * graphile-worker as its README has it. LISTEN wakes a worker, and jobs that end at the same time are completed in one
 * statement. It says nothing of jobs that went well.
 */
const logger = new Logger(() => (level, message) => {
  if (level === "error" || level === "warning") console.error(message);
});
const runner = await run({
  connectionString: process.env["DATABASE_URL"] ?? "",
  concurrency: jobsAtOnce,
  maxPoolSize: jobsAtOnce + 2,
  noHandleSignals: true,
  logger,
  taskList: { send: (payload) => work(Job.parse(payload)) },
  preset: { worker: { completeJobBatchDelay: 0 } },
});
await serve((job) => runner.addJob("send", job));
