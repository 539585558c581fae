import { afterAll, beforeAll } from "vitest";
import { openStore, type Store } from "../../src/store/index.ts";
import type { PicturesDatabase } from "../contract/pictures/world.ts";
import { picturesModel } from "../contract/pictures-model.ts";
import { leaseMs, TestClock } from "../contract/store-database.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

/** A database with the stores of both deliverers, which a run leaves to the next one where it has left nothing undone. */
type Kept = { clock: TestClock; stores: Store[]; drop(): Promise<void> };

let server: PostgresServer;
let kept: Kept | undefined;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await remove(kept);
  await server.close();
});

async function make(): Promise<Kept> {
  const { url, drop } = await server.createDatabase();
  const clock = new TestClock();
  const options = { url, leaseMs, now: clock.now, leaseClock: clock.now };
  // A connection that went by the clock of a run would only be made anew.
  const postgresLimits = { idleMs: 2_000_000_000 };
  const open = (owner: string) => openStore({ ...options, owner, postgresLimits });
  return { clock, stores: [await open("older"), await open("newer")], drop };
}

async function remove(database: Kept | undefined): Promise<void> {
  for (const store of database?.stores ?? []) await store.close();
  await database?.drop();
}

picturesModel(
  async (): Promise<PicturesDatabase> => {
    const database = kept ?? (await make());
    kept = undefined;
    let opened = 0;
    return {
      isShared: true,
      clock: database.clock,
      async open() {
        const store = database.stores[opened % 2]!;
        opened += 1;
        return { ...store, close: async () => {} };
      },
      async remove(isAtRest) {
        if (isAtRest) kept = database;
        else await remove(database);
      },
    };
  },
  { runs: 150, mostCommands: 30 },
);
