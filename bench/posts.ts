import pg from "pg";
import { openStore } from "../src/store/index.ts";
import { compare, type Plan, type Table } from "./comparison.ts";
import { postgresLimits } from "./patience.ts";

/** As many as delivery stores at once. */
const batch = 50;
const posts = 5_000;
const kind = "bench";

type Sample = { perSecond: number };
const figures = [{ head: "per second", of: ({ perSecond }: Sample) => perSecond, digits: 0, ratio: true }];

/** Posts that are marked before they leave and saved when they arrived, against two writes for each of them. */
export async function benchPosts(url: string, plan: Plan): Promise<Table> {
  const store = await openStore({
    url,
    owner: "bench",
    leaseMs: 60_000,
    now: () => new Date(),
    postgresLimits,
  });
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const count = plan.rows(posts);
  const measure = (deliver: () => Promise<number>) => async () => {
    await fill(pool, count);
    await store.posts.lead(3_600_000);
    const startedMs = performance.now();
    for (let done = 0; done < count; ) done += await deliver();
    return { perSecond: count / ((performance.now() - startedMs) / 1000) };
  };
  const ours = async () => {
    const told = (await store.posts.waiting([kind], { limit: batch })).map(({ post }) => post);
    await store.posts.attempt({ posts: told.map(({ id }) => id), lines: [] });
    const arrived = told.map((post) => ({
      ...post,
      message: { channel: post.destination, ts: `1.${post.id}` },
      postedVersion: post.version,
      isDoubtful: false,
      appeared: post.subject,
      leadBack: [],
      said: [],
    }));
    return (await store.posts.save(arrived))?.length ?? 0;
  };
  const each = async () => {
    const { rows } = await pool.query<{ id: string }>(
      "select id from posts where since is not null order by since, id limit $1",
      [batch],
    );
    for (const { id } of rows) {
      await pool.query("update posts set may_repeat = 1 where id = $1", [id]);
      await pool.query(
        "update posts set channel = 'C1', ts = '1.1', posted_version = version, may_repeat = 0, since = null where id = $1",
        [id],
      );
    }
    return rows.length;
  };
  const table = await compare({
    title: `Posts marked and saved, PostgreSQL, ${batch} at a time`,
    figures,
    contenders: [
      { name: "two writes for each", run: measure(each) },
      { name: "the store", run: measure(ours), targets: [{ figure: "per second", atLeast: 2 }] },
    ],
    plan,
  });
  await pool.end();
  await store.close();
  return table;
}

async function fill(pool: pg.Pool, count: number): Promise<void> {
  await pool.query("truncate posts, post_lines");
  await pool.query(
    `insert into posts (subject, audience, kind, destinations, destination, kept, version, posted_version, state_version,
       since, may_repeat, changed_at)
     select 'act:' || n, 'result', $2::text, '["C' || n || '"]', 'C' || n, 0, 1, 0, 1, n, 0, 0
     from generate_series(1, $1::int) n`,
    [count, kind],
  );
}
