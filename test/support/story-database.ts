import { type PostgresServer, startPostgres } from "./postgres-server.ts";

let server: Promise<PostgresServer> | undefined;

/** A database of a story's own where stories are told on PostgreSQL; else null, and it has a file. */
export async function createStoryDatabase(): Promise<{ url: string; drop(): Promise<void> } | null> {
  if (process.env["STORIES_IN"] !== "postgres") return null;
  server ??= startPostgres();
  return await (await server).createStore();
}

export async function closeStoryServer(): Promise<void> {
  const closing = server;
  server = undefined;
  await (await closing)?.close();
}
