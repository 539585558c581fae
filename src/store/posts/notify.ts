import { type RawBuilder, sql } from "kysely";
import type { NotifiedPost } from "../../post-queue.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { amongValues, givenRows } from "../database/values.ts";
import {
  type NewPost,
  type Notification,
  type PostLineRow,
  type PostRow,
  toQueuedLine,
  toQueuedPost,
} from "./table.ts";

/** Creates or refreshes posts, last in a transaction. A post without a destination keeps an outcome and is never sent. */
export async function notify(
  context: StoreContext,
  trx: StoreTransaction,
  notification: Notification,
): Promise<void> {
  const parts = toParts(context, notification);
  if (parts === null) return;
  if (context.connection.engine === "sqlite") return await notifyInTurn(context, trx, parts);
  const { rows } = await sql<WrittenPosts>`with ${parts.written} select ${parts.notified}`.execute(trx);
  for (const row of rows) trackNotified(context, trx, row);
}

/** Row returned by a statement that ends with `notified` of `toParts`. */
export type WrittenPosts = { posts: PostRow[] | null; lines: PostLineRow[] | null };

type NotificationParts = NonNullable<ReturnType<typeof toParts>>;

/**
 * `written` and `notified` are for one PostgreSQL statement, the other parts for SQLite in turn. No row is changed by
 * two parts. Posts and the posts they link to are locked in the order of ids, against deadlocks, and so that a linked
 * post can't appear in Slack unnoticed while the linking post is being stored.
 */
export function toParts(context: StoreContext, { posts = [], changed = [], lines = [] }: Notification) {
  const { engine } = context.connection;
  const subjects = [...new Set([...posts, ...lines].map(({ subject }) => subject).concat(changed))];
  if (subjects.length === 0) return null;
  const rows = [...new Map(posts.map((post) => [`${post.subject}\n${post.audience}`, post])).values()];
  const newPosts = givenPosts(context, rows);
  const held = [...subjects, ...rows.flatMap(({ linksTo }) => linksTo ?? [])];
  const newLines = givenRows(
    engine,
    { n: "int8", subject: "text", audience: "text", event: "text" },
    lines.map(({ subject, audience = null, event }, n) => ({
      n,
      subject,
      audience,
      event: JSON.stringify(event),
    })),
  );
  // Makes each writing part wait for the locks: PostgreSQL skips a reading part that nothing refers to.
  const isHeld = engine === "postgres" ? sql`(select count(*) from held) >= 0` : sql`true`;
  const add = sql`${insertNew(context, isHeld)} do update set facts = coalesce(excluded.facts, posts.facts),
      kept = excluded.kept, version = posts.version + 1, state_version = posts.version + 1,
      since = ${sinceNow(context)}, changed_at = excluded.changed_at
    returning *`;
  const raiseOthers = sql`
    update posts set version = version + 1, state_version = version + 1, since = ${sinceNow(context)},
      changed_at = ${nowMs(context)}
    where subject ${amongValues(engine, "text", subjects)} and ${isHeld} and not exists (select 1 from new_posts
      where new_posts.subject = posts.subject and new_posts.audience = posts.audience)
    returning *`;
  const addLines = (from: RawBuilder<unknown>) => sql`
    insert into post_lines (post_id, event, may_repeat)
    select one.id, new_lines.event, 0 from new_lines join ${from} as one on one.subject = new_lines.subject
      and (new_lines.audience is null or new_lines.audience = one.audience)
    where one.destination <> '' order by new_lines.n, one.id
    returning *`;
  return {
    newPosts,
    newLines,
    add,
    raiseOthers,
    addLines,
    hasLines: lines.length > 0,
    written: sql`new_posts as (${newPosts}), new_lines as (${newLines}),
      held as materialized (select id from posts where subject ${amongValues(engine, "text", held)} order by id for update),
      added as (${add}), raised as (${raiseOthers}),
      told as (select * from added union all select * from raised), lined as (${addLines(sql`told`)})`,
    notified: sql`(select jsonb_agg(told order by id) from told) as posts,
      (select jsonb_agg(lined order by id) from lined) as lines`,
  };
}

