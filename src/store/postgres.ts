import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import type { Connection, Tables } from "./tables.ts";

const POOL_SIZE = 8;
/** A database that doesn't answer must fail a command well within Slack's three seconds, not hang it. */
const CONNECT_TIMEOUT_MS = 2_500;
const STATEMENT_TIMEOUT_MS = 5_000;
/** Longer than the server's, so that the server's clearer error comes first when it still can. */
const QUERY_TIMEOUT_MS = 6_000;
/** The conditional writes are made for it, whatever the server's default is. */
const SET_ISOLATION = "set session characteristics as transaction isolation level read committed";
const INT8_TYPE_ID = 20;

/** Connects at the first query. The driver is loaded here: SQLite's users don't pay for it. */
export async function openPostgres(url: string): Promise<Connection> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    application_name: "messaging-chatops",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
    // 64-bit integers arrive as text; milliseconds and row numbers fit a number.
    types: {
      getTypeParser: (id, format) =>
        id === INT8_TYPE_ID && format !== "binary" ? Number : pg.types.getTypeParser(id, format),
    },
  });
  // A lost idle connection is replaced at the next query, which says so if it can't be; unheard, it ends the process.
  pool.on("error", () => {});
  const dialect = new PostgresDialect({
    pool,
    async onCreateConnection(connection) {
      await connection.executeQuery(CompiledQuery.raw(SET_ISOLATION));
    },
  });
  const db = new Kysely<Tables>({ dialect });
  return {
    db,
    engine: "postgres",
    probe: async () => {},
    close: () => db.destroy(),
  };
}
