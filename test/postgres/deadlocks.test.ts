import type pg from "pg";
import { expect, test } from "vitest";
import {
  actSubject,
  type Notification,
  type Operation,
  type Outcome,
  type Store,
  SupersededError,
} from "../../src/store/index.ts";
import { aPostOf, renderedBy } from "../contract/notifications.ts";
import { anAct } from "../contract/store-database.ts";
import { eventually } from "../support/eventually.ts";
import { connectOutside, othersWait } from "../support/postgres-locks.ts";
import { timesInARow } from "../support/races.ts";
import { usePostgres } from "./use-postgres.ts";

const postgres = usePostgres();

const phoneOwner = "U7";
const quota = { day: "2026-11-21", limit: 1_000_000 };
const workers = 12;
const stepsEach = timesInARow(40);
const rootCount = 3;

/** Random numbers, the same for the same seed. */
function createDice(seed: number) {
  let state = seed;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
  return { roll, pick: <T>(items: readonly T[]): T => items[roll(items.length)]! };
}

type Dice = ReturnType<typeof createDice>;

/** Posts about all that the operation touches, in random order, in conversations that all operations share. */
function tell(operation: Operation, dice: Dice): Notification {
  const { act, tries, unknownsCard } = operation;
  const subjects = [...new Set([act, ...tries.map((one) => one.act)].map(actSubject))];
  if (unknownsCard !== null) subjects.push(`unknowns:${unknownsCard}`);
  const shuffled = subjects.toSorted(() => dice.roll(3) - 1);
  const posts = shuffled.map((subject) => aPostOf(subject, { destinations: [dice.pick(["C1", "C2"])] }));
  const lines = shuffled.map((subject) => ({ subject, event: { said: "told" } }));
  const [post] = posts;
  const besides = post === undefined ? [] : [{ ...post, audience: "on-call", destinations: ["C2"] }];
  return dice.pick<Notification>([{ posts: [...posts, ...besides] }, { lines }, { changed: shuffled }, {}]);
}

/** What two instances and their people do at random to the tries of a few roots, some within acts of several operations. */
function createCrowd(stores: readonly [Store, Store], dice: Dice) {
  let made = 0;
  const roots = Array.from({ length: rootCount }, (_, index) => `m-${index}`);
  // Sorts before or after the root's id.
  const newId = () => {
    made += 1;
    return `${dice.pick(["a", "z"])}-${made}`;
  };
  const triesOf = async ({ operations }: Store): Promise<Operation[]> => {
    const root = (await operations.get(dice.pick(roots)))!;
    const others = await Promise.all(root.tries.slice(-3).map(({ id }) => operations.get(id)));
    return [root, ...others.flatMap((one) => one ?? [])];
  };
  const finish = ({ operations, receipts }: Store, id: string, outcome: Outcome, own: object = {}) =>
    operations.finish(id, {
      ...{ outcome, result: null, ...own },
      notificationFor: (_, operation) => tell(operation, dice),
      inTransaction: (operation) => async (trx) => {
        const asked = await receipts.ask(trx, operation, () => phoneOwner);
        return { posts: asked.map(({ subject }) => aPostOf(subject, { destinations: [phoneOwner] })) };
      },
    });
  const take = async (store: Store, { root }: Operation, newest: string) => {
    const id = newId();
    const again = { root, newest, reason: "it hangs" };
    const send = { id: `${id}:send`, kind: "messages.send", request: {}, again, quota };
    const whole = [
      anAct({ id, again, quota }),
      anAct({ id, again, quota, siblings: [{ id: newId(), request: {} }] }),
      anAct({ id, kind: "files.upload", next: send }),
    ];
    await store.operations.enqueue(dice.pick(whole));
  };
  const start = async (store: Store, { id, root, act, step, siblings }: Operation) => {
    if (step === 1) {
      await store.operations.start(act);
      await finish(store, act, "accepted");
    }
    for (const one of siblings) await store.operations.start(one.id, { root: one.root });
    await store.operations.start(id, { root });
  };
  /** By an instance that delivers, or that has lost its lease. */
  const deliver = async ({ posts }: Store) => {
    await posts.lead(dice.roll(50) + 1);
    const ofAudience = await posts.waiting([renderedBy], { limit: 1 + dice.roll(3) });
    await posts.attempt({
      posts: ofAudience.map(({ post }) => post.id),
      lines: ofAudience.flatMap(({ lines }) => lines.map(({ id }) => id)),
    });
    const arrived = ofAudience.map(({ post, lines }) => ({
      ...post,
      message: dice.pick([null, { channel: post.destination, ts: `17.${post.id}` }]),
      postedVersion: post.version,
      isDoubtful: false,
      appeared: post.subject,
      leadBack: [],
      said: lines.map(({ id }) => id),
    }));
    await dice.pick([
      () => posts.save(arrived),
      () => posts.save(arrived),
      async () => {
        for (const one of arrived) await posts.saveLate(one);
      },
    ])();
  };
  const acts: ((store: Store, one: Operation, newest: string) => Promise<unknown>)[] = [
    take,
    take,
    start,
    start,
    (store, { id }) => finish(store, id, dice.pick(["refused", "not_sent", "unknown", "unknown"])),
    (store, { id }) => finish(store, id, dice.pick(["refused", "not_sent", "unknown", "unknown"])),
    (store, { siblings, id }) => finish(store, dice.pick([id, ...siblings.map((one) => one.id)]), "refused"),
    ({ operations }, { id, root }) => operations.start(id, { root, isAgain: true }),
    deliver,
    deliver,
    deliver,
    ({ operations }, { id }) =>
      operations.resolve(id, {
        by: "U2",
        as: "did_not_arrive",
        notificationFor: (operation) => tell(operation, dice),
      }),
    ({ receipts }, { id }) =>
      receipts.answer(id, {
        ...{ by: phoneOwner, as: "did_not_arrive", words: null },
        notificationFor: (operation) => tell(operation, dice),
      }),
  ];
  const step = async (store: Store) => {
    const tries = await triesOf(store);
    const newest = tries.at(-1)!;
    const one = dice.roll(3) === 0 ? dice.pick(tries) : newest;
    await dice
      .pick(acts)(store, one, newest.id)
      .catch((error: unknown) => {
        if (!(error instanceof SupersededError)) throw error;
      });
  };
  const begin = async () => {
    for (const id of roots) {
      await stores[0].operations.enqueue(anAct({ id, quota, siblings: [{ id: newId(), request: {} }] }));
      await stores[0].operations.start(id);
      await finish(stores[0], id, "unknown");
    }
  };
  return { begin, step };
}

