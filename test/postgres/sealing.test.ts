import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { anAct } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { connectOutside } from "../support/postgres-locks.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

test("whoever would seal beside another instance waits, before it has read where the chain ends", async () => {
  const database = await makePostgres(server);
  onTestFinished(() => database.remove());
  const [first, second] = [await database.open("first"), await database.open("second")];
  await first.operations.takeOn(anAct({ id: "a" }));
  const outside = await connectOutside(database.url);
  await outside.query("begin");
  await outside.query("select 1 from audit_entries for update");
  const sealing = [first.audit.seal(), second.audit.seal()];
  await eventually(async () => {
    const { rows } = await outside.query(
      "select 1 from pg_locks where locktype = 'advisory' and not granted",
    );
    expect(rows).toHaveLength(1);
  });
  await outside.query("commit");
  expect((await Promise.all(sealing)).toSorted()).toEqual([0, 1]);
  expect(await first.audit.verify()).toMatchObject({ breaks: [], sealed: 1, unsealed: 0 });
});
