import type pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { type Outcome, type Store, SupersededError } from "../../src/store/index.ts";
import { aPostOf, deliverAll, nothing, waitingOf } from "../contract/notifications.ts";
import { anAct, anEnd, aTry } from "../contract/store-database.ts";
import { connectOutside, othersWait } from "../support/postgres-locks.ts";
import { timesInARow } from "../support/races.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

const phoneOwner = "U7";
let first: Store;
let second: Store;
let outside: pg.Client;
beforeEach(async () => {
  const database = await postgres.make();
  [first, second] = await Promise.all([database.open("first"), database.open("second")]);
  outside = await connectOutside(database.url);
  await first.operations.enqueue(anAct({ id: "u" }));
  await first.operations.start("u");
  await end("u", "unknown");
});

const end = (id: string, outcome: Outcome) =>
  first.operations.finish(id, {
    ...anEnd({ outcome }),
    inTransaction: (operation) => async (trx) => {
      const asked = await first.receipts.ask(trx, operation, () => phoneOwner);
      return { posts: asked.map(({ subject }) => aPostOf(subject, { destinations: [phoneOwner] })) };
    },
  });
const start = (id: string, isAgain = false) => first.operations.start(id, { root: "u", isAgain });
const resolve = () => second.operations.resolve("u", { by: "U2", as: "arrived", notificationFor: nothing });
const answer = () =>
  second.receipts.answer("u", { by: phoneOwner, as: "arrived", words: null, notificationFor: nothing });

/** Another transaction that runs `change`, and commits when `work` waits for it. */
async function meet<T>(change: string, work: () => Promise<T>, waiting = 1): Promise<T> {
  await outside.query("begin");
  await outside.query(change);
  const working = work();
  working.catch(() => {});
  await othersWait(outside, waiting);
  await outside.query("commit");
  return working;
}

const holdRoot = "select id from operations where id = 'u' for update";
const acceptRoot = "update operations set outcome = 'accepted' where id = 'u'";

test.each<[string, () => Promise<unknown>]>([
  ["a late reply", () => end("u", "accepted")],
  ["a report", resolve],
  ["a phone owner's answer", answer],
])("%s waits for a lock on the first try's row, and locks no other row before", async (_, write) => {
  await first.operations.enqueue(aTry("r", "u"));
  await start("r");
  await outside.query("begin");
  await outside.query(holdRoot);
  const writing = write();
  await othersWait(outside);
  await outside.query("select id from operations where id <> 'u' for update nowait");
  await outside.query("commit");
  await writing;
});

test.each<[string, () => Promise<unknown>]>([
  ["late reply", () => end("r1", "refused")],
  ["report", () => second.operations.resolve("r1", { by: "U2", as: "arrived", notificationFor: nothing })],
  ["start", () => start("r2")],
  ["end", () => end("r2", "not_sent")],
])("the %s of a further try waits for a lock on the first try's row", async (_, write) => {
  await first.operations.enqueue(aTry("r1", "u"));
  await start("r1");
  await end("r1", "unknown");
  await first.operations.enqueue(aTry("r2", "u", { newest: "r1" }));
  await meet(holdRoot, write);
  expect(await first.operations.get("r2")).not.toBeNull();
});

test("a further try waits while another process accepts the first try, and is then refused", async () => {
  const answered = await meet(acceptRoot, () => first.operations.enqueue(aTry("r", "u")));
  expect(answered).toMatchObject({ kind: "not_again", operation: { id: "u", outcome: "accepted" } });
});

test.each([false, true])(
  "the start of a further try (repeated: %s) waits while another process accepts the first, and fails",
  async (isAgain) => {
    await first.operations.enqueue(aTry("r", "u"));
    if (isAgain) await start("r");
    const before = await first.operations.get("r");
    await expect(meet(acceptRoot, () => start("r", isAgain))).rejects.toThrow(SupersededError);
    expect(await first.operations.get("r")).toEqual({ ...before, tries: [expect.anything()] });
  },
);

