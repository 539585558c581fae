import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { TestClock } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { storeAway } from "../unit/operations/away.ts";
import { type Call, ended, start } from "../unit/operations/running.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const leaseMs = 60_000;

/** An instance that keeps trying to store an outcome has lost its lease; another may start. */
async function lose(away: ReturnType<typeof storeAway>, call: Call) {
  const { url, drop } = await server.createStore();
  const clock = new TestClock();
  const common = { url, own: { resumes: true }, lease: { ms: leaseMs, now: clock.now } };
  // Dropped last, after the stores that use it are closed.
  onTestFinished(drop);
  const { perform } = await start(call, { ...common, owner: "first", store: away.store });
  await perform("a");
  await eventually(() => expect(away.finish).toHaveBeenCalledTimes(2));
  clock.advance(leaseMs);
  return (owner: string, ofOther: Call) => start(ofOther, { ...common, owner });
}

test("an act that another instance sent is not stored as not sent by the first one", async () => {
  const call = vi.fn<Call>(async () => "done");
  const away = storeAway("not_sent", { failsToStart: true });
  const startOther = await lose(away, call);
  const reply = Promise.withResolvers<string>();
  const ofOther = vi.fn<Call>(() => reply.promise);
  const { store, said } = await startOther("second", ofOther);
  await eventually(() => expect(ofOther).toHaveBeenCalled());
  away.isBack.resolve();
  expect(await away.finish.mock.results[1]?.value).toBe("ignored");
  reply.resolve("done");
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  expect(await said("a")).toEqual(["closed accepted"]);
  expect(call).not.toHaveBeenCalled();
  expect(ofOther).toHaveBeenCalledOnce();
});

test("an accepted act that another instance called unknown is corrected, and sent once", async () => {
  const call = vi.fn<Call>(async () => "done");
  const away = storeAway("accepted");
  const startOther = await lose(away, call);
  const ofOther = vi.fn<Call>(async () => "done");
  const { store, said } = await startOther("second", ofOther);
  expect(await ended(store, "a")).toMatchObject({ outcome: "unknown", result: { code: "ProcessEnded" } });
  away.isBack.resolve();
  expect(await away.finish.mock.results[1]?.value).toBe("corrected");
  expect(await said("a")).toEqual(["closed unknown", "corrected accepted"]);
  expect(call).toHaveBeenCalledOnce();
  expect(ofOther).not.toHaveBeenCalled();
});

test("an outcome waits until its transaction can write to a locked table", async () => {
  const { url, drop } = await server.createStore();
  onTestFinished(drop);
  const outside = new pg.Client({ connectionString: url });
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
  await outside.connect();
  onTestFinished(() => outside.end());
  await outside.query("begin; lock table documents in access exclusive mode");
  await perform("a");
  await eventually(() => expect(tried.mock.calls.length).toBeGreaterThan(4));
  expect((await store.operations.get("a"))?.state).toBe("started");
  await outside.query("rollback");
  expect(await ended(store, "a")).toMatchObject({ outcome: "accepted" });
  expect(written).toHaveBeenCalledOnce();
});
