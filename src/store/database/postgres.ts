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

/** Limits in milliseconds. A connection without data for `statementMs` plus `silenceMarginMs` is closed. */
export type PostgresLimits = {
  statementMs?: number;
  connectMs?: number;
  idleMs?: number;
  /** Called with each new connection before its first statement, so that tests can cut connections. */
  onConnect?: (client: object) => void;
};

const poolSize = 8;
/** Limits: `connectMs` is within Slack's three seconds, and `idleMs` ends idle connections before they seem silent. */
const connectionLimits = { connectMs: 2_500, statementMs: 5_000, idleMs: 5_000 };
/** Time beyond `statementMs` until a silent connection is closed; the system would wait 15 minutes for a dead peer. */
const silenceMarginMs = 500;
/** Isolation that conditional writes need. Set in the handshake, since a failed `set` would cost the pool a connection. */
const isolationOption = "-c default_transaction_isolation=read\\ committed";
const int8TypeId = 20;

/** Connects at the first query. Imports the driver here, so that users of SQLite don't load it. */
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
    // Parses 64-bit integers, which arrive as text; milliseconds and row numbers fit a number.
    types: {
      getTypeParser: (id, format) =>
        id === int8TypeId && format !== "binary" ? Number : pg.types.getTypeParser(id, format),
    },
  });
  // The query on a lost connection fails anyway, but without a listener the event would end the process.
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

/** Joins this app's `options` and those of the URL; the driver would use only the URL's. */
function withOptions(url: string, own: string): { connectionString: string; options: string } {
  const address = URL.parse(url);
  const given = address?.searchParams.get("options");
  if (!address || !given) return { connectionString: url, options: own };
  address.searchParams.delete("options");
  return { connectionString: address.href, options: `${given} ${own}` };
}

/** Most prepared statements; others are parsed each time. Each length of a list makes another statement. */
const mostNamed = 500;

/** Wraps the pool for Kysely, so that each connection parses a statement only once. */
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

  release(destroy = false): void {
    this.#client.release(destroy || this.#isOutdated);
  }
}

const channel = "messaging_chatops_posts";
const retryMs = 3_000;
/** Time to receive this instance's own NOTIFY; after that LISTEN doesn't work, as behind some poolers. */
const echoWithinMs = 2_000;
const echo = "echo";

/** Sends NOTIFY through the pool, and listens on a separate connection, which is reopened when lost. */
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
