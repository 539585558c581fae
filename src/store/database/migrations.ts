import { sql } from "kysely";
import { Migrator } from "kysely/migration";
import { createTables } from "./columns.ts";
import { type Connection, firstTables, type ReadingConnection } from "./tables.ts";

type Migration = (db: Connection["db"], engine: Connection["engine"]) => Promise<void>;

/** Migrations, each applied once, in the order of their names. Never edit a released migration; add another. */
const migrations: Readonly<Record<string, Migration>> = {
  "0001-tables-of-0.2.0": (db, engine) => createTables(db, engine, firstTables),
};

const appliedTable = "applied_migrations";
/** Table in which builds before 0.2.0 recorded migrations, and the migrations' names in the last of these builds. */
const unreleasedTable = "migrations";
const unreleasedNames = ["first-tables", "tables", "all-tables", "eleven-tables", "nine-tables"].map(
  (name) => `0001-${name}`,
);
const unreleased =
  "the store was made by a build before 0.2.0, which this one can't read: move it away, or name another in DATABASE_URL";

export type StoreAge = "none" | "older" | "current";

/** Reads the age of the tables. @throws if this version must not use them, with advice */
export async function readAge(connection: ReadingConnection): Promise<StoreAge> {
  if (await hasTable(connection, unreleasedTable)) throw new Error(unreleased);
  if (!(await hasTable(connection, appliedTable))) return "none";
  const applied = sql<{ name: string }>`select name from ${sql.table(appliedTable)}`;
  const { rows } = await applied.execute(connection.db);
  if (rows.some(({ name }) => unreleasedNames.includes(name))) throw new Error(unreleased);
  if (rows.some(({ name }) => !Object.hasOwn(migrations, name))) {
    throw new Error("the store is of a newer version of the bot: update the bot");
  }
  return rows.length === Object.keys(migrations).length ? "current" : "older";
}

async function hasTable({ db, engine }: ReadingConnection, name: string): Promise<boolean> {
  const found =
    engine === "postgres"
      ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`
      : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`;
  return (await found.execute(db)).rows.length > 0;
}

/** Brings the tables up to date, all or nothing. @throws like `readAge`, or if a migration fails */
export async function migrate(connection: Connection): Promise<void> {
  if ((await readAge(connection)) === "current") return;
  const { error } = await (await createMigrator(connection)).migrateToLatest();
  if (error !== undefined) throw error;
}

async function createMigrator({ db, engine }: Connection): Promise<Migrator> {
  const steps = Object.entries(migrations).map(([name, apply]) => [
    name,
    { up: (trx: typeof db) => apply(trx, engine) },
  ]);
  return new Migrator({
    db,
    provider: { getMigrations: async () => Object.fromEntries(steps) },
    migrationTableName: appliedTable,
    migrationLockTableName: `${appliedTable}_lock`,
    // Names the schema: a table of the same name in another schema must not be taken for the lock.
    ...(engine === "postgres" && { migrationTableSchema: await readSchema(db) }),
  });
}

async function readSchema(db: Connection["db"]): Promise<string> {
  const { rows } = await sql<{ schema: string | null }>`select current_schema() as schema`.execute(db);
  return rows[0]?.schema ?? "public";
}
