import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createProposals } from "../../src/store/proposals/proposals.ts";
import { proposalActs, tells } from "../contract/proposal-acts.ts";
import { anEnd } from "../contract/store-database.ts";
import { nothing } from "../contract/telling.ts";
import { eventually } from "../support/eventually.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

/** A proposal, and another process in the middle of changing it, which ends when `work` waits for it. */
async function whileChanged(change: string) {
  const database = await makePostgres(server);
  onTestFinished(() => database.remove());
  const store = await database.open();
  const proposals = store.open(createProposals);
  const acts = proposalActs({ store, proposals, clock: database.clock });
  await acts.propose();
  const outside = new pg.Client({ connectionString: database.url });
  const meet = async <T>(work: () => Promise<T>): Promise<T> => {
    await outside.connect();
    await outside.query("begin");
    await outside.query(change);
    const done = work();
    await eventually(async () => {
      await outside.query("select pg_stat_clear_snapshot()");
      const { rows } = await outside.query(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
      );
      expect(rows).toHaveLength(1);
    });
    await outside.query("commit");
    await outside.end();
    return done;
  };
  return { store, proposals, acts, meet };
}

test("an update that came to nothing opens its proposal behind who is just changing it", async () => {
  const { acts, meet } = await whileChanged("select 1 from proposals where id = 'P' for update");
  await acts.complete("U2");
  expect(await meet(() => acts.end("update", "refused"))).toMatchObject({
    ...{ state: "open", approvals: [], operation: { outcome: "refused" } },
  });
});

test("the clock tells nothing of what somebody else has just opened again", async () => {
  const { acts, meet, store, proposals } = await whileChanged(
    "update proposals set state = 'open' where id = 'P'",
  );
  await acts.complete("U2");
  await store.operations.finish("update", anEnd({ outcome: "not_sent", tells: nothing }));
  expect(await meet(() => proposals.reopen(tells))).toBe(0);
});
