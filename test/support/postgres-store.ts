import { sql } from "kysely";
import { openPostgres } from "../../src/store/database/postgres.ts";
import type { Connection } from "../../src/store/database/tables.ts";
import { openStore, type Store } from "../../src/store/index.ts";
import { createStore } from "../../src/store/open-store.ts";
import { leaseMs, TestClock, type TestDatabase } from "../contract/store-database.ts";
import type { PostgresServer } from "./postgres-server.ts";

/** One that is called so is of a newer version. */
const versionOf = (owner: string) => (owner === "newer" ? 1 : 0);

/** A database of its own, and stores that are closed with it. */
export async function makePostgres(server: PostgresServer): Promise<TestDatabase> {
  const { url, drop } = await server.createStore();
  const clock = new TestClock();
  const opened: Store[] = [];
  return {
    url,
    isShared: true,
    clock,
    async open(owner = "first") {
      const clocks = { now: clock.now, leaseClock: clock.now };
      const store = await openStore({ url, owner, version: versionOf(owner), leaseMs, ...clocks });
      opened.push(store);
      return store;
    },
    async remove() {
      for (const store of opened) await store.close();
      await drop();
    },
  };
}

/**
 * Databases one after another that are the same one, emptied, with connections that are kept: to make either anew takes
 * longer than most tests. Processes have these connections in turn, and so two at once have their own.
 */
export async function reusePostgres(server: PostgresServer) {
  const { url, drop } = await server.createStore();
  // Each test has a clock of its own, and a connection would be closed by it.
  const open = () => openPostgres(url, { idleMs: 2_000_000_000 });
  const connections = [await open(), await open()];
  return {
    async make(): Promise<TestDatabase> {
      await clear(connections[0]!);
      const clock = new TestClock();
      let opened = 0;
      return {
        ...{ url, isShared: true, clock },
        async open(owner = "first") {
          const kept = connections[opened % connections.length]!;
          opened += 1;
          const clocks = { now: clock.now, leaseClock: clock.now };
          const own = { owner, version: versionOf(owner), leaseMs };
          return createStore({ ...kept, close: async () => {} }, { ...own, ...clocks });
        },
        remove: async () => {},
      };
    },
    async close(): Promise<void> {
      for (const connection of connections) await connection.close();
      await drop();
    },
  };
}

/** Row by row, where a test left few: to truncate all tables takes forty times as long. */
async function clear({ db }: Connection): Promise<void> {
  await sql`do $$
    declare name text;
    begin
      for name in
        select tablename from pg_tables where schemaname = 'public' and tablename not like 'applied_%'
      loop
        execute format('delete from %I', name);
      end loop;
    end $$`.execute(db);
}
