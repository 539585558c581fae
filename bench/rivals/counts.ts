import { readFileSync } from "node:fs";
import pg from "pg";
import { z } from "zod";

/** What a database was asked for. What only opens and closes a transaction is no statement. */
const Counts = z.object({ statements: z.coerce.number(), transactions: z.coerce.number() });
export type Counts = z.infer<typeof Counts>;

/** Counts what a contender's process asks its database for, from its start to its end. */
export type Counter = {
  /** For the process that is to be counted. */
  env: Record<string, string>;
  /** From here on it counts. Nothing may be connected, here and at `read`: connections tell late, or when they end. */
  begin(): Promise<void>;
  /** What was counted since `begin`. */
  read(): Promise<Counts>;
};

/** By `pg_stat_statements`, and by the server's own count of transactions. */
export async function createPostgresCounter(url: string): Promise<Counter> {
  const ask = async (sql: string): Promise<unknown> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows[0];
  };
  await ask("create extension if not exists pg_stat_statements");
  const brackets = "^\\s*(begin|commit|rollback|start transaction)\\M";
  const readAll = async () =>
    Counts.parse(
      await ask(`select
        (select xact_commit from pg_stat_database where datname = current_database()) as transactions,
        (select coalesce(sum(calls), 0) from pg_stat_statements where query !~* '${brackets}'
          and dbid = (select oid from pg_database where datname = current_database())) as statements`),
    );
  let begun: Counts = { statements: 0, transactions: 0 };
  return {
    env: {},
    async begin() {
      begun = await readAll();
    },
    async read() {
      const { statements, transactions } = await readAll();
      return {
        statements: statements - begun.statements,
        transactions: transactions - begun.transactions,
      };
    },
  };
}

/** SQLite is in the process itself, which counts and writes the sum to this file at its end. */
export function createSqliteCounter(file: string): Counter {
  const counting = new URL("./count-sqlite.ts", import.meta.url).href;
  return {
    env: { NODE_OPTIONS: `--import=${counting}`, COUNTS_FILE: file },
    begin: async () => {},
    read: async () => Counts.parse(JSON.parse(readFileSync(file, "utf8"))),
  };
}
