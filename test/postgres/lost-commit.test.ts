import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { LostCommitError, openStore, type Store, type TakeOnRequest } from "../../src/store/index.ts";
import { anAct, anEnd, aTry, leaseMs, TestClock } from "../contract/store-database.ts";
import { startCommitGate } from "../support/commit-gate.ts";
import { connectOutside, othersWait } from "../support/postgres-locks.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const day = "2026-11-21";
const whole: TakeOnRequest = anAct({
  id: "a",
  delivery: "d",
  quota: { day, limit: 9 },
  beside: [{ id: "a.1", request: {} }],
  next: { id: "a:next", kind: "messages.send", request: {} },
});
const ids = ["a", "a.1", "a:next"];

let gate: Awaited<ReturnType<typeof startCommitGate>>;
let outside: Awaited<ReturnType<typeof connectOutside>>;
let clock: TestClock;
let store: Store;
let other: Store;
beforeEach(async () => {
  const { url, drop } = await server.createStore();
  onTestFinished(drop);
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
  const failure = await store.operations.takeOn(request).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(LostCommitError);
};
const regain = async () => (await store.operations.regain("a", "d")).map(({ id }) => id).toSorted();
const countUsed = () => other.operations.countUsed("U1", { day, kind: "messages.send" });

test("an act whose commit's answer is lost is recognised by its delivery when it asks again", async () => {
  await lose("answer");
  expect(await store.operations.takeOn({ ...whole, delivery: "other" })).toMatchObject({ kind: "duplicate" });
  expect(await store.operations.takeOn(whole)).toEqual({ kind: "stored" });
  expect(await countUsed()).toBe(2);
  expect(await store.operations.start("a")).toBe(true);
});

test("an act whose commit's answer is lost is regained, in hand and kept", async () => {
  await lose("answer");
  clock.advance(leaseMs - 1);
  expect(await regain()).toEqual(ids);
  clock.advance(leaseMs - 1);
  await store.operations.keepLease();
  clock.advance(leaseMs - 1);
  for (const { operations } of [store, other]) expect(await operations.claimAbandoned(10)).toEqual([]);
  for (const id of ids)
    expect(await store.operations.finish(id, anEnd({ outcome: "not_sent" }))).toBe("closed");
  expect(await countUsed()).toBe(0);
});

test("an act whose commit's answer is lost, and that nobody asks for, is left to recovery", async () => {
  await lose("answer");
  clock.advance(leaseMs);
  await store.operations.keepLease();
  expect((await store.operations.claimAbandoned(10)).map(({ id }) => id).toSorted()).toEqual(ids);
});

test.each([
  ["stored, once it is", "commit", ids],
  ["not there, once it isn't", "rollback", []],
] as const)("an act whose commit has not arrived is waited for, and is %s", async (_, how, regained) => {
  await lose("commit");
  const regaining = regain();
  await othersWait(outside);
  await gate.end(how);
  expect(await regaining).toEqual(regained);
  expect(await other.operations.countOpen()).toBe(regained.length);
  expect(await store.operations.regain("a", "other")).toEqual([]);
});

test.each([
  ["stored, once it is", "commit"],
  ["stored now, once it isn't", "rollback"],
] as const)(
  "asked again behind a commit that has not arrived, an act is %s, and counted once",
  async (_, how) => {
    await lose("commit");
    const asking = store.operations.takeOn(whole);
    await othersWait(outside);
    await gate.end(how);
    expect(await asking).toEqual({ kind: "stored" });
    expect(await countUsed()).toBe(2);
    expect(await other.operations.countOpen()).toBe(3);
  },
);

test("another delivery of the act waits for the commit too, and is told of what that stored", async () => {
  await lose("commit");
  const asking = other.operations.takeOn({ ...whole, delivery: "other" });
  await othersWait(outside);
  await gate.end("commit");
  expect(await asking).toMatchObject({ kind: "duplicate", operation: { id: "a", state: "stored" } });
});

test("a further try whose commit has not arrived keeps the root for itself, and is its delivery's", async () => {
  await store.operations.takeOn(anAct({ id: "u" }));
  await store.operations.start("u");
  await store.operations.finish("u", anEnd({ outcome: "unknown" }));
  const again = aTry("a", "u", { delivery: "d" });
  await lose("commit", again);
  const second = other.operations.takeOn(aTry("b", "u"));
  await othersWait(outside);
  await gate.end("commit");
  expect(await second).toMatchObject({ kind: "not_again", operation: { id: "a" } });
  expect(await store.operations.takeOn(again)).toEqual({ kind: "stored" });
  expect(await regain()).toEqual(["a"]);
});

test("what another process has taken over meanwhile is not regained", async () => {
  await lose("answer");
  clock.advance(leaseMs);
  expect(await other.operations.claimAbandoned(10)).toHaveLength(3);
  expect(await regain()).toEqual([]);
  expect(await store.operations.takeOn(whole)).toEqual({ kind: "stored" });
  for (const id of ids) expect(await store.operations.start(id)).toBe(false);
});

test("nothing was written when the connection dies before its commit, and that is certain", async () => {
  const dying: TakeOnRequest["also"] = async (trx) => {
    await outside.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where pid <> pg_backend_pid() and datname = current_database() and state = 'idle in transaction'`,
    );
    await trx.selectFrom("drafts").select("id").execute();
    return true;
  };
  const failure = await store.operations.takeOn({ ...whole, also: dying }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure).not.toBeInstanceOf(LostCommitError);
  expect(await other.operations.get("a")).toBeNull();
});
