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

type Operations = Awaited<ReturnType<Awaited<ReturnType<typeof makePostgres>>["open"]>>["operations"];

test.each<[string, (operations: Operations) => Promise<unknown>]>([
  [
    "whose answers all come at once, each",
    (operations) => operations.finish("again", anEnd({ outcome: "refused" })),
  ],
  [
    "a person's word of one",
    (operations) => operations.settle("again", { by: "U2", as: "arrived", posts: () => [] }),
  ],
])("of a chain of repeats %s waits for the next one's row before it has its own", async (_, write) => {
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
  const written = write(operations);
  await eventually(async () => {
    await outside.query("select pg_stat_clear_snapshot()");
    const { rows } = await outside.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    expect(rows).toHaveLength(1);
  });
  await outside.query("select id from operations where id in ('first', 'again') for update nowait");
  await outside.query("commit");
  await written;
  expect(await operations.get("last")).toMatchObject(
    (await operations.get("again"))?.outcome === "refused" ? { repeats: "first" } : { isNeedless: true },
  );
});
