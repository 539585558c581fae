import { type Kysely, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres } from "../../src/store/database/postgres.ts";
import type { Tables } from "../../src/store/database/tables.ts";
import { retryOnConflict } from "../../src/store/database/transact.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

/** With `select *`, whose result changes when a column is added. */
function readFirst(db: Kysely<Tables>, id: string) {
  return db.selectFrom("operations").selectAll().where("id", "=", id).executeTakeFirst();
}

const open = async (url: string) => {
  const connection = await openPostgres(url);
  onTestFinished(() => connection.close());
  return connection;
};

test("each statement is prepared once for each connection", async () => {
  const { db, transact } = await open(await postgres.createStore());
  const prepared = await transact(async (trx) => {
    for (const id of ["one", "two", "three"]) await readFirst(trx, id);
    const { rows } = await sql<{ calls: number }>`
      select (generic_plans + custom_plans)::int as calls from pg_prepared_statements
      where statement like 'select * from "operations"%'`.execute(trx);
    return rows;
  });
  expect(prepared).toEqual([{ calls: 3 }]);
  expect(await readFirst(db, "one")).toBeUndefined();
});

test("a column added by a newer version makes no statement of a running older version fail", async () => {
  const url = await postgres.createStore();
  const { db, transact } = await open(url);
  const newer = await open(url);
  const read = () => retryOnConflict(() => transact((trx) => readFirst(trx, "one")));
  await read();
  await sql`alter table operations add column added text`.execute(newer.db);
  await expect(read()).resolves.toBeUndefined();
  await expect(readFirst(db, "one")).resolves.toBeUndefined();
});
