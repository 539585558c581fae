import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPostgres } from "../../src/store/database/postgres.ts";
import type { Tables } from "../../src/store/database/tables.ts";
import { retryOnConflict } from "../../src/store/database/transact.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

/** With `select *`, whose result changes when a column is added. */
function readFirst(db: Kysely<Tables>, id: string) {
  return db.selectFrom("operations").selectAll().where("id", "=", id).executeTakeFirst();
}

test("a statement is prepared once for each connection", async () => {
  const database = await server.createStore();
  const { db, transact, close } = await openPostgres(database.url);
  try {
    const prepared = await transact(async (trx) => {
      for (const id of ["one", "two", "three"]) await readFirst(trx, id);
      const { rows } = await sql<{ calls: number }>`
        select (generic_plans + custom_plans)::int as calls from pg_prepared_statements
        where statement like 'select * from "operations"%'`.execute(trx);
      return rows;
    });
    expect(prepared).toEqual([{ calls: 3 }]);
    expect(await readFirst(db, "one")).toBeUndefined();
  } finally {
    await close();
    await database.drop();
  }
});

test("a column that a newer version adds fails no statement of a running one", async () => {
  const database = await server.createStore();
  const { db, transact, close } = await openPostgres(database.url);
  const newer = await openPostgres(database.url);
  try {
    const read = () => retryOnConflict(() => transact((trx) => readFirst(trx, "one")));
    await read();
    await sql`alter table operations add column added text`.execute(newer.db);
    await expect(read()).resolves.toBeUndefined();
    await expect(readFirst(db, "one")).resolves.toBeUndefined();
  } finally {
    await close();
    await newer.close();
    await database.drop();
  }
});
