import pg from "pg";
import { openStore } from "../src/store/index.ts";
import { compare, type Plan, type Table } from "./comparison.ts";
import { postgresLimits } from "./patience.ts";

const workers = 4;
const batch = 10;
const posts = 2000;

type Sample = { perSecond: number; doubled: number };
/** One worker's next batch: the ids that it may deliver now. */
type Claim = () => Promise<readonly number[]>;

const figures = [
  { head: "per second", of: ({ perSecond }: Sample) => perSecond, digits: 0, ratio: true },
  { head: "claimed twice", of: ({ doubled }: Sample) => doubled, digits: 0 },
];

const waiting = `select id from posts where state = 'queued' order by id limit ${batch}`;
// Locked in one order before anything is written: two that overlap would else lock each other out.
const take = (ids: string) =>
  `with mine as (${ids} for update) update posts set state = 'posting' from mine where posts.id = mine.id returning mine.id`;

/**
 * Posts claimed for delivery by four at once: the store's way, against a conditional write alone, and against none,
 * which shows that the workers do meet.
 */
export async function benchClaims(url: string, plan: Plan): Promise<Table> {
  const rest = { leaseMs: 3_600_000, now: () => new Date(), postgresLimits };
  const open = (owner: string) => openStore({ url, owner, ...rest });
  const stores = await Promise.all(Array.from({ length: workers }, (_, index) => open(`bench-${index}`)));
  const pool = new pg.Pool({ connectionString: url, max: workers });
  const count = plan.rows(posts);
  const idsOf = async (sql: string, values: unknown[] = []) => {
    const { rows } = await pool.query<{ id: string }>(sql, values);
    return rows.map(({ id }) => Number(id));
  };
  const conditional: Claim = () => idsOf(take(waiting));
  const unconditional: Claim = async () => {
    const seen = await idsOf(waiting);
    return seen.length === 0
      ? []
      : await idsOf(take("select id from posts where id = any($1) order by id"), [seen]);
  };
  const run = (claims: readonly Claim[]) => async () => {
    await fill(pool, count);
    return await claimAll(claims, count);
  };
  const alone = (claim: Claim) => run(Array.from({ length: workers }, () => claim));
  const table = await compare({
    title: `Posts claimed by ${workers} at once, PostgreSQL, ${batch} at a time`,
    figures,
    contenders: [
      { name: "a conditional write alone", run: alone(conditional) },
      { name: "no condition", run: alone(unconditional) },
      {
        name: "the store",
        run: run(stores.map((store) => async () => (await store.posts.claim(batch)).map(({ id }) => id))),
        targets: [{ figure: "per second", atLeast: 2 }],
      },
    ],
    plan,
  });
  await pool.end();
  for (const store of stores) await store.close();
  return table;
}

/** Every post has a conversation of its own: a conversation takes one at a time. */
async function fill(pool: pg.Pool, count: number): Promise<void> {
  await pool.query("truncate posts");
  await pool.query(
    `insert into posts (destination, destinations, body, state, due_at, lease_owner, lease_until, attempts,
       may_repeat, created_at, kind)
     select 'C' || n, '["C' || n || '"]', '{"text":"Accepted"}', 'queued', 0, '', 0, 0, 0, 0, 'post'
     from generate_series(1, $1::int) n`,
    [count],
  );
}

async function claimAll(claims: readonly Claim[], count: number): Promise<Sample> {
  const claimed = new Set<number>();
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
