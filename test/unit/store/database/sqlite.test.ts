import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath, pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqlite } from "../../../../src/store/database/sqlite.ts";
import { inspectStore, openStore, type Store } from "../../../../src/store/index.ts";
import { createProposals } from "../../../../src/store/proposals/proposals.ts";
import { aProposal } from "../../../contract/proposal-acts.ts";
import { findUnprivilegedUser } from "../../../support/postgres-server.ts";

const holderScript = fileURLToPath(new URL("../../../support/store-holder.ts", import.meta.url));

describe("a store in an SQLite file", () => {
  let directory: string;
  let path: string;
  const stores: Store[] = [];
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "store-"));
    path = join(directory, "deep", "er", "bot.db");
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    for (const child of children.splice(0)) await kill(child);
    await rm(directory, { recursive: true });
  });

  const open = async (url = `file:${path}`): Promise<Store> => {
    const store = await openStore({ url, owner: "first", leaseMs: 1_000, now: () => new Date() });
    stores.push(store);
    return store;
  };
  const accept = (store: Store, id: string) =>
    store.operations.enqueue({ id, kind: "k", author: "U1", conversation: null, request: {} });
  const openElsewhere = async (...given: string[]): Promise<{ child: ChildProcess; said: string }> => {
    const child = spawn(process.execPath, [holderScript, ...given], { stdio: ["pipe", "pipe", "inherit"] });
    children.push(child);
    const [said] = await once(createInterface({ input: child.stdout }), "line");
    return { child, said: String(said) };
  };

  test("creates folders and files that only their owner can read", async () => {
    await accept(await open(), "a");
    for (const name of ["bot.db", "bot.db.lock", "bot.db-wal"]) {
      const { mode } = await stat(join(directory, "deep", "er", name));
      expect((mode & 0o777).toString(8), name).toBe("600");
    }
    expect(((await stat(join(directory, "deep"))).mode & 0o777).toString(8)).toBe("700");
  });

  test("makes an existing store's files readable for their owner only", async () => {
    const names = ["bot.db", "bot.db.lock", "bot.db-wal", "bot.db-shm"];
    const { child } = await openElsewhere(`file:${path}`);
    child.kill("SIGKILL");
    await once(child, "exit");
    for (const name of names) await chmod(join(directory, "deep", "er", name), 0o644);
    await open();
    for (const name of names) {
      const { mode } = await stat(join(directory, "deep", "er", name));
      expect((mode & 0o777).toString(8), name).toBe("600");
    }
  });

  test("accepts relative paths and file URLs", async () => {
    await accept(await open(`file:${relative(process.cwd(), path)}`), "a");
    await stores[0]?.close();
    const again = await open(pathToFileURL(path).href);
    expect(await again.operations.get("a")).not.toBeNull();
  });

  test("refuses a second process until the first one dies", async () => {
    const holder = await openElsewhere(`file:${path}`);
    expect(holder.said).toBe("open");
    await expect(open()).rejects.toThrow(/another process is using this store .*bot\.db\.lock/);
    await kill(holder.child);
    await expect(open()).resolves.toBeDefined();
  });

  test("refuses other processes even after this process failed to open it a second time", async () => {
    await open();
    await expect(open()).rejects.toThrow("another process is using this store");
    const { said } = await openElsewhere(`file:${path}`);
    expect(said).toContain("another process is using this store");
  });

  test("names the reason if the lock file can't be used, and blames no process", async () => {
    await (await open()).close();
    await writeFile(`${path}.lock`, "no database, but long enough to be read as the header of one".repeat(9));
    const reason = /^\S+bot\.db\.lock: file is not a database$/;
    await expect(open()).rejects.toThrow(reason);
    await expect(inspectStore(`file:${path}`)).rejects.toThrow(reason);
  });

  test.for(["bot.db", "bot.db.lock", "."])(
    "says in the error that this user can't write the file or folder %s",
    async (name) => {
      await (await open()).close();
      const folder = join(directory, "deep", "er");
      // Root may write whatever it likes.
      const user = process.getuid?.() === 0 ? findUnprivilegedUser() : undefined;
      const all = ["", ...(await readdir(directory, { recursive: true }))];
      if (user !== undefined) for (const file of all) await chown(join(directory, file), user.uid, user.gid);
      await chmod(join(folder, name), name === "." ? 0o500 : 0o400);
      const { said } = await openElsewhere(`file:${path}`, ...(user === undefined ? [] : [String(user.uid)]));
      expect(said).toContain(`permission denied, access '${join(folder, name)}'`);
      await chmod(join(folder, name), 0o700);
    },
  );

  test("is recognised as the same store through symbolic links", async () => {
    await open();
    await symlink(path, join(directory, "link.db"));
    await expect(open(`file:${join(directory, "link.db")}`)).rejects.toThrow(
      "another process is using this store",
    );
    await symlink(join(directory, "deep"), join(directory, "side"));
    const besides = join(directory, "side", "er", "bot.db");
    await expect(open(`file:${besides}`)).rejects.toThrow("another process is using this store");
  });

  test("can be opened a second time after it was closed", async () => {
    const store = await open();
    await accept(store, "a");
    await Promise.all([store.close(), store.close()]);
    await expect(accept(store, "b")).rejects.toThrow();
    expect(await (await open()).operations.get("a")).not.toBeNull();
  });

  test("can be read by another process at the same time", async () => {
    const store = await open();
    await accept(store, "a");
    const reader = new DatabaseSync(path, { readOnly: true });
    expect(reader.prepare("select count(*) as count from operations").get()?.["count"]).toBe(1);
    await accept(store, "b");
    expect(reader.prepare("select count(*) as count from operations").get()?.["count"]).toBe(2);
    reader.close();
  });

  test("makes SQLite sync every commit to the disk", async () => {
    const connection = await openSqlite(`file:${path}`);
    const read = async (pragma: string) => (await sql.raw(`pragma ${pragma}`).execute(connection.db)).rows;
    expect(await read("journal_mode")).toMatchObject([{ journal_mode: "wal" }]);
    const full = 2;
    expect(await read("synchronous")).toMatchObject([{ synchronous: full }]);
    await connection.close();
  });

  test.for(["bot.db", "bot.db.lock"])("is unhealthy once its file %s was moved away", async (name) => {
    const store = await open();
    await rename(join(directory, "deep", "er", name), join(directory, "elsewhere"));
    await expect(store.healthy()).rejects.toThrow("moved or replaced");
    expect(store.lost()).toContain("moved or replaced");
  });

  test("refuses a file that is no database, and releases the lock", async () => {
    await mkdir(join(directory, "deep", "er"), { recursive: true });
    await writeFile(path, "not a database, but a long enough text to be read as the header of one".repeat(9));
    await chmod(path, 0o644);
    await expect(open()).rejects.toThrow("file is not a database");
    // The file is somebody else's, which DATABASE_URL names by mistake.
    expect(((await stat(path)).mode & 0o777).toString(8)).toBe("644");
    await rm(path);
    await expect(open()).resolves.toBeDefined();
  });

  test("refuses a file that a newer version has changed, and releases the lock", async () => {
    await (await open()).close();
    const outside = new DatabaseSync(path);
    outside.exec("insert into applied_migrations values ('9999-later', '2026-11-21T09:00:00.000Z')");
    await expect(open()).rejects.toThrow(/newer version.*update the bot/);
    outside.exec("delete from applied_migrations where name = '9999-later'");
    outside.close();
    await expect(open()).resolves.toBeDefined();
  });

  test("refuses the store of a build before 0.2.0, and leaves it unchanged", async () => {
    await mkdir(join(directory, "deep", "er"), { recursive: true });
    const outside = new DatabaseSync(path);
    outside.exec("create table migrations (version integer primary key)");
    await expect(open()).rejects.toThrow(/build before 0\.2\.0.*: move it away/);
    expect(tablesOf(outside)).toEqual(["migrations"]);
    outside.close();
  });

  test.for(["0001-first-tables", "0001-tables", "0001-all-tables", "0001-eleven-tables", "0001-nine-tables"])(
    "refuses a store whose first migration has the old name %s",
    async (name) => {
      await (await open()).close();
      const outside = new DatabaseSync(path);
      outside.prepare("update applied_migrations set name = ? where name like '0001-%'").run(name);
      outside.close();
      await expect(open()).rejects.toThrow(/build before 0\.2\.0.*: move it away/);
    },
  );

  test("creates all of its tables or none", async () => {
    await mkdir(join(directory, "deep", "er"), { recursive: true });
    const outside = new DatabaseSync(path);
    // One of the last tables can't be created because of it.
    outside.exec("create table jobs (name)");
    await expect(open()).rejects.toThrow(/jobs.* already exists/);
    expect(tablesOf(outside)).toEqual(["applied_migrations", "applied_migrations_lock", "jobs"]);
    outside.exec("drop table jobs");
    outside.close();
    await expect((await open()).healthy()).resolves.toBeUndefined();
  });

  test("refuses another kind of address without repeating it", async () => {
    await expect(open("mysql://bot:secret@host/db")).rejects.toThrow(/^the store's address must start with/);
  });

  test("gives the operations of an earlier run to recovery at once", async () => {
    const store = await open();
    await accept(store, "a");
    await store.close();
    const next = await open();
    expect(await next.operations.claimAbandoned(10)).toMatchObject([{ id: "a" }]);
  });

  test("refuses an invalid date instead of storing null", async () => {
    const store = await open();
    const proposals = store.open(createProposals);
    const proposal = { ...aProposal, expiresAt: new Date(Number.NaN) };
    await expect(proposals.add(proposal, () => ({}))).rejects.toThrow();
    expect(await proposals.get(proposal.id)).toBeNull();
  });
});

function tablesOf(database: DatabaseSync): unknown[] {
  const names = database.prepare("select name from sqlite_master where type = 'table' order by name");
  return names.all().map(({ name }) => name);
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}
