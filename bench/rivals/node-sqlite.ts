import { DatabaseSync } from "node:sqlite";
import { Job, jobsAtOnce, serve, work } from "./bolt-with-sdk.ts";

/** A table of jobs in node:sqlite, as durable as the app's store: what was under way when the process died is done again. */
const database = new DatabaseSync((process.env["DATABASE_URL"] ?? "").slice("file:".length));
database.exec(`
  pragma journal_mode = wal;
  pragma synchronous = full;
  create table if not exists jobs (
    id integer primary key,
    payload text not null,
    state text not null default 'waiting',
    tries integer not null default 0,
    due_at integer not null
  );
  create index if not exists due on jobs (state, due_at);
  update jobs set state = 'waiting' where state = 'running';
`);
const insert = database.prepare("insert into jobs (payload, due_at) values (?, ?)");
const claim = database.prepare(`update jobs set state = 'running', tries = tries + 1
  where id = (select id from jobs where state = 'waiting' and due_at <= ? order by due_at, id limit 1)
  returning id, payload, tries`);
const complete = database.prepare("delete from jobs where id = ?");
const postpone = database.prepare("update jobs set state = ?, due_at = ? where id = ?");

const mostTries = 5;
const retryMs = 1000;
let running = 0;

/** Starts what is due while there is room; each job that ends looks again. */
function drain(): void {
  while (running < jobsAtOnce) {
    const job = claim.get(Date.now());
    if (job === undefined) return;
    running += 1;
    void perform(Number(job["id"]), String(job["payload"]), Number(job["tries"])).finally(() => {
      running -= 1;
      drain();
    });
  }
}

async function perform(id: number, payload: string, tries: number): Promise<void> {
  try {
    await work(Job.parse(JSON.parse(payload)));
    complete.run(id);
  } catch (error) {
    console.error(error);
    postpone.run(tries < mostTries ? "waiting" : "failed", Date.now() + retryMs * tries, id);
  }
}

// For retries that have become due.
setInterval(drain, retryMs);
await serve(async (job) => {
  insert.run(JSON.stringify(job), Date.now());
  // Behind the acknowledgement.
  setImmediate(drain);
});
drain();
