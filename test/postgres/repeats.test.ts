import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { anAct, anEnd } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

test("of a chain of repeats whose answers all come at once, each waits for the next one's row before it has its own", async () => {
  const database = await makePostgres(server);
  const outside = new pg.Client({ connectionString: database.url });
  await outside.connect();
  onTestFinished(async () => {
    await outside.end();
    await database.remove();
  });
  const { operations } = await database.open();
  const send = async (id: string, repeats?: string) => {
    await operations.takeOn(anAct(repeats === undefined ? { id } : { id, repeats, reason: "it hangs" }));
    await operations.start(id, repeats === undefined ? {} : { accepted: new Set() });
  };
  await send("first");
  await operations.finish("first", anEnd({ outcome: "unknown" }));
  await send("again", "first");
  await operations.finish("again", anEnd({ outcome: "unknown" }));
  await send("last", "again");
  // As its own end has it, which goes on to those that it sends again.
  await outside.query("begin");
  await outside.query("select id from operations where id = 'last' for update");
  const late = operations.finish("again", anEnd({ outcome: "refused" }));
  await eventually(async () => {
    await outside.query("select pg_stat_clear_snapshot()");
    const { rows } = await outside.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    expect(rows).toHaveLength(1);
  });
  await outside.query("select id from operations where id in ('first', 'again') for update nowait");
  await outside.query("commit");
  expect(await late).toBe("corrected");
  expect(await operations.get("last")).toMatchObject({ repeats: "first" });
});
