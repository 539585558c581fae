import { sql } from "kysely";
import type pg from "pg";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { openStore, type Store } from "../../src/store/index.ts";
import { aPostOf, shownOf } from "../contract/notifications.ts";
import { anAct, anEnd, leaseMs, type TestDatabase } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { connectOutside, othersWait } from "../support/postgres-locks.ts";
import { ended, start } from "../unit/operations/running.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

describe("several instances on one database", () => {
  let database: TestDatabase;
  let first: Store;
  let second: Store;
  /** A connection of the test's own, which takes locks. */
  let outside: pg.Client;
  beforeEach(async () => {
    database = await postgres.make();
    [first, second] = await Promise.all([database.open("first"), database.open("second")]);
    await first.operations.beat();
    outside = await connectOutside(database.url);
  });

  test("own their operations as long as their heartbeat goes on", async () => {
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

  test("take their operations back when the instance that took these over has ended", async () => {
    await first.operations.enqueue(anAct({ id: "a" }));
    database.clock.advance(leaseMs);
    await second.operations.claimAbandoned(10);
    expect(await first.operations.start("a")).toBe(false);
    await second.close();
    database.clock.advance(leaseMs);
    expect(await first.operations.claimAbandoned(10)).toMatchObject([{ id: "a", state: "stored" }]);
    expect(await first.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
  });

  test("store a reply that arrives while another one recovers its operation", async () => {
    await first.operations.enqueue(anAct({ id: "a" }));
    await first.operations.start("a");
    database.clock.advance(leaseMs);
    await second.operations.claimAbandoned(10);
    for (const { operations } of [first, second])
      expect(await operations.start("a", { isAgain: true })).toBe(false);
    expect(await first.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
    expect(await first.operations.finish("a", anEnd({ outcome: "accepted" }))).toBe("closed");
    expect(await second.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
    expect(await shownOf(first, "act:a")).toEqual(["posted", "closed"]);
  });

  test("correct an outcome that another instance closed as unknown by a reply, and not by “not sent”", async () => {
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

  test("can't close an operation that a third instance has taken over and started", async () => {
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

  test("share abandoned operations without claiming any of them twice", async () => {
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

  test("can open an empty database at the same time", async () => {
    const url = await postgres.createDatabase();
    const open = (owner: string) => openStore({ url, owner, leaseMs, now: database.clock.now });
    const opened = await Promise.all(["a", "b", "c", "d"].map(open));
    for (const store of opened) {
      await expect(store.healthy()).resolves.toBeUndefined();
      await store.close();
    }
  });

  test("keep and can close an operation whose start could not be written in time", async () => {
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

  test("wait to add a post with a link while another process changes the linked post", async () => {
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

test("an accepted outcome is retried until its transaction can write to a table that was locked", async () => {
  const url = await postgres.createStore();
  const tried = vi.fn();
  const written = vi.fn();
  const { store, perform } = await start(async () => "done", {
    url,
    own: {
      inTransaction: () => async (trx) => {
        tried();
        await sql`set local statement_timeout = 100`.execute(trx);
        await trx.deleteFrom("documents").execute();
        written();
        return null;
      },
    },
  });
  const outside = await connectOutside(url);
  await outside.query("begin; lock table documents in access exclusive mode");
  await perform("a");
  await eventually(() => expect(tried.mock.calls.length).toBeGreaterThan(4));
  expect((await store.operations.get("a"))?.state).toBe("started");
  await outside.query("rollback");
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  expect(written).toHaveBeenCalledOnce();
});
