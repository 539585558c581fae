import pg from "pg";
import { startPostgres } from "../support/postgres-server.ts";

/** Where the bot of one cell keeps what it stores. */
export type Database = {
  /** Null: the file that it has in any sandbox. */
  url: string | null;
  /** The dead process's leases run out, for which its successor would wait a minute. */
  lapse(): Promise<void>;
  drop(): Promise<void>;
};

export type Databases = { name: "sqlite" | "postgres"; create(): Promise<Database>; close(): Promise<void> };

const nothing = async () => {};

/** No lease of a file outlasts its process. */
export const sqlite: Databases = {
  name: "sqlite",
  create: async () => ({ url: null, lapse: nothing, drop: nothing }),
  close: nothing,
};

/** @throws when there is none on this machine. */
export async function startPostgresCells(): Promise<Databases> {
  const server = await startPostgres();
  return {
    name: "postgres",
    async create() {
      const { url, drop } = await server.createStore();
      return { url, drop, lapse: () => lapse(url) };
    },
    close: () => server.close(),
  };
}

async function lapse(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select to_regclass('operations') is not null as made");
    if (rows[0]?.made !== true) return;
    await client.query("update jobs set lease_until = 0");
  } finally {
    await client.end();
  }
}
