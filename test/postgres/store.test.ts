import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { inspectStore, openStore } from "../../src/store/index.ts";
import { storeContract } from "../contract/store-contract.ts";
import { leaseMs, TestClock } from "../contract/store-database.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { reusePostgres } from "../support/postgres-store.ts";

let server: PostgresServer;
let kept: Awaited<ReturnType<typeof reusePostgres>>;
beforeAll(async () => {
  server = await startPostgres();
  kept = await reusePostgres(server);
});
afterAll(async () => {
  await kept.close();
  await server.close();
});

storeContract(() => kept.make());

test("inspecting a database reports missing write rights only when the database is to be written", async () => {
  const database = await server.createDatabase();
  const toWrite = (url: string) => inspectStore(url, { isToBeWritten: true });
  const outside = new pg.Client({ connectionString: database.url });
  await outside.connect();
  onTestFinished(async () => {
    await outside.query("drop owned by guest");
    await outside.query("drop role guest");
    await outside.end();
    await database.drop();
  });
  await outside.query("create role guest login");
  await outside.query("revoke create on schema public from public");
  const url = new URL(database.url);
  url.username = "guest";
  await expect(toWrite(url.href)).rejects.toThrow("may not create tables");
  expect(await inspectStore(url.href)).toBe("none");
  await outside.query("grant create on schema public to guest");
  expect(await toWrite(url.href)).toBe("none");
  await outside.query("alter role guest set default_transaction_read_only = on");
  await expect(toWrite(url.href)).rejects.toThrow("is read-only");
  expect(await inspectStore(url.href)).toBe("none");
});

test("inspecting a database creates nothing, and reports missing migrations while a store is open", async () => {
  const database = await server.createDatabase();
  const outside = new pg.Client({ connectionString: database.url });
  await outside.connect();
  try {
    expect(await inspectStore(database.url)).toBe("none");
    const { rows } = await outside.query("select to_regclass('applied_migrations') as found");
    expect(rows).toEqual([{ found: null }]);

    const store = await openStore({
      url: database.url,
      owner: "first",
      leaseMs,
      now: new TestClock().now,
    });
    expect(await inspectStore(database.url)).toBe("current");
    await outside.query("delete from applied_migrations");
    expect(await inspectStore(database.url)).toBe("older");
    expect(await inspectStore(database.url)).toBe("older");
    await store.close();
  } finally {
    await outside.end();
    await database.drop();
  }
});
