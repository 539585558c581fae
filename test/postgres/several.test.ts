import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/store/index.ts";
import { aPostOf, shownOf } from "../contract/notifications.ts";
import { anAct, anEnd, leaseMs, type TestDatabase } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { othersWait } from "../support/postgres-locks.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const makeDatabase = () => makePostgres(server);

describe("several instances", () => {
  let database: TestDatabase;
  let first: Store;
  let second: Store;
  /** A connection of the test's own, which takes locks. */
  let outside: pg.Client;
  beforeEach(async () => {
    database = await makeDatabase();
    [first, second] = await Promise.all([database.open("first"), database.open("second")]);
    await first.operations.beat();
    outside = new pg.Client({ connectionString: database.url });
    await outside.connect();
  });
  afterEach(async () => {
    await outside.end();
    await database.remove();
  });

  test("own their operations while they beat, and no longer", async () => {
    await first.operations.enqueue(anAct({ id: "a" }));
    await first.operations.start("a");
    database.clock.advance(leaseMs - 1);
    expect(await second.operations.claimAbandoned(10)).toEqual([]);
    await first.operations.beat();
    database.clock.advance(leaseMs - 1);
    expect(await second.operations.claimAbandoned(10)).toEqual([]);
    database.clock.advance(1);
    expect(await second.operations.claimAbandoned(10)).toMatchObject([{ id: "a" }]);
  });

  test("neither start nor end what another took over from them", async () => {
    await first.operations.enqueue(anAct({ id: "a" }));
    database.clock.advance(leaseMs);
    await second.operations.claimAbandoned(10);
    await first.operations.beat();
    expect(await first.operations.start("a")).toBe(false);
    expect(await first.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("ignored");
    expect(await second.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
  });

  test("take back an operation that left as started, and not as stored", async () => {
    await first.operations.enqueue(anAct({ id: "a", leavesAtOnce: true }));
    database.clock.advance(leaseMs);
    expect(await second.operations.claimAbandoned(10)).toHaveLength(1);
    expect(await first.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
    database.clock.advance(leaseMs);
    expect(await first.operations.claimAbandoned(10)).toMatchObject([{ id: "a", state: "started" }]);
    expect(await first.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("closed");
  });

  test("take back what another took over, and then left behind", async () => {
    await first.operations.enqueue(anAct({ id: "a" }));
    database.clock.advance(leaseMs);
    await second.operations.claimAbandoned(10);
    expect(await first.operations.start("a")).toBe(false);
    await second.close();
    database.clock.advance(leaseMs);
    expect(await first.operations.claimAbandoned(10)).toMatchObject([{ id: "a", state: "stored" }]);
    expect(await first.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
  });

  test("store a reply that comes while another recovers its operation", async () => {
    await first.operations.enqueue(anAct({ id: "a" }));
    await first.operations.start("a");
    database.clock.advance(leaseMs);
    await second.operations.claimAbandoned(10);
    expect(await first.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
    expect(await first.operations.finish("a", anEnd({ outcome: "accepted" }))).toBe("closed");
    expect(await second.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
    expect(await shownOf(first, "act:a")).toEqual(["posted", "closed"]);
  });

  test("repeat no call that another recovers, and can still close it as not sent", async () => {
    await first.operations.enqueue(anAct({ id: "a" }));
    await first.operations.start("a");
    database.clock.advance(leaseMs);
    await second.operations.claimAbandoned(10);
    for (const { operations } of [first, second])
      expect(await operations.start("a", { isAgain: true })).toBe(false);
    expect(await first.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
  });

  test("correct another's recovery with a reply, and not with a guess", async () => {
    const third = await database.open("third");
    await first.operations.enqueue(anAct({ id: "a" }));
    await first.operations.start("a");
    database.clock.advance(leaseMs);
    await second.operations.claimAbandoned(10);
    await second.operations.finish("a", anEnd({ outcome: "unknown" }));
    for (const store of [second, third]) {
      expect(await store.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("ignored");
    }
    expect(await first.operations.finish("a", anEnd({ outcome: "accepted" }))).toBe("corrected");
  });

  test("can't close what a third one took over and started", async () => {
    await first.operations.enqueue(anAct({ id: "a" }));
    database.clock.advance(leaseMs);
    await second.operations.claimAbandoned(10);
    database.clock.advance(leaseMs);
    const third = await database.open("third");
    await third.operations.claimAbandoned(10);
    expect(await third.operations.start("a")).toBe(true);
    expect(await second.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("ignored");
    expect(await third.operations.finish("a", anEnd({ outcome: "accepted" }))).toBe("closed");
  });

  test("share abandoned operations without claiming any twice", async () => {
    for (let index = 0; index < 60; index += 1) await first.operations.enqueue(anAct({ id: `${index}` }));
    await first.close();
    database.clock.advance(leaseMs);
    const stores = await Promise.all(["a", "b", "c", "d"].map((owner) => database.open(owner)));
    for (const { operations } of stores) await operations.beat();
    const taken: string[] = [];
    await Promise.all(
      stores.map(async (store) => {
        while (taken.length < 60) {
          for (const { id } of await store.operations.claimAbandoned(7)) taken.push(id);
        }
      }),
    );
    expect(taken).toHaveLength(60);
    expect(new Set(taken).size).toBe(60);
  });

  test("wait for another's insert of the same act, and find a duplicate", async () => {
    await outside.query("begin");
    await outside.query(
      `insert into operations
         (id, kind, author, request, state, act, step, root, owner, created_at)
       values ('a', 'k', 'U1', '{}', 'stored', 'a', 0, 'a', 'other', 0)`,
    );
    const answer = first.operations.enqueue(anAct({ id: "a" }));
    await othersWait(outside);
    await outside.query("commit");
    expect(await answer).toMatchObject({ kind: "duplicate" });
  });

  test("can open an empty database at the same time", async () => {
    const fresh = await makeDatabase();
    try {
      const opened = await Promise.all(["a", "b", "c", "d"].map((owner) => fresh.open(owner)));
      for (const store of opened) await expect(store.healthy()).resolves.toBeUndefined();
    } finally {
      await fresh.remove();
    }
  });

  test("keep and close an operation whose start could not be written in time", async () => {
    await first.operations.enqueue(anAct({ id: "a" }));
    await outside.query("begin");
    await outside.query("select id from operations where id = 'a' for update");
    await expect(first.operations.start("a")).rejects.toThrow("statement timeout");
    await outside.query("rollback");
    database.clock.advance(leaseMs);
    expect(await first.operations.claimAbandoned(10)).toEqual([]);
    await first.operations.beat();
    expect(await second.operations.claimAbandoned(10)).toEqual([]);
    expect(await first.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
  });

  test("refuse a database that a newer version has changed", async () => {
    await outside.query("insert into applied_migrations values ('9999-later', '2026-11-21T09:00:00.000Z')");
    await expect(database.open()).rejects.toThrow(/newer version.*update the bot/);
  });

  test("go on after their connections were cut", async () => {
    await first.healthy();
    await outside.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database()`,
    );
    await eventually(async () => first.healthy());
    expect(await first.operations.enqueue(anAct({ id: "a" }))).toEqual({ kind: "stored" });
  });

  test("store a post with its link after another's change of the linked post", async () => {
    await first.posts.add({ posts: [aPostOf("result")] });
    await outside.query("begin");
    await outside.query("select id from posts where subject = 'result' for update");
    const leading = aPostOf("copy", { destinations: ["C9"], linksTo: "result" });
    const notification = second.posts.add({ posts: [leading] });
    await othersWait(outside);
    expect(await first.posts.list(["copy"])).toEqual([]);
    await outside.query("commit");
    expect(await notification).toBe(true);
  });
});
