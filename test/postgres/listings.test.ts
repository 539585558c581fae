import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { anAct, anEnd, aPost, aTry, type TestDatabase } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";

let server: PostgresServer;
let database: TestDatabase;
let store: Store;
/** In the way, as an end is that has just become unknown. */
let outside: pg.Client;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());
beforeEach(async () => {
  database = await makePostgres(server);
  store = await database.open();
  outside = new pg.Client({ connectionString: database.url });
  await outside.connect();
});
afterEach(async () => {
  await outside.end();
  await database.remove();
});

const holder = "U7";
const askHolder: NonNullable<Parameters<Store["operations"]["finish"]>[1]["also"]> = (trx, operation) =>
  store.receipts.ask(trx, operation, { holder, post: () => aPost("did it arrive?") });

const send = async (id: string, root = id) => {
  await store.operations.takeOn(root === id ? anAct({ id }) : aTry(id, root));
  await store.operations.start(id, { root });
};
const end = (id: string, outcome: "accepted" | "refused" | "unknown") =>
  store.operations.finish(id, anEnd({ outcome, also: askHolder }));

/** The third begins a listing, and what sends it again is under way. */
async function list() {
  for (const id of ["first", "second", "third"]) {
    await send(id);
    await end(id, "unknown");
  }
  await send("again", "third");
}

const settle = () => store.operations.settle("third", { by: "U2", as: "did_not_arrive", posts: () => [] });
const answer = () =>
  store.receipts.answer("third", { by: holder, as: "arrived", words: null, posts: () => [] });

test.each([
  ["a person's word of what is listed", settle, { kind: "settled" }],
  ["its recipient's", answer, { kind: "answered" }],
  ["its late reply", () => end("third", "accepted"), "corrected"],
  ["what sent it again and is known", () => end("again", "accepted"), "closed"],
  ["what sent it again and isn't", () => end("again", "unknown"), "closed"],
])("%s waits for the listings before it has an operation's row", async (_, write, result) => {
  await list();
  await outside.query("begin");
  await outside.query("select pg_advisory_xact_lock(7240118, hashtext('unknowns'))");
  const writing = write();
  await eventually(async () => {
    await outside.query("select pg_stat_clear_snapshot()");
    const { rows } = await outside.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    expect(rows).toHaveLength(1);
  });
  await outside.query("select id from operations for update nowait");
  await outside.query("commit");
  if (typeof result === "string") expect(await writing).toBe(result);
  else expect(await writing).toMatchObject(result);
});
