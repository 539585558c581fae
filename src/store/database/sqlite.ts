import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { BoundedMap } from "../../bounded-map.ts";
import type { Connection, ReadingConnection, StoreTransaction, Tables, Transact } from "./tables.ts";
import { errorCodeOf, isBusy, openingPatienceMs, retryOnConflict } from "./transact.ts";

/** Zero, since SQLite blocks the event loop while it waits for another process; `retryOnConflict` waits instead. */
const busyTimeoutMs = 0;
/** Most prepared statements; each length of a list makes another statement. */
const maxCachedStatements = 500;

export class StoreInUseError extends Error {
  override readonly name = "StoreInUseError";

  constructor(lockPath: string, options: ErrorOptions) {
    super(
      `another process is using this store (${lockPath} is locked): stop it, or use PostgreSQL for several`,
      options,
    );
  }
}

/** Opens or creates the file for its owner only. @throws if it is in use, read-only, or can't have a write-ahead log */
export async function openSqlite(url: string): Promise<Connection> {
  const path = toPath(url);
  assertWritable(path);
  const lockPath = `${path}.lock`;
  const lock = takeLock(lockPath);
  try {
    createPrivately(path);
    const database = await openDatabase(path);
    const opened = [inodeOf(path), inodeOf(lockPath)];
    const db = new Kysely<Tables>({ dialect: createDialect(database) });
    return {
      db,
      engine: "sqlite",
      transact: shareCommits(db, database),
      isShared: false,
      lost: () =>
        inodeOf(path) === opened[0] && inodeOf(lockPath) === opened[1]
          ? null
          : "the store's file or its lock was moved or replaced while open: what is stored now is lost",
      async close() {
        await db.destroy();
        if (database.isOpen) database.close();
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Opens the file without changing anything; null if it has yet to be created. @throws if it is in use or read-only */
export function openSqliteToRead(url: string): ReadingConnection | null {
  const path = toGivenPath(url);
  const isThere = inodeOf(path) !== undefined;
  const realPath = isThere ? realpathSync(path) : path;
  assertWritable(realPath);
  if (!isThere) return null;
  const lockPath = `${realPath}.lock`;
  const lock = inodeOf(lockPath) === undefined ? null : takeLock(lockPath);
  try {
    const file = pathToFileURL(realPath);
    // Without a write-ahead log nothing must be replayed, and `immutable` keeps a reader from creating a log.
    if (inodeOf(`${realPath}-wal`) === undefined) file.searchParams.set("immutable", "1");
    const database = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
    const db = new Kysely<Tables>({ dialect: createDialect(database) });
    return {
      db,
      engine: "sqlite",
      async close() {
        await db.destroy();
        if (database.isOpen) database.close();
        lock?.close();
      },
    };
  } catch (error) {
    lock?.close();
    throw error;
  }
}

/** Checks that existing files can be written and missing files created. @throws the system's error, with the path */
function assertWritable(path: string): void {
  for (const name of [path, `${path}.lock`])
    if (inodeOf(name) !== undefined) accessSync(name, constants.W_OK);
  assertCreatable(dirname(path));
}

/** Checks the nearest existing folder, since missing folders will be created. @throws if it can't be written */
function assertCreatable(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) {
    assertCreatable(dirname(folder));
    return;
  }
  if (!found.isDirectory()) throw new Error(`${folder} is no folder`);
  accessSync(folder, constants.W_OK | constants.X_OK);
}

function toGivenPath(url: string): string {
  return url.startsWith("file://") ? fileURLToPath(url) : resolve(url.slice("file:".length));
}

/** Resolves symbolic links, since two processes could otherwise lock two names of one file. */
function toPath(url: string): string {
  const path = toGivenPath(url);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}

/** Locks a second file, so that backups can still read the store. A process's death releases the lock. */
function takeLock(lockPath: string): DatabaseSync {
  createPrivately(lockPath);
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (cause) {
    lock.close();
    if (isBusy(cause)) throw new StoreInUseError(lockPath, { cause });
    throw new Error(`${lockPath}: ${cause instanceof Error ? cause.message : ""}`, { cause });
  }
}

/** Creates a file for its owner only. Opens no existing file: closing that would drop this process's locks on it. */
function createPrivately(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (errorCodeOf(error) !== "EEXIST") throw error;
  }
}

/** Removes other users' access. Call only after the file has proved to be a store: DATABASE_URL may name any file. */
export function restrictToOwner(url: string): void {
  const path = toPath(url);
  for (const name of [path, `${path}.lock`, `${path}-wal`, `${path}-shm`]) makePrivate(name);
}

function makePrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & 0o077) === 0) return;
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if (!["ENOENT", "EPERM", "ENOTSUP"].includes(errorCodeOf(error))) throw error;
  }
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
}

