import { type Kysely, type RawBuilder, sql } from "kysely";
import type { DeliveredPost, NotifiedPost, PostQueue, SavedPost } from "../../post-queue.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { retryOnConflict, transact, write } from "../database/transact.ts";
import { amongValues, givenRows, withoutNul } from "../database/values.ts";
import { notify } from "./notify.ts";
import { toQueuedLine, toQueuedPost } from "./table.ts";

/** Most ids in an announcement, since PostgreSQL limits it to 8,000 bytes; above, it has no ids. */
const maxAnnounced = 500;

export function createPostQueue(context: StoreContext): PostQueue {
  const { connection, deliverers } = context;
  return {
    lead: (forMs) => lead(context, forMs),
    resign: () => resign(context),
    announce: async (ids) => connection.notifications?.send(ids.length > maxAnnounced ? "" : ids.join()),
    hears: () => connection.notifications?.isHeard() ?? true,

    deliverBy(deliverer) {
      deliverers.add(deliverer);
      const ended = connection.notifications?.listen((text = "") =>
        deliverer.look(text === "" ? undefined : text.split(",").map(Number)),
      );
      return () => {
        deliverers.delete(deliverer);
        ended?.();
      };
    },

    waiting: (kinds, of) => readWaiting(context, kinds, of),

    async attempt({ posts, lines }) {
      const mark = async (table: "posts" | "post_lines", ids: readonly number[]) => {
        if (ids.length === 0) return [];
        const lock = connection.engine === "postgres" ? sql`for update` : sql``;
        const { rows } = await write(context, (db) =>
          sql<{ id: number }>`
            with held as materialized
              (select id from ${sql.table(table)} where id ${amongValues(connection.engine, "int8", ids)} order by id ${lock})
            update ${sql.table(table)} set may_repeat = 1
            where id in (select id from held) and ${isLeading(context)} returning id`.execute(db),
        );
        return rows.map(({ id }) => id);
      };
      const marked = { posts: await mark("posts", posts), lines: await mark("post_lines", lines) };
      if (marked.posts.length + marked.lines.length > 0) return marked;
      return (await isOurs(context)) ? marked : null;
    },

    async save(posts) {
      const saved = await saveAll(context, posts);
      return saved.length > 0 || (await isOurs(context)) ? saved : null;
    },

    saveLate: ({ id, destination, message, said }) =>
      transact(context, async (trx) => {
        await lockShowing(context, trx, id);
        if (said.length > 0) await trx.deleteFrom("post_lines").where("id", "in", said).execute();
        const subjects = trx.selectFrom("posts").select("subject");
        const renderAgain = (posts: readonly { subject: string }[]) =>
          notify(context, trx, { changed: posts.map(({ subject }) => subject) });
        if (message === null) {
          await renderAgain(await subjects.where("id", "=", id).execute());
          return true;
        }
        const place = { channel: withoutNul(message.channel), ts: withoutNul(message.ts) };
        const appeared = await trx
          .updateTable("posts")
          .set({ destination, ...place })
          .where("id", "=", id)
          // Matches the same Slack message too, since the answer to an earlier save may have been lost.
          .where((row) => row.or([row("ts", "is", null), row.and(place)]))
          .returning("subject")
          .executeTakeFirst();
        if (appeared === undefined) return false;
        await renderAgain([appeared, ...(await subjects.where("links_to", "=", appeared.subject).execute())]);
        return true;
      }),
  };
}

/** Locks a subject's posts and the posts that link to it, in the same order as notifications. */
async function lockShowing({ connection }: StoreContext, trx: StoreTransaction, id: number): Promise<void> {
  if (connection.engine !== "postgres") return;
  await sql`select id from posts where subject in (
      select subject from posts where id = ${id}
      union all select linking.subject from posts join posts as linking on linking.links_to = posts.subject
        where posts.id = ${id})
    order by id for update`.execute(trx);
}

async function isOurs(context: StoreContext): Promise<boolean> {
  const { ours } = await context.connection.db
    .selectNoFrom(isLeading(context).as("ours"))
    .executeTakeFirstOrThrow();
  return Boolean(ours);
}

