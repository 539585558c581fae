import { beforeEach, expect, onTestFinished, test } from "vitest";
import { type EnqueueRequest, openStore, type Store } from "../../src/store/index.ts";
import { anAct, anEnd, aTry, leaseMs, TestClock } from "../contract/store-database.ts";
import { startCommitGate } from "../support/commit-gate.ts";
import { eventually } from "../support/eventually.ts";
import { connectOutside, othersWait } from "../support/postgres-locks.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

const day = "2026-11-21";
const whole: EnqueueRequest = anAct({
  id: "a",
  quota: { day, limit: 9 },
  // Posts make an act of several operations a transaction of several statements.
  notificationFor: {},
  siblings: [{ id: "a.1", request: {} }],
  next: { id: "a:next", kind: "messages.send", request: {} },
});
const ids = ["a", "a.1", "a:next"];

let gate: Awaited<ReturnType<typeof startCommitGate>>;
let outside: Awaited<ReturnType<typeof connectOutside>>;
let clock: TestClock;
let store: Store;
let other: Store;
beforeEach(async () => {
  const url = await postgres.createStore();
  outside = await connectOutside(url);
  gate = await startCommitGate(url);
  clock = new TestClock();
  const open = async (owner: string, address: string) => {
    const opened = await openStore({ url: address, owner, leaseMs, now: clock.now, leaseClock: clock.now });
    onTestFinished(() => opened.close());
    return opened;
  };
  store = await open("first", gate.url);
  other = await open("second", url);
});

const lose = async (loss: Parameters<typeof gate.loseNext>[0], request = whole) => {
  gate.loseNext(loss);
  const failure = await store.operations.enqueue(request).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
};
const countUsed = () => other.operations.countUsed("U1", { day, kind: "messages.send" });

test("an act whose commit got no answer is open until its own process closes it", async () => {
  await lose("answer");
  expect(await store.operations.enqueue(whole)).toMatchObject({ kind: "duplicate", operation: { id: "a" } });
  expect(await countUsed()).toBe(2);
  expect((await store.operations.claimAbandoned(10)).map(({ id }) => id).toSorted()).toEqual(ids);
  for (const id of ids)
    expect(await store.operations.finish(id, anEnd({ outcome: "not_sent" }))).toBe("closed");
  expect(await countUsed()).toBe(0);
});

test("an act stored as started counts as not started when the answer to its insert was lost", async () => {
  gate.loseNext("answer", "insert into operations");
  const act = anAct({ id: "a", leavesAtOnce: true });
  expect(await store.operations.enqueue(act).catch((error: unknown) => error)).toBeInstanceOf(Error);
  await eventually(async () => expect(await other.operations.get("a")).toMatchObject({ state: "started" }));
  expect(await store.operations.claimAbandoned(10)).toMatchObject([{ state: "stored", startedAt: null }]);
  expect(await store.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
});

test("an act whose insert got no answer can be claimed by its own process only", async () => {
  gate.loseNext("answer", "insert into operations");
  await store.operations.beat();
  const act = anAct({ id: "a", leavesAtOnce: true });
  expect(await store.operations.enqueue(act).catch((error: unknown) => error)).toBeInstanceOf(Error);
  expect(await other.operations.claimAbandoned(10)).toEqual([]);
  expect(await store.operations.claimAbandoned(10)).toMatchObject([{ id: "a", state: "stored" }]);
  expect(await store.operations.finish("a", anEnd({ outcome: "not_sent" }))).toBe("closed");
});

test("an act whose insert was lost is stored when it is enqueued again, and isn't claimed as abandoned", async () => {
  const act = anAct({ id: "a", leavesAtOnce: true });
  gate.loseNext("commit", "insert into operations");
  expect(await store.operations.enqueue(act).catch((error: unknown) => error)).toBeInstanceOf(Error);
  expect(await store.operations.enqueue(act)).toEqual({ kind: "stored" });
  expect(await store.operations.claimAbandoned(10)).toEqual([]);
});

test.each([
  ["a duplicate after the commit", "commit", { kind: "duplicate" }],
  ["stored after the rollback", "rollback", { kind: "stored" }],
] as const)(
  "an act enqueued again while its first transaction is still open is %s, and counts once",
  async (_, how, answer) => {
    await lose("commit");
    const asking = store.operations.enqueue(whole);
    await othersWait(outside);
    await gate.end(how);
    expect(await asking).toMatchObject(answer);
    expect(await countUsed()).toBe(2);
    expect(await other.operations.countOpen()).toBe(3);
  },
);

test("a further try whose commit is still under way keeps a second further try from being stored", async () => {
  await store.operations.enqueue(anAct({ id: "u" }));
  await store.operations.start("u");
  await store.operations.finish("u", anEnd({ outcome: "unknown" }));
  await lose("commit", aTry("a", "u"));
  const second = other.operations.enqueue(aTry("b", "u"));
  await othersWait(outside);
  await gate.end("commit");
  expect(await second).toMatchObject({ kind: "not_again", operation: { id: "a" } });
});

test("an act whose connection is cut before its commit isn't stored", async () => {
  const dying: EnqueueRequest["precondition"] = async (trx) => {
    await outside.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database() and state = 'idle in transaction'`,
    );
    await trx.selectFrom("documents").select("id").execute();
    return true;
  };
  const failure = await store.operations
    .enqueue({ ...whole, precondition: dying })
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(await other.operations.get("a")).toBeNull();
});

test("an operation whose claim got no answer is claimed once more in its state “started”", async () => {
  for (const { operations } of [store, other]) await operations.beat();
  // The first one's request leaves, and its process loses the database for the length of a lease.
  await store.operations.enqueue(anAct({ id: "a", leavesAtOnce: true }));
  clock.advance(leaseMs);
  await other.operations.beat();
  expect(await other.operations.claimAbandoned(10)).toMatchObject([{ id: "a", state: "started" }]);
  // It comes back with an unknown outcome, which only the second one may store; but that one dies.
  expect(await store.operations.finish("a", anEnd({ outcome: "unknown" }))).toBe("ignored");
  clock.advance(leaseMs);
  await store.operations.beat();
  gate.loseNext("answer", 'update "operations"');
  await expect(store.operations.claimAbandoned(10)).rejects.toThrow();
  expect(await store.operations.claimAbandoned(10)).toMatchObject([{ id: "a", state: "started" }]);
});
