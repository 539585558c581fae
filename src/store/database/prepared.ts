import { createHash } from "node:crypto";
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";

/** Statements with lists in them are one for each length: what is rare beyond so many is parsed each time. */
const mostNamed = 500;

/** What PostgreSQL answers where a table has another column since a `select *` was prepared. */
export const otherShapeCode = "0A000";

/** The pool as Kysely uses it, with each statement parsed once a connection. */
export function preparing(pool: Pool): PostgresPool {
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
      this.#isOutdated ||= error instanceof Error && "code" in error && error.code === otherShapeCode;
      throw error;
    });
  }

  /** What it prepared goes with it where that is outdated. */
  release(destroy = false): void {
    this.#client.release(destroy || this.#isOutdated);
  }
}
