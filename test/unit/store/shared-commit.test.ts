import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqlite } from "../../../src/store/database/sqlite.ts";
import type { Connection, StoreTransaction } from "../../../src/store/database/tables.ts";
import { openStore, type Store } from "../../../src/store/index.ts";
import { aPostOf } from "../../contract/notifications.ts";
import { anAct, anEnd } from "../../contract/store-database.ts";

const fillerScript = fileURLToPath(new URL("../../support/store-filler.ts", import.meta.url));

describe("SQLite transactions that wait for the same commit", () => {
  let directory: string;
  let path: string;
  const closing: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "store-"));
    path = join(directory, "bot.db");
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    await rm(directory, { recursive: true });
  });

  const open = async (): Promise<Store> => {
    const now = () => new Date();
    const store = await openStore({ url: `file:${path}`, owner: "first", leaseMs: 60_000, now });
    closing.push(() => store.close());
    return store;
  };
  const openLines = async (): Promise<Connection> => {
    const connection = await openSqlite(`file:${path}`);
    closing.push(() => connection.close());
    await sql`create table lines (line text primary key)`.execute(connection.db);
    return connection;
  };
  const readLines = async ({ db }: Connection) =>
    (await sql<{ line: string }>`select line from lines order by rowid`.execute(db)).rows.map(
      ({ line }) => line,
    );

  test("are written to disk together, by one commit", async () => {
    const { operations } = await open();
    const ids = Array.from({ length: 50 }, (_, index) => `${index}`);
    const before = await countCommits(path);
    await Promise.all(ids.map((id) => operations.enqueue(anAct({ id }))));
    expect(await countCommits(path)).toBe(before + 1);
    await Promise.all([
      ...ids.slice(1).map((id) => operations.start(id)),
      operations.finish("0", anEnd({ outcome: "not_sent" })),
    ]);
    expect(await countCommits(path)).toBe(before + 2);
  });

  test("fail separately, without undoing what the others wrote", async () => {
    const connection = await openLines();
    const failing = connection.transact(async (trx) => {
      await writeLine(trx, "half");
      throw new Error("no");
    });
    const answers = await Promise.allSettled([
      connection.transact((trx) => writeLine(trx, "before")),
      failing,
      connection.transact((trx) => writeLine(trx, "before")),
      connection.transact((trx) => writeLine(trx, "after")),
    ]);
    expect(answers).toMatchObject([
      { status: "fulfilled" },
      { reason: { message: "no" } },
      { reason: { message: "UNIQUE constraint failed: lines.line" } },
      { status: "fulfilled" },
    ]);
    expect(await readLines(connection)).toEqual(["before", "after"]);
  });

  test("are answered once other connections can see what they wrote", async () => {
    const store = await open();
    const outside = new DatabaseSync(path, { readOnly: true });
    closing.push(async () => outside.close());
    const count = (table: string) => outside.prepare(`select count(*) as n from ${table}`).get()?.["n"];
    const seen: unknown[] = [];
    store.posts.deliverBy({
      takesNow: () => false,
      scans: () => 0,
      notified: () => seen.push(["post", count("posts")]),
      perhapsNotified: () => {},
      look: () => {},
    });
    await Promise.all([
      store.operations.enqueue(anAct({ id: "a" })).then(() => seen.push(["act", count("operations")])),
      store.posts.add({ posts: [aPostOf("alert:x")] }),
      store.operations.enqueue(anAct({ id: "b" })).then(() => seen.push(["act", count("operations")])),
      store.posts.add({ posts: [aPostOf("alert:y")] }),
    ]);
    expect(seen.toSorted()).toEqual([
      ["act", 2],
      ["act", 2],
      ["post", 2],
      ["post", 2],
    ]);
  });

  test("all fail if SQLite rolls them back by itself", async () => {
    const connection = await openLines();
    const { rows } = await sql<{ n: number }>`select page_count as n from pragma_page_count`.execute(
      connection.db,
    );
    await sql.raw(`pragma max_page_count = ${(rows[0]?.n ?? 0) + 2}`).execute(connection.db);
    const run = () =>
      Promise.allSettled(
        ["before", "x".repeat(100_000), "after"].map((line) =>
          connection.transact((trx) => writeLine(trx, line)),
        ),
      );
    const full = { status: "rejected", reason: { message: "database or disk is full" } };
    expect(await run()).toMatchObject([full, full, full]);
    expect(await readLines(connection)).toEqual([]);
    await sql`pragma max_page_count = 1000000`.execute(connection.db);
    expect((await run()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
  });

  test("all fail even if one of them ignores SQLite's rollback", async () => {
    const connection = await openLines();
    await sql.raw("pragma max_page_count = 6").execute(connection.db);
    const answers = await Promise.allSettled([
      connection.transact((trx) => writeLine(trx, "before")),
      connection.transact((trx) => writeLine(trx, "x".repeat(100_000)).catch(() => {})),
      connection.transact((trx) => writeLine(trx, "after")),
    ]);
    const undone = { reason: { message: "SQLite has undone the transaction by itself" } };
    expect(answers).toMatchObject([undone, undone, undone]);
    expect(await readLines(connection)).toEqual([]);
  });

  test("are reported as stored only if they are, even on a full disk", async () => {
    await (await open()).close();
    const answers = await fillDisk(`file:${path}`);
    expect(answers.at(-1)?.map(({ told }) => told)).toEqual(
      Array(10).fill(expect.stringMatching(/^Error: .*disk/)),
    );
    const store = await open();
    for (const { id, told } of answers.flat()) {
      expect([id, (await store.operations.get(id)) !== null]).toEqual([id, told === "stored"]);
    }
    expect(await store.operations.enqueue(anAct({ id: "next" }))).toEqual({ kind: "stored" });
  });
});

async function writeLine(trx: StoreTransaction, line: string): Promise<void> {
  await sql`insert into lines values (${line})`.execute(trx);
}

/** Commits in the write-ahead log: the last frame of each one names the size of the database. */
async function countCommits(path: string): Promise<number> {
  const log = await readFile(`${path}-wal`);
  const headerBytes = 32;
  const frameBytes = 24 + log.readUInt32BE(8);
  const salt = log.subarray(16, 24);
  let commits = 0;
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    if (log.subarray(at + 8, at + 16).equals(salt) && log.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits;
}

type FilledGroup = { id: string; told: string }[];

/** The answers to a process whose files can't grow beyond half a MiB, by group of transactions. */
async function fillDisk(url: string): Promise<FilledGroup[]> {
  const blocks = 1024;
  const command = `ulimit -f ${blocks} && exec "$0" "$@"`;
  const child = spawn("sh", ["-c", command, process.execPath, fillerScript, url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return (await text(child.stdout))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}