async function readWaiting(
  { connection: { db, engine } }: StoreContext,
  kinds: readonly string[],
  of: { limit: number } | { ids: readonly number[] },
): Promise<NotifiedPost[]> {
  if (kinds.length === 0 || ("ids" in of && of.ids.length === 0)) return [];
  const rows = await db
    .selectFrom("posts")
    .selectAll()
    .where("since", "is not", null)
    .where("kind", "in", kinds)
    .$if("ids" in of, (posts) =>
      posts.where(sql<boolean>`id ${amongValues(engine, "int8", "ids" in of ? of.ids : [])}`),
    )
    // Posts that nobody has seen come first, in case the limit cuts off others.
    .orderBy(sql`case when ts is null then 0 else 1 end`)
    .orderBy("since")
    .orderBy("id")
    .$if("limit" in of, (posts) => posts.limit("limit" in of ? of.limit : 0))
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await db
    .selectFrom("post_lines")
    .selectAll()
    .where(sql<boolean>`post_id ${amongValues(engine, "int8", ids)}`)
    .orderBy("id")
    .execute();
  const linesOf = Map.groupBy(lines, ({ post_id }) => post_id);
  return rows.map((row) => ({
    post: toQueuedPost(row),
    lines: (linesOf.get(row.id) ?? []).map(toQueuedLine),
  }));
}

/** Parts of `save`: one statement on PostgreSQL, several on SQLite. */
type Parts = Record<"given" | "locked" | "saved" | "linking" | "said", RawBuilder<unknown>>;

async function saveAll(context: StoreContext, posts: readonly DeliveredPost[]): Promise<SavedPost[]> {
  const { db, engine } = context.connection;
  if (engine === "sqlite") return await transact(context, (trx) => saveInTurn(context, trx, posts));
  if (posts.every(({ appeared }) => appeared === null))
    return await retryOnConflict(() => saveInOne(context, db, posts));
  // Locks in a separate statement: while it waits, transactions may add linking posts, which the next statement sees.
  return await transact(context, async (trx) => {
    await sql`${toParts(context, posts).locked} for update`.execute(trx);
    return await saveInOne(context, trx, posts);
  });
}

async function saveInOne(
  context: StoreContext,
  db: Kysely<Tables>,
  posts: readonly DeliveredPost[],
): Promise<SavedPost[]> {
  const { given, locked, saved, linking, said } = toParts(context, posts);
  // PostgreSQL skips parts that nothing refers to, so each writing part refers to the locks.
  const inOrder = sql`(select count(*) from locked) > 0`;
  const { rows } = await sql<SavedPost>`
    with given as (${given}), locked as materialized (${locked} for update), said as (${said} and ${inOrder}),
      saved as (${saved} and ${inOrder} returning posts.id, posts.version),
      linking as (${linking} and ${inOrder} returning posts.id, posts.version)
    select id, version from saved union all select id, version from linking`.execute(db);
  return rows;
}

async function saveInTurn(
  context: StoreContext,
  trx: StoreTransaction,
  posts: readonly DeliveredPost[],
): Promise<SavedPost[]> {
  const { given, saved, linking, said } = toParts(context, posts);
  await said.execute(trx);
  const written = await sql<SavedPost>`
    with given as (${given}) ${saved} returning id, version`.execute(trx);
  const linked = await sql<SavedPost>`
    with given as (${given}) ${linking} returning id, version`.execute(trx);
  return [...written.rows, ...linked.rows];
}

