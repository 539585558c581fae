import { readAge, type StoreAge } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openSqliteToRead } from "./sqlite.ts";

/**
 * Looks at the store at `url` as a start would find it, and changes nothing: no file, no table.
 * @throws when another process owns the SQLite file, or the store can neither be read nor created.
 */
export async function inspectStore(url: string): Promise<StoreAge> {
  const connection = url.startsWith("file:") ? openSqliteToRead(url) : await openPostgres(url);
  if (connection === null) return "none";
  try {
    return await readAge(connection);
  } finally {
    await connection.close();
  }
}
