import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openPostgres } from "../../src/store/database/postgres.ts";
import { openStore } from "../../src/store/index.ts";
import { anAct, leaseMs } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

let server: PostgresServer;
let database: Awaited<ReturnType<PostgresServer["createDatabase"]>>;
let outside: pg.Client;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());
beforeEach(async () => {
  database = await server.createDatabase();
  outside = new pg.Client({ connectionString: database.url });
  await outside.connect();
});
afterEach(async () => {
  await outside.end();
  await database.drop();
});

const now = () => new Date();
/** What Kysely's migrator waits for. */
const migrationLock = "3853314791062309107";
const open = (url = database.url) => openStore({ url, owner: "first", leaseMs, now });

/** A pooler in front of the database that closes each session at its first statement while it `cuts`. */
async function startPooler(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const links = new Set<Socket>();
  const state = { cuts: false, cutCount: 0 };
  const pooler = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const close = () => [client, upstream].forEach((socket) => void socket.destroy());
    let isReady = false;
    upstream.on("data", (chunk) => {
      isReady ||= chunk.includes("Z\u0000\u0000\u0000\u0005I", 0, "latin1");
      client.write(chunk);
    });
    client.on("data", (chunk) => {
      if (!isReady || !state.cuts) return upstream.write(chunk);
      state.cutCount += 1;
      return close();
    });
    for (const socket of [client, upstream]) {
      links.add(socket);
      socket.on("error", close).on("close", close);
    }
  }).listen(0, "127.0.0.1");
  await once(pooler, "listening");
  const url = new URL(databaseUrl);
  url.port = `${toPort(pooler.address())}`;
  return {
    url: url.href,
    state,
    close: () => {
      for (const socket of links) socket.destroy();
      pooler.close();
    },
  };
}

function toPort(address: ReturnType<Server["address"]>): number {
  if (address === null || typeof address === "string") throw new Error("no address");
  return address.port;
}

test("the store has all its connections again after a pooler has cut many calls", async () => {
  const pooler = await startPooler(database.url);
  const store = await open(pooler.url);
  try {
    pooler.state.cuts = true;
    // Five times each connection. On a busy machine a call may give up before it has one, which isn't a cut.
    for (let cut = 0; cut < 40; cut = pooler.state.cutCount) {
      const calls = Array.from({ length: 8 }, () => store.operations.countOpen());
      for (const { status } of await Promise.allSettled(calls)) expect(status).toBe("rejected");
      expect(pooler.state.cutCount, "no call has a connection any more").toBeGreaterThan(cut);
    }
    pooler.state.cuts = false;
    const all = await Promise.all(Array.from({ length: 16 }, () => store.operations.countOpen()));
    expect(all).toEqual(Array.from({ length: 16 }, () => 0));
    await store.healthy();
  } finally {
    await store.close();
    pooler.close();
  }
});

test("the store still works, and can be closed, after its database sessions were killed many times", async () => {
  const store = await open();
  let killed = 0;
  let stored = 0;
  const accept = async (id: string) => {
    const result = await store.operations.enqueue(anAct({ id })).catch(() => null);
    if (result !== null) stored += 1;
  };
  const kill = async () => {
    const { rowCount } = await outside.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    killed += rowCount ?? 0;
  };
  for (let round = 0; killed < 100; round += 1) {
    const accepting = Array.from({ length: 8 }, (_, index) => accept(`${round}.${index}`));
    await kill();
    await Promise.all(accepting);
  }
  for (let index = 0; index < 16; index += 1) await eventually(() => store.healthy());
  expect(await store.operations.countOpen()).toBeGreaterThanOrEqual(stored);
  await store.close();
});

test.each(["", "?options=-c%20default_transaction_isolation%3Dserializable%20-c%20work_mem%3D1234kB"])(
  "a connection is “read committed”, whatever the database's default or the URL options “%s” say",
  async (options) => {
    const { pathname } = new URL(database.url);
    await outside.query(
      `alter database ${pathname.slice(1)} set default_transaction_isolation = 'repeatable read'`,
    );
    const connection = await openPostgres(`${database.url}${options}`);
    try {
      const read = (name: string) =>
        sql<Record<string, string>>`show ${sql.raw(name)}`.execute(connection.db);
      expect((await read("transaction_isolation")).rows).toEqual([
        { transaction_isolation: "read committed" },
      ]);
      if (options !== "") expect((await read("work_mem")).rows).toEqual([{ work_mem: "1234kB" }]);
    } finally {
      await connection.close();
    }
  },
);

test("opening the store waits until another instance has finished a long migration", async () => {
  await outside.query(`select pg_advisory_lock(${migrationLock})`);
  const opening = open();
  const statement =
    "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'";
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await eventually(async () => expect((await other.query(statement)).rows).toHaveLength(1));
  // Longer than a statement may take after the start.
  await other.query("select pg_sleep(6)");
  await other.end();
  await outside.query(`select pg_advisory_unlock(${migrationLock})`);
  await (await opening).close();
});

test("two bots in two schemas of one database have separate tables", async () => {
  await outside.query("create schema other");
  const stores = [await open(), await open(`${database.url}?options=-c search_path=other`)];
  const tables = "select table_schema from information_schema.tables where table_name = $1 order by 1";
  for (const name of ["operations", "applied_migrations", "applied_migrations_lock"]) {
    const { rows } = await outside.query(tables, [name]);
    expect(rows).toEqual([{ table_schema: "other" }, { table_schema: "public" }]);
  }
  for (const store of stores) await store.close();
});
