import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { TestDatabase } from "../contract/store-database.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";

/** A server for the tests of a file. What a test makes there is dropped when it ends, after the stores that it opens. */
export function usePostgres() {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.close());

  const make = async (how: "createStore" | "createDatabase"): Promise<string> => {
    const { url, drop } = await server[how]();
    onTestFinished(drop);
    return url;
  };
  return {
    get server(): PostgresServer {
      return server;
    },
    /** The address of an empty database, without tables. */
    createDatabase: () => make("createDatabase"),
    /** The address of a database with the store's tables. */
    createStore: () => make("createStore"),
    /** A database that processes can open by their name. */
    async make(): Promise<TestDatabase> {
      const database = await makePostgres(server);
      onTestFinished(() => database.remove());
      return database;
    },
  };
}
