import { sql } from "kysely";
import type { StoreContext } from "../../src/store/database/tables.ts";
import { openStore, type Store } from "../../src/store/index.ts";
import { leaseMs, TestClock, type TestDatabase, unpaced } from "../contract/store-database.ts";
import type { PostgresServer } from "./postgres-server.ts";

/** A database of its own, and stores that are closed with it. */
export async function makePostgres(server: PostgresServer): Promise<TestDatabase> {
  const { url, drop } = await server.createStore();
  const clock = new TestClock();
  const opened: Store[] = [];
  return {
    url,
    isShared: true,
    clock,
    async open(owner = "first", pace = unpaced) {
      const clocks = { now: clock.now, leaseClock: clock.now };
      const store = await openStore({ url, owner, leaseMs, ...clocks, pace });
      opened.push(store);
      return store;
    },
    async remove() {
      for (const store of opened) await store.close();
      await drop();
    },
  };
}

/** What a model plays over, again and again: one database with two processes' stores, which each run finds empty. */
export async function reusePostgres(server: PostgresServer) {
  const { url, drop } = await server.createStore();
  let clock = new TestClock();
  const now = () => clock.now();
  // A connection that went by the clock of a run would only be made anew.
  const postgresLimits = { idleMs: 2_000_000_000 };
  const stores: Store[] = [];
  for (const owner of ["older", "newer"])
    stores.push(await openStore({ url, owner, leaseMs, now, leaseClock: now, postgresLimits }));
  const [older] = stores;
  return {
    async make(): Promise<TestDatabase> {
      clock = new TestClock();
      await older?.open(clear);
      let opened = 0;
      return {
        ...{ url, isShared: true, clock },
        async open() {
          const store = stores[opened % 2]!;
          opened += 1;
          return { ...store, close: async () => {} };
        },
        remove: async () => {},
      };
    },
    async close(): Promise<void> {
      for (const store of stores) await store.close();
      await drop();
    },
  };
}

async function clear({ connection: { db } }: StoreContext): Promise<void> {
  const named = sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'applied_%'`;
  for (const { name } of (await named.execute(db)).rows)
    await sql`delete from ${sql.table(name)}`.execute(db);
}
