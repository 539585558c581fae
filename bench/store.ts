import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../test/support/postgres-server.ts";
import { compare, type Figure, type Plan, type Table, type Target } from "./comparison.ts";
import type { Sample } from "./load.ts";
import { benchPosts } from "./posts.ts";
import { type StoreWorker, startStoreWorker } from "./store-workers.ts";

const durationMs = 500;
const figures: Figure<Sample>[] = [
  { head: "per second", of: ({ perSecond }) => perSecond, digits: 0, ratio: true },
  { head: "p50 ms", of: ({ p50Ms }) => p50Ms, digits: 2 },
  { head: "p99 ms", of: ({ p99Ms }) => p99Ms, digits: 2 },
];

type Party = { name: string; workers: StoreWorker[]; targets?: Target[] };

/**
 * Acts enqueued and started (duplicate check, row, daily counter, commit; state and lease, commit), against an INSERT
 * and an UPDATE by the bare driver, each its own commit. Every party is a process of its own.
 */
export async function benchStore(plan: Plan): Promise<Table[]> {
  const directory = await mkdtemp(join(tmpdir(), "bench-"));
  const file = (name: string) => `file:${join(directory, name)}`;
  const tables = [
    ...(await measure("SQLite, synchronous=FULL", await startSqlite(file, 0), plan)),
    ...(await measure("SQLite on a disk that takes 5 ms a commit", await startSqlite(file, 5), plan)),
    ...(await benchPostgres(plan)),
  ];
  await rm(directory, { recursive: true });
  return tables;
}

async function startSqlite(file: (name: string) => string, commitMs: number): Promise<Party[]> {
  const start = (way: "raw" | "store") =>
    startStoreWorker({ way, url: file(`${way}-${commitMs}.db`), commitMs });
  return [
    { name: "node:sqlite, INSERT and UPDATE", workers: [await start("raw")] },
    { name: "the store", workers: [await start("store")], targets: [{ figure: "per second", atLeast: 0.7 }] },
  ];
}

async function benchPostgres(plan: Plan): Promise<Table[]> {
  const server = await startPostgres({ fsync: true }).catch((error: unknown) => {
    console.log(`PostgreSQL is left out: ${error instanceof Error ? error.message : String(error)}`);
    return null;
  });
  if (server === null) return [];
  const raw = await server.createDatabase();
  const own = await server.createDatabase();
  const shared = await server.createDatabase();
  const start = (way: "raw" | "store", { url }: { url: string }) =>
    startStoreWorker({ way, url, commitMs: 0 });
  const parties = [
    { name: "pg, INSERT and UPDATE", workers: [await start("raw", raw)] },
    { name: "the store", workers: [await start("store", own)] },
    {
      name: "the store, two instances",
      workers: [await start("store", shared), await start("store", shared)],
    },
  ];
  const tables = await measure("PostgreSQL", parties, plan);
  const posts = await benchPosts((await server.createDatabase()).url, plan);
  await server.close();
  return [...tables, posts];
}

async function measure(title: string, parties: Party[], plan: Plan): Promise<Table[]> {
  const tables: Table[] = [];
  for (const concurrency of [1, 64]) {
    const round = { concurrency, durationMs: plan.durationMs(durationMs) };
    const contenders = parties.map(({ name, workers, targets }) => ({
      name,
      run: () => runTogether(workers, round),
      ...(targets === undefined ? {} : { targets }),
    }));
    tables.push(
      await compare({ title: `Store, ${title}, ${concurrency} at a time`, figures, contenders, plan }),
    );
  }
  for (const { workers } of parties) for (const worker of workers) await worker.stop();
  return tables;
}

/** The load is split among the instances, and what they did is added up. */
async function runTogether(
  workers: readonly StoreWorker[],
  { concurrency, durationMs }: { concurrency: number; durationMs: number },
): Promise<Sample> {
  const share = Math.max(1, Math.floor(concurrency / workers.length));
  const samples = await Promise.all(workers.map((worker) => worker.run({ concurrency: share, durationMs })));
  return samples.reduce((all, one) => ({
    perSecond: all.perSecond + one.perSecond,
    p50Ms: Math.max(all.p50Ms, one.p50Ms),
    p99Ms: Math.max(all.p99Ms, one.p99Ms),
    cpuUs: (all.cpuUs + one.cpuUs) / 2,
  }));
}
