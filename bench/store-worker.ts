import { once } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "../src/store/index.ts";
import { load } from "./load.ts";
import { postgresLimits } from "./patience.ts";
import { slowDownCommits } from "./slow-disk.ts";

/* Takes acts on and starts them, by the store or by the bare driver, each time it is told how many at once. */
const [way, url = "", commitMs = "0"] = process.argv.slice(2);
const request = {
  body: { message: { to: "01000000001", from: "0212345678", text: "Hello from the bench" } },
  conversation: "C0BENCH",
  testRecipient: null,
};
const day = "2026-11-21";
const people = 200;
const columns = "(id text primary key, kind text, author text, request text, state text, created_at int8)";
const values = (id: string) => [
  id,
  "messages.send",
  "U0BENCH",
  JSON.stringify(request),
  "stored",
  Date.now(),
];

type Work = { act: (id: string) => Promise<unknown>; close: () => unknown };

async function openWork(): Promise<Work> {
  if (way === "store") return await openOurs();
  return url.startsWith("file:") ? openRawSqlite() : await openRawPostgres();
}

async function openOurs(): Promise<Work> {
  const now = () => new Date();
  const owner = `bench-${process.pid}`;
  const store = await openStore({ url, owner, leaseMs: 3_600_000, now, postgresLimits });
  const quota = { day, limit: 100_000_000 };
  const rest = { kind: "messages.send", conversation: "C0BENCH", request, quota };
  let count = 0;
  const act = async (id: string) => {
    count += 1;
    // Acts of one person wait for each other at the day's counter; nobody does 64 at a time.
    await store.operations.enqueue({ id, author: `U0BENCH${count % people}`, ...rest });
    await store.operations.start(id);
  };
  return { act, close: () => store.close() };
}

function openRawSqlite(): Work {
  const database = new DatabaseSync(url.slice("file:".length));
  database.exec("pragma journal_mode = wal; pragma synchronous = full");
  database.exec(`create table acts ${columns}`);
  const insert = database.prepare("insert into acts values (?, ?, ?, ?, ?, ?)");
  const update = database.prepare("update acts set state = 'started' where id = ?");
  const act = async (id: string) => {
    insert.run(...values(id));
    update.run(id);
    // It answers within the turn: without this no timer of the process would ever run.
    await new Promise(setImmediate);
  };
  return { act, close: () => database.close() };
}

async function openRawPostgres(): Promise<Work> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  await pool.query(`create table acts ${columns}`);
  const act = async (id: string) => {
    await pool.query("insert into acts values ($1, $2, $3, $4, $5, $6)", values(id));
    await pool.query("update acts set state = 'started' where id = $1", [id]);
  };
  return { act, close: () => pool.end() };
}

slowDownCommits(Number(commitMs));
const { act, close } = await openWork();
let count = 0;
const next = () => {
  count += 1;
  return act(`${process.pid}-${count}`);
};
process.on("message", (round: { concurrency: number; durationMs: number }) => {
  void load(next, round).then((sample) => process.send?.(sample));
});
process.send?.("open");
await once(process, "disconnect");
await close();
