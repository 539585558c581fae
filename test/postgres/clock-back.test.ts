import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { anAct, leaseMs } from "../contract/store-database.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

test("what a killed instance left is taken over though the database's clock was set back since", async () => {
  const database = await makePostgres(server);
  onTestFinished(() => database.remove());
  const [first, second] = await Promise.all([database.open("first"), database.open("second")]);
  await first.operations.beat();
  await first.operations.takeOn(anAct({ id: "a", leavesAtOnce: true }));
  await first.close();
  database.clock.advance(-24 * 60 * 60_000);
  await second.operations.beat();
  database.clock.advance(2 * leaseMs);
  expect(await second.operations.claimAbandoned(10)).toMatchObject([{ id: "a" }]);
});