async function openDatabase(path: string): Promise<DatabaseSync> {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    await retryOnConflict(async () => prepareDatabase(database, path), openingPatienceMs);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepareDatabase(database: DatabaseSync, path: string): void {
  const mode = database.prepare("PRAGMA journal_mode = WAL").get()?.["journal_mode"];
  if (mode !== "wal") throw new Error(`${path}: this file system can't hold a write-ahead log`);
  database.exec("PRAGMA synchronous = FULL");
  // Keeps savepoint journals in memory: on a full disk, journals in a file would fail before the commit does.
  database.exec("PRAGMA temp_store = MEMORY");
}

class WritingDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: toKyselyDatabase(database) });
    this.#database = database;
  }

  /** Takes the write lock first: a transaction that reads first may have to be undone when it meets another writer. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** Does nothing if SQLite has rolled back already, since a second rollback would hide the disk's error. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isOpen && this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Runs all migrations in one transaction, so that a killed startup leaves all tables or none. */
class WholeMigrationsAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

function createDialect(database: DatabaseSync): Dialect {
  return {
    createDriver: () => new WritingDriver(database),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new WholeMigrationsAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function toKyselyDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new BoundedMap<string, SqliteStatement>(maxCachedStatements);
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = toKyselyStatement(database, sql);
      statements.set(sql, statement);
      return statement;
    },
  };
}

function toKyselyStatement(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(toInputValue)),
    run: (parameters) => statement.run(...parameters.map(toInputValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(toInputValue)),
  };
}

/** Refuses all values but text, numbers and null: node:sqlite reads an object as named parameters and stores null. */
function toInputValue(value: unknown): SQLInputValue {
  if (value === null || typeof value === "string" || typeof value === "number") return value;
  throw new TypeError(`a ${typeof value} is no column value`);
}

const maxGroupSize = 64;

/** A transaction in a shared commit. `run` returns a function that resolves its promise after the commit. */
type Member = { run: (trx: StoreTransaction) => Promise<() => void>; reject: (error: unknown) => void };

/**
 * Commits waiting transactions together, to wait for the disk once. Each has a savepoint and fails alone; a failing
 * commit fails all.
 */
function shareCommits(db: Kysely<Tables>, database: DatabaseSync): Transact {
  const runTogether = createGroup(db, database);
  const waiting: Member[] = [];
  let isDraining = false;
  const drain = async () => {
    isDraining = true;
    while (waiting.length > 0) {
      await setImmediate();
      await runTogether(waiting.splice(0, maxGroupSize));
    }
    isDraining = false;
  };
  return (run) =>
    new Promise((resolve, reject) => {
      const runMember: Member["run"] = async (trx) => {
        const result = await run(trx);
        return () => resolve(result);
      };
      waiting.push({ run: runMember, reject });
      if (!isDraining) void drain();
    });
}

function createGroup(db: Kysely<Tables>, database: DatabaseSync): (members: Member[]) => Promise<void> {
  const inSavepoint = createSavepoint(database);
  return async (members) => {
    try {
      const answers = await db.transaction().execute(async (trx) => {
        const given: (() => void)[] = [];
        for (const member of members) given.push(await inSavepoint(trx, member));
        return given;
      });
      for (const answer of answers) answer();
    } catch (error) {
      for (const member of members) member.reject(error);
    }
  };
}

function createSavepoint(database: DatabaseSync) {
  const begin = database.prepare("savepoint member");
  const undo = database.prepare("rollback to member");
  const end = database.prepare("release member");
  return async (trx: StoreTransaction, member: Member): Promise<() => void> => {
    begin.run();
    try {
      const answer = await member.run(trx);
      assertOneTransaction(database);
      end.run();
      return answer;
    } catch (error) {
      // SQLite has rolled back the whole group, so all members fail.
      if (!database.isTransaction) throw error;
      undo.run();
      end.run();
      return () => member.reject(error);
    }
  };
}

/** Called after each member: on a full disk SQLite rolls back by itself, and later statements would lose earlier members. */
function assertOneTransaction(database: DatabaseSync): void {
  if (!database.isTransaction) throw new Error("SQLite has undone the transaction by itself");
}
