import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/store/index.ts";
import { anAct, anEnd, leaseMs, TestClock } from "../contract/store-database.ts";
import { startCommitGate } from "../support/commit-gate.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

test("a started operation is claimed as started, also after the answer to a claim was lost", async () => {
  const { url, drop } = await server.createStore();
  onTestFinished(drop);
  const gate = await startCommitGate(url);
  const clock = new TestClock();
  const open = async (owner: string, address: string) => {
    const opened = await openStore({ url: address, owner, leaseMs, now: clock.now, leaseClock: clock.now });
    onTestFinished(() => opened.close());
    return opened;
  };
  const first = await open("first", gate.url);
  const second = await open("second", url);
  await first.operations.beat();
  await second.operations.beat();
  // The first one's request leaves, and its process loses the database for the length of a lease.
  await first.operations.enqueue(anAct({ id: "a", leavesAtOnce: true }));
  clock.advance(leaseMs);
  await second.operations.beat();
  expect(await second.operations.claimAbandoned(10)).toMatchObject([{ id: "a", state: "started" }]);
  // It comes back with an unknown outcome, which only the second one may store; but that one dies.
  expect(await first.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
  clock.advance(leaseMs);
  await first.operations.beat();
  gate.loseNext("answer", 'update "operations"');
  await expect(first.operations.claimAbandoned(10)).rejects.toThrow();
  const [claimed] = await first.operations.claimAbandoned(10);
  expect(claimed).toMatchObject({ id: "a", state: "started" });
});