/** Runs the parts one after the other. Existing posts are raised by `add` if they were given, else by `raiseOthers`. */
async function notifyInTurn(
  context: StoreContext,
  trx: StoreTransaction,
  { newPosts, newLines, add, raiseOthers, addLines, hasLines }: NotificationParts,
): Promise<void> {
  const withPosts = sql`with new_posts as (${newPosts})`;
  const added = await sql<PostRow>`${withPosts} ${add}`.execute(trx);
  const raised = await sql<PostRow>`${withPosts} ${raiseOthers}`.execute(trx);
  const posts = [...added.rows, ...raised.rows].toSorted((a, b) => a.id - b.id);
  if (!hasLines || posts.length === 0) return trackNotified(context, trx, { posts, lines: [] });
  const ids = amongValues(
    "sqlite",
    "int8",
    posts.map(({ id }) => id),
  );
  const lined = await sql<PostLineRow>`
    with new_lines as (${newLines}) ${addLines(sql`(select * from posts where id ${ids})`)}`.execute(trx);
  trackNotified(context, trx, { posts, lines: lined.rows });
}

/** Adds a post. False if the subject already has a post for this audience. */
export async function addPostOnce(
  context: StoreContext,
  trx: StoreTransaction,
  post: NewPost,
): Promise<boolean> {
  const { rows } = await sql<PostRow>`with new_posts as (${givenPosts(context, [post])})
    ${insertNew(context, sql`true`)} do nothing returning *`.execute(trx);
  trackNotified(context, trx, { posts: rows, lines: [] });
  return rows.length > 0;
}

/** Inserts `new_posts`; the caller appends the action on conflict. */
function insertNew(context: StoreContext, isHeld: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into posts (subject, audience, kind, destination, destinations, links_to, facts, kept, version, posted_version,
      state_version, may_repeat, since, error, changed_at)
    select subject, audience, kind, destination, destinations, links_to, facts, kept, 1, 0, 1, may_repeat,
      case when destination = '' then null else ${context.storeNow()} end,
      case when destination = '' then 'no destination' end, ${nowMs(context)}
    from new_posts where ${isHeld} on conflict (subject, audience)`;
}

function nowMs({ now }: StoreContext): RawBuilder<number> {
  return sql`cast(${now().getTime()} as bigint)`;
}

/** Passes posts to this process's deliverer after the commit, in the order of writing. */
function trackNotified({ afterCommits }: StoreContext, trx: StoreTransaction, written: WrittenPosts): void {
  afterCommits.get(trx)?.notified.push(...toNotifiedPosts(written));
}

export function toNotifiedPosts({ posts, lines }: WrittenPosts): NotifiedPost[] {
  const linesOf = Map.groupBy(lines ?? [], ({ post_id }) => post_id);
  return (posts ?? [])
    .filter(({ destination }) => destination !== "")
    .map((row) => ({
      post: toQueuedPost(row),
      lines: (linesOf.get(row.id) ?? []).map(toQueuedLine),
    }));
}

const postTypes = {
  subject: "text",
  audience: "text",
  kind: "text",
  destination: "text",
  destinations: "text",
  links_to: "text",
  facts: "text",
  kept: "int8",
  may_repeat: "int8",
} as const;

function givenPosts(context: StoreContext, posts: readonly NewPost[]): RawBuilder<unknown> {
  return givenRows(
    context.connection.engine,
    postTypes,
    posts.map((post) => toNewRow(context, post)),
  );
}

function toNewRow({ deliverers }: StoreContext, post: NewPost) {
  const { subject, audience, kind, destinations, facts, linksTo = null, isKept = false } = post;
  const [destination = ""] = destinations;
  const leavesNow = destination !== "" && [...deliverers].some((one) => one.takesNow(kind, destination));
  return {
    subject,
    audience,
    kind,
    destination,
    destinations: JSON.stringify([...new Set(destinations)]),
    links_to: linksTo,
    facts: facts === undefined ? null : JSON.stringify(facts),
    kept: isKept ? 1 : 0,
    may_repeat: leavesNow ? 1 : 0,
  };
}

function sinceNow({ storeNow }: StoreContext): RawBuilder<number | null> {
  return sql`case when posts.destination = '' then null else coalesce(posts.since, ${storeNow()}) end`;
}
