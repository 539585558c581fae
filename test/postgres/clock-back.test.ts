import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { anAct, leaseMs } from "../contract/store-database.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

test("an instance with a longer lease counts as alive for one with a shorter lease", async () => {
  const { url, drop } = await server.createStore();
  onTestFinished(drop);
  const open = async (owner: string, lease: number) => {
    const store = await openStore({ url, owner, leaseMs: lease, now: () => new Date() });
    onTestFinished(() => store.close());
    return store;
  };
  const patient = await open("patient", 20 * leaseMs);
  await patient.operations.beat();
  await patient.operations.enqueue(anAct({ id: "a", leavesAtOnce: true }));
  expect(await (await open("quick", leaseMs)).operations.claimAbandoned(10)).toEqual([]);
});

test("a killed instance's work is taken over also after the database's clock was set back", async () => {
  const database = await makePostgres(server);
  onTestFinished(() => database.remove());
  const [first, second] = await Promise.all([database.open("first"), database.open("second")]);
  await first.operations.beat();
  await first.operations.enqueue(anAct({ id: "a", leavesAtOnce: true }));
  await first.close();
  database.clock.advance(-24 * 60 * 60_000);
  await second.operations.beat();
  database.clock.advance(2 * leaseMs);
  expect(await second.operations.claimAbandoned(10)).toMatchObject([{ id: "a" }]);
});
