import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startPostgres } from "../support/postgres-server.ts";

type Row = Record<string, unknown>;

/** Where the instances keep what they store, looked at from outside. */
export type SoakDatabase = {
  name: "sqlite" | "postgres";
  url: string | null;
  /** Rows as this statement is known to give them. */
  read<Wanted extends Row>(sql: string): Promise<Wanted[]>;
  /** Leases of the dead run out, for which their successors would wait a minute. */
  lapse(): Promise<void>;
  /** Every session ends. */
  cut(): Promise<void>;
  /** The server loses a process of its own, so that it ends all others, recovers what was committed and begins anew. */
  restart(): Promise<void>;
  close(): Promise<void>;
};

const nothing = async () => {};

/** Its file is the sandbox's own. */
export function openSqlite(url: string): SoakDatabase {
  return {
    name: "sqlite",
    url: null,
    async read<Wanted extends Row>(sql: string) {
      const database = new DatabaseSync(fileURLToPath(new URL(url)), { readOnly: true });
      const rows = database.prepare(sql).all();
      database.close();
      return rows as Wanted[];
    },
    ...{ lapse: nothing, cut: nothing, restart: nothing, close: nothing },
  };
}

export async function openPostgres(): Promise<SoakDatabase> {
  const server = await startPostgres();
  const { url, drop } = await server.createDatabase();
  // One of its own, so that what is cut is the app's; it too is lost when the server begins anew.
  const pool = new pg.Pool({ connectionString: url, application_name: "soak", max: 1 });
  pool.on("error", () => {});
  const read = async <Wanted extends Row>(sql: string) => (await pool.query<Wanted>(sql)).rows;
  const apps = "datname = current_database() and application_name <> 'soak'";
  return {
    name: "postgres",
    url,
    read,
    async lapse() {
      const now = Date.now();
      await read(
        `update jobs set lease_until = 0 where name like 'instance:%' and lease_until < ${now + 45_000}`,
      );
    },
    async cut() {
      await read(`select pg_terminate_backend(pid) from pg_stat_activity where ${apps}`);
    },
    async restart() {
      const [row] = server.isOwn ? await read(`select pid from pg_stat_activity where ${apps} limit 1`) : [];
      if (row === undefined) return;
      process.kill(Number(row["pid"]), "SIGKILL");
      while (!(await read("select 1").then(Boolean, () => false))) await setTimeout(100);
    },
    async close() {
      await pool.end();
      await drop();
      await server.close();
    },
  };
}
