import { newestVersion, readVersion } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openSqliteToRead } from "./sqlite.ts";

/** `version`: of the tables there are, 0 for none yet; `newest`: what a start of this bot would bring them to. */
export type StoreInspection = { version: number; newest: number };

/**
 * Looks at the store at `url` as a start would find it, and changes nothing: no file, no table.
 * @throws when another process owns the SQLite file, or the store can neither be read nor created.
 */
export async function inspectStore(url: string): Promise<StoreInspection> {
  const connection = url.startsWith("file:") ? openSqliteToRead(url) : await openPostgres(url);
  if (connection === null) return { version: 0, newest: newestVersion };
  try {
    return { version: await readVersion(connection), newest: newestVersion };
  } finally {
    await connection.close();
  }
}
