import { afterAll, beforeAll } from "vitest";
import { openStore, type Store } from "../../src/store/index.ts";
import { leaseMs, type SpineDatabase } from "../contract/spine/world.ts";
import { spineModel } from "../contract/spine-model.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

/** A database with connections, which a run leaves to the next one where it has left nothing in it. */
type Kept = { store: Store; drop(): Promise<void> };
type Clocks = Parameters<SpineDatabase["open"]>[1];

let server: PostgresServer;
let kept: Kept | undefined;
let clocks: Clocks | undefined;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => {
  await remove(kept);
  await server.close();
});

async function make(): Promise<Kept> {
  const { url, drop } = await server.createDatabase();
  const now = () => clocks?.leaseClock() ?? new Date();
  // A connection that went by the clock of a run would only be made anew.
  const postgresLimits = { idleMs: 2_000_000_000 };
  const store = await openStore({ url, owner: "all", leaseMs, now, leaseClock: now, postgresLimits });
  return { store, drop };
}

async function remove(database: Kept | undefined): Promise<void> {
  await database?.store.close();
  await database?.drop();
}

spineModel(
  async () => {
    const database = kept ?? (await make());
    kept = undefined;
    return {
      isShared: true,
      async open(_, own) {
        clocks = own;
        return { ...database.store, close: async () => {} };
      },
      async remove(isEmpty) {
        if (isEmpty) kept = database;
        else await remove(database);
      },
    };
  },
  { runs: 150, mostCommands: 25 },
);
