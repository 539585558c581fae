import pg from "pg";
import { openStore } from "../src/store/index.ts";
import { compare, type Plan, type Table } from "./comparison.ts";
import { postgresLimits } from "./patience.ts";

const workers = 4;
const batch = 10;
const posts = 10_000;
/** Posts that wait in each conversation. */
const depth = 5;
const kind = "bench";

type Sample = { perSecond: number; doubled: number };
/** One worker's next batch: the posts that it may deliver now, or their conversations. */
type Claim = () => Promise<readonly (number | string)[]>;
type Queue = { waiting: number; conversations: number };

const figures = [
  { head: "per second", of: ({ perSecond }: Sample) => perSecond, digits: 0, ratio: true },
  { head: "claimed twice", of: ({ doubled }: Sample) => doubled, digits: 0 },
];

const waiting = `select destination from lanes where due_at <= 0 order by due_at limit ${batch}`;
// Locked in one order before anything is written: two that overlap would else lock each other out.
const take = (destinations: string) =>
  `with mine as (${destinations} for update) update lanes set due_at = null from mine
   where lanes.destination = mine.destination returning mine.destination`;

/**
 * Posts claimed for delivery by four at once: the store's way, against a conditional write alone on as many conversations,
 * and against none, which shows that the workers do meet.
 */
export async function benchClaims(url: string, plan: Plan): Promise<Table> {
  const rest = { leaseMs: 3_600_000, now: () => new Date(), postgresLimits };
  const open = (owner: string) => openStore({ url, owner, ...rest });
  const stores = await Promise.all(Array.from({ length: workers }, (_, index) => open(`bench-${index}`)));
  const pool = new pg.Pool({ connectionString: url, max: workers });
  const count = plan.rows(posts);
  const deep = { waiting: count, conversations: count / depth };
  const flat = { waiting: count / depth, conversations: count / depth };
  const destinationsOf = async (sql: string, values: unknown[] = []) => {
    const { rows } = await pool.query<{ destination: string }>(sql, values);
    return rows.map(({ destination }) => destination);
  };
  const conditional: Claim = () => destinationsOf(take(waiting));
  const unconditional: Claim = async () => {
    const seen = await destinationsOf(waiting);
    const those = "select destination from lanes where destination = any($1) order by destination";
    return seen.length === 0 ? [] : await destinationsOf(take(those), [seen]);
  };
  const run = (claims: readonly Claim[], queue: Queue, count = queue.conversations) => {
    return async () => {
      await fill(pool, queue);
      return await claimAll(claims, count);
    };
  };
  const alone = (claim: Claim) =>
    run(
      Array.from({ length: workers }, () => claim),
      flat,
    );
  const claims = stores.map(
    ({ posts }): Claim =>
      async () => {
        return (await posts.claim(batch, [kind])).map(({ id }) => id);
      },
  );
  const deliveries = stores.map(
    ({ posts }): Claim =>
      async () => {
        const claimed = await posts.claim(batch, [kind]);
        const note = (post: (typeof claimed)[number]) =>
          posts.delivered(post, { channel: post.destination, ts: `1.${post.id}` });
        await Promise.all(claimed.map(note));
        return claimed.map(({ id }) => id);
      },
  );
  const table = await compare({
    title: `Posts claimed by ${workers} at once, PostgreSQL, ${batch} at a time, in ${deep.conversations} conversations`,
    figures,
    contenders: [
      { name: "a conditional write alone", run: alone(conditional) },
      { name: "no condition", run: alone(unconditional) },
      { name: "the store, one waits in each", run: run(claims, flat) },
      {
        name: `the store, ${depth} wait in each`,
        run: run(claims, deep),
        targets: [{ figure: "per second", atLeast: 0.8, than: "the store, one waits in each" }],
      },
      { name: `the store, ${depth} in each claimed and noted`, run: run(deliveries, deep, deep.waiting) },
    ],
    plan,
  });
  await pool.end();
  for (const store of stores) await store.close();
  return table;
}

async function fill(pool: pg.Pool, { waiting, conversations }: Queue): Promise<void> {
  await pool.query("truncate posts, post_lines, lanes");
  await pool.query(
    `insert into posts (subject, place, kind, destinations, destination, kept, wanted, shown, state_version,
       since, attempts, may_repeat, undrawn, changed_at)
     select 'act:' || n, 'result', $3::text, '["C' || n % $2 || '"]', 'C' || n % $2, 0, 1, 0, 1, n, 0, 0, 0, 0
     from generate_series(1, $1::int) n`,
    [waiting, conversations, kind],
  );
  await pool.query(
    "insert into lanes (destination, due_at, free_at) select distinct destination, 0, 0 from posts",
  );
}

async function claimAll(claims: readonly Claim[], count: number): Promise<Sample> {
  const claimed = new Set<number | string>();
  let doubled = 0;
  const startedMs = performance.now();
  const work = async (claim: Claim) => {
    while (claimed.size < count) {
      for (const id of await claim()) {
        if (claimed.has(id)) doubled += 1;
        claimed.add(id);
      }
    }
  };
  await Promise.all(claims.map(work));
  return { perSecond: count / ((performance.now() - startedMs) / 1000), doubled };
}
