import { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import type { Connection, Tables } from "./tables.ts";

const POOL_SIZE = 8;
/** A database that doesn't answer must fail a command well within Slack's three seconds, not hang it. */
const CONNECT_TIMEOUT_MS = 2_500;
const STATEMENT_TIMEOUT_MS = 5_000;
/**
 * A connection that has been silent for so long beyond a statement's time is cut: the other end is gone, and the
 * system alone would notice after a quarter of an hour. Idle connections end politely before that.
 */
const SILENCE_MARGIN_MS = 500;
const IDLE_TIMEOUT_MS = 5_000;
/**
 * The conditional writes are made for it, whatever the server's default is. Part of the handshake and no statement
 * after it: a connection that fails at one which Kysely runs for us is never given back to the pool.
 */
const ISOLATION = "-c default_transaction_isolation=read\\ committed";
const INT8_TYPE_ID = 20;

/** Connects at the first query. The driver is loaded here: SQLite's users don't pay for it. */
export async function openPostgres(
  url: string,
  statementTimeoutMs = STATEMENT_TIMEOUT_MS,
): Promise<Connection> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    ...withOptions(url, ISOLATION),
    max: POOL_SIZE,
    application_name: "messaging-chatops",
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    // 64-bit integers arrive as text; milliseconds and row numbers fit a number.
    types: {
      getTypeParser: (id, format) =>
        id === INT8_TYPE_ID && format !== "binary" ? Number : pg.types.getTypeParser(id, format),
    },
  });
  // A lost connection fails the query on it or the next one, which is told; these events, unheard, end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(statementTimeoutMs + SILENCE_MARGIN_MS, () =>
      stream.destroy(new Error("the database has fallen silent")),
    );
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    engine: "postgres",
    transact: (run) => db.transaction().execute(run),
    probe: async () => {},
    close: () => db.destroy(),
  };
}

/** The driver lets `options` in the address replace its own, so what is there is taken out and put before ours. */
function withOptions(url: string, own: string): { connectionString: string; options: string } {
  const address = URL.parse(url);
  const given = address?.searchParams.get("options");
  if (!address || !given) return { connectionString: url, options: own };
  address.searchParams.delete("options");
  return { connectionString: address.href, options: `${given} ${own}` };
}