/** Call it after the stores are closed: a connection reports its deadlocks at its end, at the latest. */
async function countDeadlocks(outside: pg.Client): Promise<number> {
  await eventually(async () => {
    const { rows: others } = await outside.query(
      "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    expect(others).toEqual([]);
  });
  const { rows } = await outside.query(
    "select deadlocks::int as count, xact_commit > 0 as counts from pg_stat_database where datname = current_database()",
  );
  expect(rows).toMatchObject([{ counts: true }]);
  return rows[0].count;
}

async function openTwo() {
  const database = await postgres.make();
  const stores = [await database.open("first"), await database.open("second")] as const;
  return { database, stores, outside: await connectOutside(database.url) };
}

test.each([1, 2])(
  "two instances that work on the same tries and acts at random never deadlock (seed %i)",
  async (seed) => {
    const { database, stores, outside } = await openTwo();
    const crowd = createCrowd(stores, createDice(seed));
    await crowd.begin();
    await Promise.all(
      Array.from({ length: workers }, async (_, worker) => {
        for (let count = 0; count < stepsEach; count += 1) {
          database.clock.advance(1);
          await crowd.step(stores[worker % 2]!);
        }
      }),
    );
    const { rows } = await outside.query(
      "select root from operations where closed_at is null group by root having count(*) > 1",
    );
    expect(rows).toEqual([]);
    for (const store of stores) await store.close();
    expect(await countDeadlocks(outside)).toBe(0);
  },
  120_000,
);

test("an act that is delivered again while it is being closed waits for that, without a deadlock", async () => {
  const {
    stores: [first, second],
    outside,
  } = await openTwo();
  await first.operations.enqueue(anAct({ id: "a", quota }));
  await first.operations.start("a");
  await outside.query("begin");
  await outside.query("update operations set reason = reason where id = 'a'");
  const again = second.operations.enqueue(anAct({ id: "a", quota }));
  await othersWait(outside);
  await outside.query("update quotas set used = used - 1");
  await outside.query("commit");
  expect(await again).toMatchObject({ kind: "duplicate", operation: { id: "a" } });
  for (const store of [first, second]) await store.close();
  expect(await countDeadlocks(outside)).toBe(0);
});
