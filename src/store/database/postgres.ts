import { Socket } from "node:net";
import { Kysely, PostgresDialect } from "kysely";
import type { Client, Pool } from "pg";
import { createNotifications } from "./notifications.ts";
import { preparing } from "./prepared.ts";
import type { Connection, Tables } from "./tables.ts";

/** In milliseconds. A statement's time is also that of a silent connection, and a little more. */
export type PostgresLimits = {
  statementMs?: number;
  connectMs?: number;
  idleMs?: number;
  lostAfterMs?: number;
  /** Given each new connection before its first statement: the kills watch what is written. */
  onConnect?: (client: object) => void;
};

const poolSize = 8;
/**
 * A database that doesn't answer must fail a command well within Slack's three seconds, not hang it. Idle connections
 * end politely, before they are cut as silent ones.
 */
const connectionLimits = { connectMs: 2_500, statementMs: 5_000, idleMs: 5_000, lostAfterMs: 60_000 };
/**
 * A connection that has been silent for so long beyond a statement's time is cut: the other end is gone, and the
 * system alone would notice after a quarter of an hour.
 */
const silenceMarginMs = 500;
/**
 * The conditional writes are made for it, whatever the server's default is. Part of the handshake and no statement
 * after it: a connection that fails at one which Kysely runs for us is never given back to the pool.
 */
const isolationOption = "-c default_transaction_isolation=read\\ committed";
const int8TypeId = 20;

/** Connects at the first query. The driver is loaded here: SQLite's users don't pay for it. */
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
  // A lost connection fails the query on it or the next one, which is told; these events, unheard, end the process.
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
    lost: watch(pool, () => new pg.Client(address), limits.lostAfterMs),
    close: () => db.destroy(),
  };
}

function watch(pool: Pool, createClient: () => Client, lostAfterMs: number): () => string | null {
  let returnedAtMs = 0;
  pool.on("release", () => {
    returnedAtMs = performance.now();
  });
  const isLost = createPoolWatch({
    ask: async () => void (await pool.query("select 1")),
    async askAnew() {
      const client = createClient();
      client.on("error", () => {});
      try {
        await client.connect();
        await client.query("select 1");
      } finally {
        // Not waited for: a farewell to a database that has just gone may take for ever.
        void client.end().catch(() => {});
      }
    },
    returnedAtMs: () => returnedAtMs,
    lostAfterMs,
  });
  return () => (isLost() ? "the store's connections are used up, though its database answers" : null);
}

/** The driver lets `options` in the address replace its own, so what is there is taken out and put before ours. */
function withOptions(url: string, own: string): { connectionString: string; options: string } {
  const address = URL.parse(url);
  const given = address?.searchParams.get("options");
  if (!address || !given) return { connectionString: url, options: own };
  address.searchParams.delete("options");
  return { connectionString: address.href, options: `${given} ${own}` };
}

export type PoolWatchOptions = {
  /** A question over the pool. */
  ask: () => Promise<void>;
  /** The same over a connection made for it. */
  askAnew: () => Promise<void>;
  /** When a connection last came back to the pool, by `performance.now()`. */
  returnedAtMs: () => number;
  /** Longer than any statement may take: in that time connections come back, however busy the pool is. */
  lostAfterMs: number;
};

/** Whoever asks often is told what was seen shortly before. */
const lookEveryMs = 5_000;

/**
 * Tells a pool that can't be used any more from a database that is away. Only the first is mended by a restart: for
 * a while nothing has come back to the pool and it gives nothing out, and yet the database answers others.
 * The answer is given at once, by the last look; whoever asks has the next one taken behind.
 */
function createPoolWatch({ ask, askAnew, returnedAtMs, lostAfterMs }: PoolWatchOptions) {
  let uselessSinceMs: number | null = null;
  let isLost = false;
  let isLooking = false;
  let nextLookMs = 0;

  async function look(): Promise<void> {
    const startedMs = performance.now();
    const isUsable = await succeeds(ask);
    const isUseless = !isUsable && returnedAtMs() < startedMs && (await succeeds(askAnew));
    uselessSinceMs = isUseless ? Math.max(uselessSinceMs ?? startedMs, returnedAtMs()) : null;
    isLost = uselessSinceMs !== null && performance.now() - uselessSinceMs >= lostAfterMs;
  }

  return (): boolean => {
    if (!isLooking && performance.now() >= nextLookMs) {
      isLooking = true;
      void look().finally(() => {
        isLooking = false;
        nextLookMs = performance.now() + Math.min(lookEveryMs, lostAfterMs);
      });
    }
    return isLost;
  };
}

async function succeeds(work: () => Promise<void>): Promise<boolean> {
  return work().then(
    () => true,
    () => false,
  );
}
