import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createHomes } from "../../src/store/homes/homes.ts";
import { markHomes } from "../../src/store/homes/mark.ts";
import { startAppOn, startChatops } from "../support/chatops.ts";
import { connectOutside } from "../support/postgres-locks.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { makePostgres } from "../support/postgres-store.ts";
import { joon, tests } from "../support/unknown-outcome.ts";
import { en } from "../support/words.ts";

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

const pace = { everyMs: 10_000, drawMs: 1000, burst: 5 };
const people = Array.from({ length: 20 }, (_, index) => `U${index}`);

async function openStores() {
  const database = await makePostgres(server);
  onTestFinished(() => database.remove());
  const stores = await Promise.all(["a", "b", "c", "d"].map((owner) => database.open(owner)));
  const tables = stores.map((store) => store.open((context) => createHomes(context, pace)));
  for (const person of people) {
    const claim = await tables[0]!.open(person, null);
    await tables[0]!.drawn(claim, { hash: "h", isOnCall: false });
  }
  database.clock.advance(60_000);
  return { database, stores, tables };
}

test("four instances that draw at once share one room, and no Home is drawn by two", async () => {
  const { database, tables } = await openStores();
  await tables[0]!.mark(people);
  const taken: string[] = [];
  for (let round = 0; round < 16; round += 1) {
    const claims = await Promise.all([...tables, ...tables].map((homes) => homes.claim()));
    taken.push(...claims.flatMap((claim) => claim?.person ?? []));
    expect(taken.length).toBeLessThanOrEqual(pace.burst + round);
    database.clock.advance(1000);
  }
  expect(taken.toSorted()).toEqual(people.toSorted());
});

test("transactions that mark the same people in any order never wait for each other in a circle", async () => {
  const { database, stores } = await openStores();
  const outside = await connectOutside(database.url);
  const mark = async (store: (typeof stores)[number], index: number) => {
    const order = index % 2 === 0 ? people : people.toReversed();
    for (let count = 0; count < 40; count += 1) {
      await store.open((context) =>
        context.connection.transact((trx) => markHomes(context, trx, order, { onCall: true })),
      );
    }
  };
  await Promise.all([...stores, ...stores].map(mark));
  const { rows } = await outside.query("select sum(wanted)::int as wanted from homes");
  expect(rows).toEqual([{ wanted: people.length * (8 * 40 + 1) }]);
});

test("what one instance does is drawn once, on the Home that another one opened", async () => {
  const database = await server.createDatabase();
  onTestFinished(() => database.drop());
  const options = {
    mode: "socket",
    env: { DATABASE_URL: database.url, TEST_RECIPIENTS: "joon:01000000001" },
  } as const;
  const first = await startChatops(options);
  const second = await startAppOn(first, options);
  const { slack } = first;
  const words = () => JSON.stringify(slack.home(joon)?.blocks ?? []);
  await slack.as(joon).openHome();
  await slack.waitFor(() => words().includes(en.home.asOf), { what: "the Home" });
  for (let count = 1; count <= 4; count += 1) {
    await slack.as(joon).command("/msg-send", `joon Hello ${count}`, { conversation: tests });
    await slack.waitFor(() => words().split("✅").length === count + 1, { what: `${count} on Home` });
  }
  const publishes = slack.traffic.filter(({ name }) => name === "views.publish");
  // Neither of them drew over what it didn't know of.
  expect(publishes.map(({ response }) => JSON.stringify(response)).join()).not.toContain("hash_conflict");
  expect(first.log() + second.log()).not.toContain('"level":50');
});
