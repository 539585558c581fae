import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSqlite } from "../../../../src/store/database/sqlite.ts";
import { retryOnConflict, transact } from "../../../../src/store/database/transact.ts";
import { NoWritesError, openStore, type Store } from "../../../../src/store/index.ts";
import { aPostOf, nothing } from "../../../contract/notifications.ts";
import { startOutsideWriter } from "../../../contract/outside-writer.ts";
import { anAct, anEnd, aTry } from "../../../contract/store-database.ts";
import { ownTimeMs } from "../../../support/own-time.ts";

/** Shorter than the second for which SQLite itself would block. */
const maxGapMs = 300;

/** Returns a function that gives the longest pause of the event loop so far. */
function watchEventLoop(): () => number {
  let [lastMs, longestMs] = [ownTimeMs(), 0];
  const look = () => {
    const nowMs = ownTimeMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const timer = setInterval(look, 10);
  return () => {
    clearInterval(timer);
    look();
    return longestMs;
  };
}

describe("the SQLite store while another process writes", () => {
  let directory: string;
  let path: string;
  const stores: Store[] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), "store-"));
    path = join(directory, "bot.db");
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await rm(directory, { recursive: true });
  });

  const open = async (): Promise<Store> => {
    const now = () => new Date();
    const store = await openStore({ url: `file:${path}`, owner: "first", leaseMs: 60_000, now });
    stores.push(store);
    return store;
  };
  const ids = Array.from({ length: 50 }, (_, index) => `${index}`);
  const quota = { day: "2026-11-21", limit: 100 };

  test("refuses acts after a while without blocking the event loop", async () => {
    const store = await open();
    const accept = (id: string) => store.operations.enqueue({ ...anAct({ id }), quota });
    const writer = await startOutsideWriter(path);
    const longestStopMs = watchEventLoop();
    const answers = await Promise.allSettled(ids.map(accept));
    expect(longestStopMs()).toBeLessThan(maxGapMs);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: "rejected", reason: { message: "database is locked" } });
    }
    await writer.release();
    expect(await store.operations.countOpen()).toBe(0);
    expect(await Promise.all(ids.map(accept))).toEqual(ids.map(() => ({ kind: "stored" })));
    const probe = { ...anAct({ id: "probe" }), quota: { ...quota, limit: 0 } };
    expect(await store.operations.enqueue(probe)).toMatchObject({ used: ids.length });
  });

  test("stores each act once if the other process ends in time", async () => {
    const store = await open();
    const writer = await startOutsideWriter(path);
    const twice = [...ids, ...ids].map((id) => store.operations.enqueue({ ...anAct({ id }), quota }));
    const [answers] = await Promise.all([Promise.all(twice), writer.release()]);
    const kinds = Object.groupBy(answers, ({ kind }) => kind);
    expect(kinds.stored).toHaveLength(ids.length);
    expect(kinds.duplicate).toHaveLength(ids.length);
    expect(await store.operations.countOpen()).toBe(ids.length);
  });

  test("still answers reads", async () => {
    const store = await open();
    await store.operations.enqueue(anAct({ id: "a" }));
    await startOutsideWriter(path);
    const writing = store.operations.enqueue(anAct({ id: "b" })).catch(() => "not stored");
    await expect(store.healthy()).rejects.toThrow(NoWritesError);
    expect(store.lost()).toBeNull();
    expect(await store.operations.get("a")).toMatchObject({ id: "a" });
    expect((await store.operations.list({ limit: 9 })).operations).toHaveLength(1);
    expect(await store.drafts.get("d", "U1")).toBeNull();
    expect(await store.posts.countQueued()).toBe(0);
    expect(await writing).toBe("not stored");
  });

  test("carries out all writes once the other process ends", async () => {
    const store = await open();
    const { operations, posts, drafts } = store;
    for (const id of ["start", "close", "finish", "settle", "tried"]) await operations.enqueue(anAct({ id }));
    for (const id of ["finish", "settle", "tried"]) await operations.start(id);
    for (const id of ["settle", "tried"])
      await operations.finish(id, anEnd({ outcome: "unknown", notificationFor: nothing }));
    await posts.add({ posts: [aPostOf("alert:A"), aPostOf("alert:B")] });
    const [a, b] = (await posts.waiting(["test"], { limit: 2 })).map(({ post }) => post);
    const message = { channel: "C1", ts: "1.1" };
    const arrived = {
      ...a!,
      message,
      postedVersion: 1,
      isDoubtful: false,
      appeared: a!.subject,
      leadBack: [],
      said: [],
    };
    const now = new Date();
    const draft = { id: "d", author: "U1", kind: "k", body: {}, expiresAt: new Date(now.getTime() + 60_000) };
    const writer = await startOutsideWriter(path);
    const writes = [
      operations.start("start"),
      operations.finish("close", anEnd({ outcome: "not_sent", notificationFor: nothing })),
      operations.enqueue(aTry("again", "tried")),
      operations.finish("finish", anEnd({ notificationFor: nothing })),
      operations
        .resolve("settle", { by: "U1", as: "arrived", notificationFor: nothing })
        .then(({ kind }) => kind),
      operations.claimAbandoned(9),
      posts.addOnce(aPostOf("greeting:U1", { destinations: ["G"] })),
      posts.attempt({ posts: [a!.id], lines: [] }),
      posts.save([arrived]),
      posts.saveLate({ ...b!, message, said: [] }),
      drafts.save(draft),
      store.purge({ closedBefore: new Date(0) }),
    ];
    const [answers] = await Promise.all([Promise.all(writes), writer.release()]);
    expect(answers).toEqual([
      ...[true, "closed", { kind: "stored" }, "closed", "resolved", []],
      ...[true, { posts: [a!.id], lines: [] }, [{ id: a!.id, version: 1 }], true],
      ...[undefined, 0],
    ]);
    expect(await drafts.get("d", "U1")).toEqual(draft);
  });

  test.for(["new", "known"])("opens a %s database file once the other process ends", async (kind) => {
    if (kind === "known") await (await open()).close();
    const writer = await startOutsideWriter(path);
    const [store] = await Promise.all([open(), writer.release()]);
    expect(await store.operations.countOpen()).toBe(0);
  });

  test("excludes other writers from a transaction's first read on", async () => {
    const connection = await openSqlite(`file:${path}`);
    const outside = new DatabaseSync(path, { timeout: 0 });
    await sql`create table lines (line text)`.execute(connection.db);
    await connection.db.transaction().execute(async (trx) => {
      await sql`select * from lines`.execute(trx);
      expect(() => outside.exec("insert into lines values ('theirs')")).toThrow("database is locked");
      await sql`insert into lines values ('ours')`.execute(trx);
    });
    expect(outside.prepare("select line from lines").all()).toMatchObject([{ line: "ours" }]);
    outside.close();
    await connection.close();
  });

  test("undoes a transaction's writes before repeating the transaction", async () => {
    const connection = await openSqlite(`file:${path}`);
    await sql`create table lines (line integer)`.execute(connection.db);
    let tries = 0;
    const now = () => new Date();
    const context = {
      connection,
      owner: "first",
      version: 0,
      leaseMs: 1,
      now,
      storeNow: () => sql<number>`0`,
      deliverers: new Set<never>(),
      afterCommit: () => ({ recorded: [], notified: [], scans: 0 }),
      afterCommits: new WeakMap(),
      over: () => {},
    };
    await transact(context, async (trx) => {
      tries += 1;
      await sql`insert into lines values (${tries})`.execute(trx);
      if (tries < 3) throw busy(261);
    });
    expect((await sql`select line from lines`.execute(connection.db)).rows).toEqual([{ line: 3 }]);
    await connection.close();
  });
});

describe("retryOnConflict", () => {
  test.for([
    ["an error that isn't SQLite's", new Error("no such view")],
    ["another error of SQLite", busy(1)],
  ] as const)("doesn't repeat a statement after %s", async ([, error]) => {
    let tries = 0;
    const run = async () => {
      tries += 1;
      throw error;
    };
    await expect(retryOnConflict(run)).rejects.toBe(error);
    expect(tries).toBe(1);
  });
});

/** As node:sqlite throws it; 5 is busy, 261 busy in recovery, 1 an error in the statement. */
function busy(errcode: number): Error {
  return Object.assign(new Error("an error of SQLite"), { code: "ERR_SQLITE_ERROR", errcode });
}
