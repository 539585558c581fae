import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openStore } from "../src/store/index.ts";
import { compare, printRows } from "./comparison.ts";
import { load } from "./load.ts";

const round = { concurrency: 1, durationMs: 500 };
const request = JSON.stringify({
  body: { message: { to: "01000000001", from: "0212345678", text: "Hello from the bench" } },
  conversation: "C0BENCH",
  testRecipient: null,
});
const columns =
  "(id text primary key, kind text, author text, conversation text, request text, created_at integer)";

/** Taking an act on (duplicate check, row, daily counter, one commit) against the least that could be durable. */
export async function benchStore(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const raw = openRaw(join(directory, "raw.db"));
  const now = () => new Date();
  const url = `file:${join(directory, "store.db")}`;
  const store = await openStore({ url, owner: "bench", leaseMs: 3_600_000, now });
  let count = 0;
  const accept = (quota?: { day: string; limit: number }) => async () => {
    count += 1;
    await store.operations.accept({
      id: `act-${count}`,
      kind: "messages.send",
      author: "U0BENCH",
      conversation: "C0BENCH",
      request: JSON.parse(request),
      ...(quota === undefined ? {} : { quota }),
    });
    // SQLite answers within the turn: without this no timer of the process would ever run.
    await new Promise(setImmediate);
  };
  const rows = await compare({
    rounds: 7,
    baseline: { name: "node:sqlite, one INSERT, FULL", run: () => load(yielding(raw.insert), round) },
    others: [
      {
        name: "node:sqlite, BEGIN, INSERT, counter, COMMIT",
        run: () => load(yielding(raw.transaction), round),
      },
      { name: "store.accept without a counter", run: () => load(accept(), round), target: { atLeast: 0.7 } },
      {
        name: "store.accept with the daily counter",
        run: () => load(accept({ day: "2026-11-21", limit: 100_000_000 }), round),
      },
    ],
  });
  printRows("Store, SQLite with synchronous=FULL, one at a time", rows);
  await store.close();
  raw.close();
  await rm(directory, { recursive: true });
}

function openRaw(path: string) {
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  database.exec(
    `CREATE TABLE acts ${columns}; CREATE TABLE counters (person text primary key, used integer)`,
  );
  const insert = database.prepare("INSERT INTO acts VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING");
  const raise = database.prepare(
    "INSERT INTO counters VALUES (?, 1) ON CONFLICT DO UPDATE SET used = used + 1 WHERE used < 100000000",
  );
  let count = 0;
  const add = () => {
    count += 1;
    insert.run(`act-${count}`, "messages.send", "U0BENCH", "C0BENCH", request, Date.now());
  };
  return {
    insert: add,
    transaction() {
      database.exec("BEGIN IMMEDIATE");
      add();
      raise.run("U0BENCH");
      database.exec("COMMIT");
    },
    close: () => database.close(),
  };
}

function yielding(work: () => void): () => Promise<void> {
  return async () => {
    work();
    await new Promise(setImmediate);
  };
}
