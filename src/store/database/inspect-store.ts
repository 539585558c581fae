import { type LibraryEntry, listEntries } from "../library.ts";
import { readAge, type StoreAge } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openSqliteToRead } from "./sqlite.ts";
import type { ReadingConnection } from "./tables.ts";

/**
 * Looks at the store at `url` as a start would find it, and changes nothing: no file, no table.
 * @throws when another process owns the SQLite file, or the store can neither be read nor created.
 */
export async function inspectStore(url: string): Promise<StoreAge> {
  return (await inspect(url, readAge)) ?? "none";
}

/** The suites that people made; none where a start would still have to bring the tables up to date. */
export async function inspectLibrary(url: string): Promise<LibraryEntry[]> {
  const read = async (connection: ReadingConnection) => {
    if ((await readAge(connection)) !== "current") return [];
    return listEntries(connection.db, "suite");
  };
  return (await inspect(url, read)) ?? [];
}

/** Null where there is none. */
async function inspect<T>(
  url: string,
  read: (connection: ReadingConnection) => Promise<T>,
): Promise<T | null> {
  const connection = url.startsWith("file:") ? openSqliteToRead(url) : await openPostgres(url);
  if (connection === null) return null;
  try {
    return await read(connection);
  } finally {
    await connection.close();
  }
}
