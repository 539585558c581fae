import { type Kysely, type RawBuilder, sql } from "kysely";
import type { QueuedLine, ToldPost } from "../../post-queue.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { toWaitingLine, toWaitingPost } from "./read.ts";
import type { PostRow } from "./table.ts";
import type { NewLine, NewPost, Telling } from "./types.ts";

/** Which posts: those of subjects, those that link to one, all that could not be rendered, or by their ids. */
type Raising =
  | { column: "subject" | "links_to"; values: readonly string[] }
  | { column: "id"; values: readonly number[] }
  | { column: "unrenderable" };

type RaisingOptions = {
  /** Subjects whose posts are locked with them. */
  ledTo?: readonly string[];
};

/** As the index has it: SQLite knows no parameter's value when it chooses one. */
const isUnrenderable = sql<boolean>`posts.unrenderable = 1`;

/**
 * What a transaction changes of what people see, and the last that it does: it renders nothing, and adds no row where a
 * subject is told already. An outcome must not be undone because nobody can be told of it, so one without a destination
 * waits for nothing.
 */
export async function tell(context: StoreContext, trx: StoreTransaction, telling: Telling): Promise<void> {
  const { posts = [], changed = [], lines = [] } = telling;
  const subjects = new Set([...posts, ...lines].map(({ subject }) => subject).concat(changed));
  if (subjects.size === 0) return;
  const ledTo = posts.flatMap(({ linksTo }) => linksTo ?? []);
  const known = await raise(context, trx, { column: "subject", values: [...subjects] }, { ledTo });
  const more = posts.filter((post) => {
    const row = known.find(({ subject, place }) => subject === post.subject && place === post.place);
    return row === undefined || post.facts !== undefined || (row.kept === 1) !== (post.isKept ?? false);
  });
  const stored = more.length === 0 ? [] : await insertPosts(context, trx, more).execute();
  const all = new Map([...known, ...stored].map((row) => [row.id, row]));
  const raised = [...all.values()].toSorted((a, b) => a.id - b.id);
  follow(context, trx, raised, await insertLines(trx, raised, lines));
}

/** Adds it where its place has none yet. False: one was there, whoever told it. */
export async function tellOnce(
  context: StoreContext,
  trx: StoreTransaction,
  post: NewPost,
): Promise<boolean> {
  const added = await trx
    .insertInto("posts")
    .values(toRow(context, post))
    .onConflict((conflict) => conflict.columns(["subject", "place"]).doNothing())
    .returningAll()
    .execute();
  follow(context, trx, added);
  return added.length > 0;
}

/** Once the transaction is committed, this process's deliverer has them. `rows`: in the order in which they are told. */
export function follow(
  { aftermaths }: StoreContext,
  trx: StoreTransaction,
  rows: readonly PostRow[],
  lines: readonly (QueuedLine & { postId: number })[] = [],
): void {
  aftermaths.get(trx)?.told.push(...toToldPosts(rows, lines));
}

export function toToldPosts(
  rows: readonly PostRow[],
  lines: readonly (QueuedLine & { postId: number })[] = [],
): ToldPost[] {
  return rows
    .filter(({ destination }) => destination !== "")
    .map((row) => ({
      post: toWaitingPost(row),
      lines: lines.filter(({ postId }) => postId === row.id),
      isNew: row.version === 1,
      isMarked: row.version === 1 && row.may_repeat === 1,
    }));
}

/** In one statement with rows that another transaction may just have added, and that `raise` did not see. */
export function insertPosts(context: StoreContext, db: Kysely<Tables>, posts: readonly NewPost[]) {
  const rows = new Map(posts.map((post) => [`${post.subject}\n${post.place}`, toRow(context, post)]));
  return db
    .insertInto("posts")
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.columns(["subject", "place"]).doUpdateSet({
        facts: sql`coalesce(excluded.facts, posts.facts)`,
        kept: sql`excluded.kept`,
        version: sql`posts.version + 1`,
        state_version: sql`posts.version + 1`,
        since: sinceNow(context),
        changed_at: sql`excluded.changed_at`,
      }),
    )
    .returningAll();
}

function toRow({ now, storeNow, deliverers }: StoreContext, post: NewPost) {
  const { subject, place, kind, destinations, facts, linksTo = null, isKept = false } = post;
  const [destination = ""] = destinations;
  const leavesNow = destination !== "" && [...deliverers].some((one) => one.takesNow(kind, destination));
  return {
    subject,
    place,
    kind,
    destination,
    destinations: JSON.stringify([...new Set(destinations)]),
    links_to: linksTo,
    facts: facts === undefined ? null : JSON.stringify(facts),
    kept: isKept ? 1 : 0,
    version: 1,
    posted_version: 0,
    state_version: 1,
    may_repeat: leavesNow ? 1 : 0,
    unrenderable: 0,
    since: destination === "" ? null : storeNow(),
    error: destination === "" ? "no destination" : null,
    changed_at: now().getTime(),
  };
}

function sinceNow({ storeNow }: StoreContext): RawBuilder<number | null> {
  return sql`case when posts.destination = '' then null else coalesce(posts.since, ${storeNow()}) end`;
}

/**
 * Something of these is otherwise now. Rows are locked in the order of their ids, so that no two transactions wait for each
 * other; those that others link to as well (`ledTo`): else one could appear unseen just before the other is stored.
 */
export async function raise(
  context: StoreContext,
  trx: StoreTransaction,
  raising: Raising,
  { ledTo = [] }: RaisingOptions = {},
): Promise<PostRow[]> {
  const isLocked = context.connection.engine === "postgres";
  const held = (which: Raising) =>
    trx
      .selectFrom("posts")
      .select("id")
      .where((row) =>
        which.column === "unrenderable" ? isUnrenderable : row(which.column, "in", which.values),
      )
      .orderBy("id")
      .$if(isLocked, (posts) => posts.forUpdate());
  // A statement of its own: PostgreSQL reads of a query beside an update only what the update asks for.
  if (isLocked && ledTo.length > 0 && raising.column === "subject")
    await held({ column: "subject", values: [...raising.values, ...ledTo] }).execute();
  return await trx
    .with(
      (name) => name("held").materialized(),
      () => held(raising),
    )
    .updateTable("posts")
    .set((row) => ({
      version: row("version", "+", 1),
      state_version: row("version", "+", 1),
      since: sinceNow(context),
      changed_at: context.now().getTime(),
    }))
    .where("id", "in", (query) => query.selectFrom("held").select("id"))
    .returningAll()
    .execute();
}

async function insertLines(
  trx: StoreTransaction,
  raised: readonly PostRow[],
  lines: readonly NewLine[],
): Promise<(QueuedLine & { postId: number })[]> {
  const rows = lines.flatMap(({ subject, place, event }) =>
    raised
      .filter((one) => one.subject === subject && (place === undefined || one.place === place))
      .filter(({ destination }) => destination !== "")
      .map(({ id }) => ({ post_id: id, event: JSON.stringify(event), may_repeat: 0, unrenderable: 0 })),
  );
  if (rows.length === 0) return [];
  const added = await trx.insertInto("post_lines").values(rows).returningAll().execute();
  return added.map((row) => ({ ...toWaitingLine(row), postId: row.post_id }));
}
