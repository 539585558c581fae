import { openStore, type Store } from "../../src/store/index.ts";
import { leaseMs, TestClock, type TestDatabase, unpaced } from "../contract/store-database.ts";
import type { PostgresServer } from "./postgres-server.ts";

/** A database of its own, and stores that are closed with it. */
export async function makePostgres(server: PostgresServer): Promise<TestDatabase> {
  const { url, drop } = await server.createDatabase();
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