/** Makes parts that never change a row twice, which PostgreSQL forbids: `linking` leaves the given posts to `saved`. */
function toParts(context: StoreContext, posts: readonly DeliveredPost[]): Parts {
  const { engine } = context.connection;
  const { storeNow } = context;
  const ours = isLeading(context);
  const ids = amongValues(
    engine,
    "int8",
    posts.map(({ id }) => id),
  );
  const said = posts.flatMap((post) => post.said);
  const appeared = posts.flatMap((post) => post.appeared ?? []);
  const leadBack = posts.flatMap((post) => post.leadBack);
  // A union lets each half use its index; an OR would read all posts.
  const linkingIds = sql`select id from posts where links_to ${amongValues(engine, "text", appeared)}
    union all select id from posts where subject ${amongValues(engine, "text", leadBack)}`;
  const isLinking = sql`(posts.links_to ${amongValues(engine, "text", appeared)} or posts.subject ${amongValues(engine, "text", leadBack)})`;
  const since = sql`case when posts.destination = '' then null else coalesce(posts.since, ${storeNow()}) end`;
  return {
    given: givenRows(engine, savedTypes, posts.map(toGiven)),
    locked: sql`select id from posts where id in (select id from posts where id ${ids} union all ${linkingIds})
      order by id`,
    said: sql`delete from post_lines where id ${amongValues(engine, "int8", said)} and ${ours}`,
    saved: sql`update posts set destination = given.destination, channel = given.channel, ts = given.ts,
        posted_version = given.posted_version, may_repeat = given.may_repeat, error = given.error,
        version = posts.version + case when ${isLinking} then 1 else 0 end,
        state_version = case when posts.state_version > given.state_version then posts.state_version
          else given.state_version end,
        since = case when given.doubtful = 1 or posts.version > given.posted_version or ${isLinking}
            or exists (select 1 from post_lines where post_lines.post_id = posts.id
              and not post_lines.id ${amongValues(engine, "int8", said)})
          then coalesce(posts.since, ${storeNow()}) end
      from given where posts.id = given.id and posts.id ${ids} and ${ours}`,
    linking: sql`update posts set version = posts.version + 1, since = ${since}
      where posts.id in (${linkingIds}) and not posts.id ${ids} and ${ours}`,
  };
}

const savedTypes = {
  id: "int8",
  destination: "text",
  channel: "text",
  ts: "text",
  posted_version: "int8",
  state_version: "int8",
  may_repeat: "int8",
  error: "text",
  doubtful: "int8",
} as const;

function toGiven(post: DeliveredPost) {
  const { id, destination, message, error } = post;
  return {
    id,
    destination,
    channel: message === null ? null : withoutNul(message.channel),
    ts: message === null ? null : withoutNul(message.ts),
    posted_version: post.postedVersion,
    state_version: post.stateVersion,
    may_repeat: post.mayRepeat ? 1 : 0,
    error: error === null ? null : withoutNul(error),
    doubtful: post.isDoubtful ? 1 : 0,
  };
}

/** Name of the row in `jobs` whose lease decides which instance delivers. */
const leading = "delivery";

/** Matches if this instance delivers, for writes that no other instance may make. */
function isLeading({ connection, owner, storeNow }: StoreContext): RawBuilder<boolean> {
  if (!connection.isShared) return sql`1 = 1`;
  return sql`exists (select 1 from jobs
    where jobs.name = ${sql.lit(leading)} and jobs.lease_owner = ${owner} and jobs.lease_until > ${storeNow()})`;
}

/** Tolerance at a lease's end: a renewal may commit after another instance's statement began. */
const slackMs = 5_000;

/** Time after a heartbeat (each 5 s) during which an instance of a newer version keeps older ones from delivering. */
const newerLivesMs = 15_000;

/** Takes or renews the lease of delivery, ignoring one that ends too late: the clock was set back after it was stored. */
async function lead({ connection, owner, version, storeNow }: StoreContext, forMs: number): Promise<boolean> {
  if (!connection.isShared) return true;
  const { rows } = await retryOnConflict(() =>
    sql`insert into jobs (name, ran_at, lease_owner, lease_until)
      select ${sql.lit(leading)}, 0, ${owner}, ${storeNow()} + ${sql.lit(forMs)}
      where not exists (select 1 from jobs as newer where newer.version > ${version}
        and newer.ran_at between ${storeNow()} - ${sql.lit(newerLivesMs)} and ${storeNow()})
      on conflict (name) do update set lease_owner = excluded.lease_owner, lease_until = excluded.lease_until
      where jobs.lease_owner = excluded.lease_owner
        or jobs.lease_until not between ${storeNow()} + 1 and excluded.lease_until + ${sql.lit(slackMs)}
      returning name`.execute(connection.db),
  );
  return rows.length > 0;
}

async function resign({ connection, owner }: StoreContext): Promise<void> {
  if (!connection.isShared) return;
  const { numUpdatedRows } = await connection.db
    .updateTable("jobs")
    .set({ lease_until: 0 })
    .where("name", "=", leading)
    .where("lease_owner", "=", owner)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await connection.notifications?.send("");
}