test("the outcome of a further try waits while another process accepts the first, and is told of that", async () => {
  await first.operations.enqueue(aTry("r", "u"));
  await start("r");
  const ofAudience: unknown[] = [];
  const ended = await meet(acceptRoot, () =>
    first.operations.finish("r", {
      ...{ outcome: "accepted", result: null },
      notificationFor: (_, { tries }) => {
        ofAudience.push(tries.map(({ outcome }) => outcome));
        return {};
      },
    }),
  );
  expect(ended).toBe("closed");
  expect(ofAudience).toEqual([["accepted"]]);
});

test("an outcome waits while another process starts a sibling operation, and is told of that", async () => {
  await first.operations.enqueue(anAct({ id: "a", siblings: [{ id: "a.1", request: {} }] }));
  await first.operations.start("a.1");
  const ofAudience: unknown[] = [];
  await meet("update operations set state = 'started' where id = 'a'", () =>
    first.operations.finish("a.1", {
      ...{ outcome: "accepted", result: null },
      notificationFor: (_, { siblings }) => {
        ofAudience.push(siblings.map(({ state }) => state));
        return {};
      },
    }),
  );
  expect(ofAudience).toEqual([["started"]]);
});

test("the posts of both tries wait to be rendered as soon as a further try's outcome is committed", async () => {
  await first.operations.enqueue(aTry("r", "u"));
  await start("r");
  await deliverAll(first);
  await outside.query("begin");
  await outside.query(holdRoot);
  const ending = end("r", "refused");
  await othersWait(outside);
  expect(await waitingOf(second, "act:u")).toEqual([]);
  await outside.query("commit");
  expect(await ending).toBe("closed");
  expect(await waitingOf(second, "act:u", "act:r")).toEqual(["act:r", "act:u"]);
});

test("retention keeps an operation that another process is just sending again", async () => {
  const isTaking = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<boolean>();
  const precondition = () => {
    isTaking.resolve();
    return mayCommit.promise;
  };
  const taking = second.operations.enqueue(aTry("r", "u", { precondition }));
  await isTaking.promise;
  await deliverAll(first);
  await first.purge({ closedBefore: new Date(Date.UTC(2100, 0)) });
  mayCommit.resolve(true);
  expect([await taking, await first.operations.get("u")]).toMatchObject([{ kind: "stored" }, { id: "u" }]);
  expect(await first.operations.get("r")).toMatchObject({ tries: [{ id: "u" }] });
});

test("the database refuses a second open further try of one operation", async () => {
  await first.operations.enqueue(aTry("r", "u"));
  const copy = `insert into operations
      (id, kind, author, request, state, act, step, root, owner, created_at)
    select 'copy', kind, author, request, state, 'copy', step, root, owner, created_at
    from operations where id = 'r'`;
  await expect(outside.query(copy)).rejects.toMatchObject({ code: "23505" });
  await end("r", "not_sent");
  expect(await first.operations.enqueue(aTry("copy", "u", { newest: "r" }))).toEqual({ kind: "stored" });
});

test("retention never removes the first try while further tries of it are being stored", async () => {
  for (let round = 0; round < timesInARow(30); round += 1) {
    await outside.query(
      `insert into operations (id, act, step, root, kind, author, conversation, request, state, outcome, result, owner,
         created_at, started_at, closed_at)
       select name, name, 0, name, 'messages.send', 'U1', 'C1', '{}', 'closed', 'refused', '{}', '', 1, 1, 1
       from (select 'r' || $1::int || '-' || n as name from generate_series(1, 200) n) as named`,
      [round],
    );
    const trying = Array.from({ length: 40 }, (_, n) =>
      first.operations.enqueue(aTry(`t${round}-${n}`, `r${round}-${200 - n * 4}`)),
    );
    await Promise.all([second.purge({ closedBefore: new Date(2) }), ...trying]);
  }
  const { rows } = await outside.query(
    "select id from operations where root not in (select id from operations)",
  );
  expect(rows).toEqual([]);
});
