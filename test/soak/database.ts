import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startPostgres } from "../support/postgres-server.ts";

export type Row = Record<string, unknown>;

/** Where the instances keep what they store, looked at from outside. */
export type SoakDatabase = {
  name: "sqlite" | "postgres";
  url: string | null;
  read(sql: string): Promise<Row[]>;
  /** Leases of the dead run out, for which their successors would wait a minute. */
  lapse(): Promise<void>;
  /** Every session ends, as when the server begins anew. */
  cut(): Promise<void>;
  close(): Promise<void>;
};

/** Its file is the sandbox's own. */
export function openSqlite(url: string): SoakDatabase {
  return {
    name: "sqlite",
    url: null,
    async read(sql) {
      const database = new DatabaseSync(fileURLToPath(new URL(url)), { readOnly: true });
      const rows = database.prepare(sql).all();
      database.close();
      return rows;
    },
    lapse: async () => {},
    cut: async () => {},
    close: async () => {},
  };
}

export async function openPostgres(): Promise<SoakDatabase> {
  const server = await startPostgres();
  const { url, drop } = await server.createDatabase();
  // One of its own, so that what is cut is the app's.
  const client = new pg.Client({ connectionString: url, application_name: "soak" });
  await client.connect();
  const read = async (sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows;
  return {
    name: "postgres",
    url,
    read,
    async lapse() {
      const now = Date.now();
      await read(
        `update operations set lease_until = 0 where closed_at is null and lease_until < ${now + 45_000}`,
      );
    },
    async cut() {
      await read(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name <> 'soak'",
      );
    },
    async close() {
      await client.end();
      await drop();
      await server.close();
    },
  };
}
