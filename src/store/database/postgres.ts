import { createHash } from "node:crypto";
import { Socket } from "node:net";
import {
  Kysely,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from "kysely";
import type { Client, Pool, PoolClient } from "pg";
import type { Connection, Notifications, Tables } from "./tables.ts";
import { errorCodeOf, tableChangedCode } from "./transact.ts";

/** Limits in milliseconds. A connection silent for `statementMs` plus `silenceMarginMs` is closed. */
export type PostgresLimits = {
  statementMs?: number;
  connectMs?: number;
  idleMs?: number;
  /** Called with each new connection before its first statement; tests use it to cut connections. */
  onConnect?: (client: object) => void;
};

const poolSize = 8;
/** `connectMs` is within Slack's three seconds. With `idleMs`, idle connections end before they count as silent. */
const connectionLimits = { connectMs: 2_500, statementMs: 5_000, idleMs: 5_000 };
/** Margin above `statementMs` before a silent connection is closed; the system would wait 15 minutes for a dead peer. */
const silenceMarginMs = 500;
/**
 * Isolation that conditional writes need, whatever the server's default. Set in the handshake, because a connection on which
 * a failed statement sets it would never return to the pool.
 */
const isolationOption = "-c default_transaction_isolation=read\\ committed";
const int8TypeId = 20;

/** Connects at the first query. Loads the driver here, so that SQLite's users don't pay for it. */
export async function openPostgres(url: string, others: PostgresLimits = {}): Promise<Connection> {
  const { default: pg } = await import("pg");
  const limits: typeof connectionLimits & PostgresLimits = { ...connectionLimits, ...others };
  const address = {
    ...withOptions(url, isolationOption),
    application_name: "messaging-chatops",
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
  };
  const pool = new pg.Pool({
    ...address,
    max: poolSize,
    idle_in_transaction_session_timeout: limits.statementMs,
    idleTimeoutMillis: limits.idleMs,
    // 64-bit integers arrive as text; milliseconds and row numbers fit a number.
    types: {
      getTypeParser: (id, format) =>
        id === int8TypeId && format !== "binary" ? Number : pg.types.getTypeParser(id, format),
    },
  });
  // Errors are ignored, as the query on a lost connection fails anyway; without a listener the event would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    client.on("error", () => {});
    limits.onConnect?.(client);
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) return;
    stream.setTimeout(limits.statementMs + silenceMarginMs, () =>
      stream.destroy(new Error("the database has fallen silent")),
    );
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  return {
    db,
    engine: "postgres",
    transact: (run) => db.transaction().execute(run),
    isShared: true,
    notifications: createNotifications(pool, () => new pg.Client(address)),
    lost: () => null,
    close: () => db.destroy(),
  };
}

/** Joins the address's `options` and this app's: the driver would use the address's only. */
function withOptions(url: string, own: string): { connectionString: string; options: string } {
  const address = URL.parse(url);
  const given = address?.searchParams.get("options");
  if (!address || !given) return { connectionString: url, options: own };
  address.searchParams.delete("options");
  return { connectionString: address.href, options: `${given} ${own}` };
}

/** Most prepared statements; further ones are parsed each time. A list of another length makes another statement. */
const mostNamed = 500;

/** Wraps the pool for Kysely, so that each connection parses a statement once. */
function preparing(pool: Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= mostNamed) return known;
    const name = createHash("sha256").update(text).digest("base64url").slice(0, 22);
    names.set(text, name);
    return name;
  };
  return {
    connect: async () => new PreparingClient(await pool.connect(), nameOf),
    end: () => pool.end(),
    options: pool.options,
  };
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #nameOf: (text: string) => string | undefined;
  #isOutdated = false;

  constructor(client: PoolClient, nameOf: (text: string) => string | undefined) {
    this.#client = client;
    this.#nameOf = nameOf;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query(given: unknown, parameters: readonly unknown[] = []): unknown {
    if (typeof given !== "string") throw new Error("nothing is streamed");
    const name = parameters.length === 0 ? undefined : this.#nameOf(given);
    const query = { text: given, values: [...parameters], ...(name !== undefined && { name }) };
    return this.#client.query(query).catch((error: unknown) => {
      this.#isOutdated ||= errorCodeOf(error) === tableChangedCode;
      throw error;
    });
  }

  /** Destroying the connection drops outdated prepared statements. */
  release(destroy = false): void {
    this.#client.release(destroy || this.#isOutdated);
  }
}

const channel = "messaging_chatops_posts";
const retryMs = 3_000;
/** Time within which this instance must receive its own NOTIFY; else LISTEN doesn't work, as behind some poolers. */
const echoWithinMs = 2_000;
const echo = "echo";

/** Sends NOTIFY through the pool, and listens over a connection of its own, which is opened again when lost. */
function createNotifications(pool: Pool, createClient: () => Client): Notifications {
  let isHeard = false;
  const send = (text: string) =>
    pool.query("select pg_notify($1, $2)", [channel, text]).then(
      () => {},
      () => {},
    );

  return {
    send,
    isHeard: () => isHeard,

    listen(heard) {
      let isEnded = false;
      let timer: NodeJS.Timeout | undefined;
      let client: Client | undefined;
      const connect = async () => {
        const own = createClient();
        client = own;
        const lose = () => {
          if (client !== own) return;
          client = undefined;
          isHeard = false;
          void own.end().catch(() => {});
          if (!isEnded) timer = setTimeout(() => void connect(), retryMs).unref();
        };
        own.on("error", lose);
        own.on("end", lose);
        own.on("notification", ({ payload = "" }) => {
          isHeard = true;
          if (payload !== echo) heard(payload);
        });
        try {
          await own.connect();
          await own.query(`listen ${channel}`);
          if (isEnded) return lose();
          heard();
          await send(echo);
          timer = setTimeout(() => {
            if (!isHeard) lose();
          }, echoWithinMs).unref();
        } catch {
          lose();
        }
      };
      void connect();
      return () => {
        isEnded = true;
        isHeard = false;
        clearTimeout(timer);
        const last = client;
        client = undefined;
        void last?.end().catch(() => {});
      };
    },
  };
}
