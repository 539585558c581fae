import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { anAct, anEnd, aTry, type TestDatabase } from "../contract/store-database.ts";
import { nothing } from "../contract/telling.ts";
import { connectOutside, othersWait } from "../support/postgres-locks.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";

let server: PostgresServer;
let database: TestDatabase;
let store: Store;
/** Another instance, in the middle of changing a listing. */
let outside: pg.Client;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());
beforeEach(async () => {
  database = await makePostgres(server);
  store = await database.open();
  outside = await connectOutside(database.url);
});
afterEach(async () => {
  await outside.end();
  await database.remove();
});

const start = async (id: string, root = id) => {
  await store.operations.takeOn(root === id ? anAct({ id }) : aTry(id, root));
  await store.operations.start(id, { root });
};
const end = (id: string, outcome: "accepted" | "refused" | "unknown") =>
  store.operations.finish(id, anEnd({ outcome, tells: nothing }));
const settle = (id: string) => store.operations.settle(id, { by: "U2", as: "arrived", tells: nothing });
const readListing = async () => (await outside.query("select id, open from listings")).rows;

/** `change`s the listing and ends when `work` waits for that. */
async function meet<T>(
  change: string,
  work: () => Promise<T>,
  how: "commit" | "rollback" = "commit",
): Promise<T> {
  await outside.query("begin");
  await outside.query(change);
  const working = work();
  await othersWait(outside);
  await outside.query(how);
  return working;
}

test.each([
  ["joins the listing", "commit", "other", 2],
  ["begins a listing of its own", "rollback", "a", 1],
] as const)("an unknown outcome %s that another instance has begun by its %s", async (_, how, id, open) => {
  await start("a");
  const begin = `insert into listings (kind, id, newest_at, open)
    values ('messages.send', 'other', ${database.clock.now().getTime()}, 1)`;
  await meet(begin, () => end("a", "unknown"), how);
  expect(await store.operations.get("a")).toMatchObject({ listing: id });
  expect(await readListing()).toEqual([{ id, open }]);
});

test("an unknown outcome begins another listing behind whoever is just closing the newest", async () => {
  await start("a");
  await end("a", "unknown");
  await start("b");
  await meet("update listings set open = open - 1", () => end("b", "unknown"));
  expect(await store.operations.get("b")).toMatchObject({ listing: "b" });
  expect(await readListing()).toEqual([{ id: "b", open: 1 }]);
});

test.each<[string, () => Promise<unknown>]>([
  ["a report", () => settle("a")],
  ["a late answer", () => end("a", "refused")],
  ["an accepted later try", () => end("r", "accepted")],
])("%s takes one off behind whoever is just adding one", async (_, write) => {
  await start("a");
  await end("a", "unknown");
  await start("r", "a");
  await meet("update listings set open = open + 1", write);
  expect(await readListing()).toEqual([{ id: "a", open: 1 }]);
});

test.each<[string, () => Promise<unknown>]>([
  ["a report", () => settle("a")],
  ["a late answer", () => end("a", "refused")],
  ["a later try that becomes unknown", () => end("r", "unknown")],
])("%s has its root before the listing, so that nobody waits for it who has that", async (_, write) => {
  await start("a");
  await end("a", "unknown");
  await start("r", "a");
  await outside.query("begin");
  await outside.query("select id from operations where id = 'a' for update");
  const writing = write();
  await othersWait(outside);
  await outside.query("select id from listings for update nowait");
  await outside.query("commit");
  await writing;
});
