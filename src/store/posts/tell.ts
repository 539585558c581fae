import { randomUUID } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { follow } from "../database/transact.ts";
import { isDueAgain } from "./again.ts";
import { toClaimed } from "./claim.ts";
import { wake } from "./lanes.ts";
import type { PostRow } from "./table.ts";
import type { NewLine, NewPost, Telling } from "./types.ts";

/** A post of which something is now otherwise, as far as its lines and its conversation need it. */
type Raised = { id: number; subject: string; place: string; destination: string; kept: number };

/** Which posts: those of subjects, those that lead to one, all that could not be drawn, or that are due again. */
type Raising = { column: "subject" | "links_to" | "undrawn" | "again_at"; values?: readonly string[] };

type RaisingOptions = {
  /** Held with them. */
  ledTo?: readonly string[];
  /** No more than where they lead to is otherwise, if anything. */
  isLinkAlone?: boolean;
};

/** As the index has it: SQLite knows no parameter's value when it chooses one. */
const isUndrawn = sql<boolean>`posts.undrawn = 1`;

const raisedColumns = ["id", "subject", "place", "destination", "kept"] as const;

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
  const known = await raise(context, trx, { column: "subject", values: [...subjects], ledTo });
  const more = posts.filter((post) => {
    const row = known.find(({ subject, place }) => subject === post.subject && place === post.place);
    return row === undefined || post.facts !== undefined || (row.kept === 1) !== (post.isKept ?? false);
  });
  const stored = more.length === 0 ? [] : await upsert(context, trx, more);
  const all = new Map([...known, ...stored].map((row) => [row.id, row]));
  const raised = [...all.values()].toSorted((a, b) => a.id - b.id);
  await insertLines(trx, raised, lines);
  await hand(context, trx, { raised, stored });
}

/**
 * What is new goes to this process's courier with this transaction, where it comes first; the rest waits for a claim.
 * `raised`: in the order in which they are told.
 */
async function hand(
  context: StoreContext,
  trx: StoreTransaction,
  { raised, stored }: { raised: readonly Pick<Raised, "id" | "destination">[]; stored: readonly PostRow[] },
): Promise<void> {
  const destinations = new Set(raised.map(({ destination }) => destination).filter(Boolean));
  follow(context, trx, { isTold: true });
  const [courier] = context.couriers;
  const isFirst = (row: PostRow) => raised.find((one) => one.destination === row.destination)?.id === row.id;
  const fresh = stored.filter(
    (row) => row.ts === null && courier?.kinds.has(row.kind) === true && isFirst(row),
  );
  const take = fresh.length === 0 ? null : (courier?.offer() ?? null);
  const claim = `${context.owner} ${randomUUID()}`;
  const firsts = new Map((take === null ? [] : fresh).map((row) => [row.destination, row]));
  const ids = new Map([...firsts].map(([destination, { id }]) => [destination, id]));
  const claimed = await wake(context, trx, [...destinations], { claim, ids });
  if (destinations.size > claimed.length) follow(context, trx, { isDue: true });
  if (claimed.length === 0) return;
  const posts = claimed.flatMap((destination) => firsts.get(destination) ?? []);
  const toDeliver = posts.map((row) => ({ ...toClaimed(row, claim, null), isTakenOver: false }));
  context.aftermaths.get(trx)?.claims.push({ claim, deliver: () => take?.(toDeliver) });
}

export async function wakeFor(
  context: StoreContext,
  trx: StoreTransaction,
  raised: readonly Pick<Raised, "destination">[],
): Promise<void> {
  await wake(
    context,
    trx,
    raised.map(({ destination }) => destination),
  );
}

/** Adds it, due, where its place has none yet. False: one was there, whoever told it. */
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
  if (added.length > 0) await hand(context, trx, { raised: added, stored: added });
  return added.length > 0;
}

/** In one statement with rows that another transaction may just have added, and that `raise` did not see. */
async function upsert(
  context: StoreContext,
  trx: StoreTransaction,
  posts: readonly NewPost[],
): Promise<PostRow[]> {
  const rows = new Map(posts.map((post) => [`${post.subject}\n${post.place}`, toRow(context, post)]));
  return await trx
    .insertInto("posts")
    .values([...rows.values()])
    .onConflict((conflict) =>
      conflict.columns(["subject", "place"]).doUpdateSet({
        facts: sql`coalesce(excluded.facts, posts.facts)`,
        kept: sql`excluded.kept`,
        wanted: sql`posts.wanted + 1`,
        state_version: sql`posts.wanted + 1`,
        since: sinceNow(context),
        changed_at: sql`excluded.changed_at`,
      }),
    )
    .returningAll()
    .execute();
}

function toRow({ now, storeNow }: StoreContext, post: NewPost) {
  const { subject, place, kind, destinations, facts, linksTo = null, isKept = false } = post;
  const [destination = ""] = destinations;
  return {
    ...{ subject, place, kind, destination, links_to: linksTo },
    destinations: JSON.stringify([...new Set(destinations)]),
    facts: facts === undefined ? null : JSON.stringify(facts),
    kept: isKept ? 1 : 0,
    ...{ wanted: 1, shown: 0, state_version: 1, attempts: 0, may_repeat: 0, undrawn: 0 },
    since: destination === "" ? null : storeNow(),
    error: destination === "" ? "no destination" : null,
    changed_at: now().getTime(),
  };
}

function sinceNow({ storeNow }: StoreContext): RawBuilder<number | null> {
  return sql`case when posts.destination = '' then null else coalesce(posts.since, ${storeNow()}) end`;
}

/**
 * Something of these is otherwise now. Rows are held in the order of their ids, so that no two transactions wait for each
 * other; those that others lead to as well (`ledTo`): else one could appear unseen just before the other is stored.
 */
export async function raise(
  context: StoreContext,
  trx: StoreTransaction,
  { column, values = [], ledTo = [], isLinkAlone = false }: Raising & RaisingOptions,
): Promise<Raised[]> {
  const isLocked = context.connection.engine === "postgres";
  const hold = (column: Raising["column"], values: readonly string[]) =>
    trx
      .selectFrom("posts")
      .select("id")
      .where((row) =>
        column === "undrawn"
          ? isUndrawn
          : column === "again_at"
            ? isDueAgain(context)
            : row(column, "in", values),
      )
      .orderBy("id")
      .$if(isLocked, (posts) => posts.forUpdate());
  // A statement of its own: PostgreSQL reads of a query beside an update only what the update asks for.
  if (isLocked && ledTo.length > 0) await hold("subject", [...values, ...ledTo]).execute();
  return await trx
    .with(
      (name) => name("held").materialized(),
      () => hold(column, values),
    )
    .updateTable("posts")
    .set((row) => ({
      wanted: row("wanted", "+", 1),
      ...(!isLinkAlone && { state_version: row("wanted", "+", 1) }),
      ...(column === "again_at" && { again_at: null }),
      since: sinceNow(context),
      changed_at: context.now().getTime(),
    }))
    .where("id", "in", (query) => query.selectFrom("held").select("id"))
    .returning(raisedColumns)
    .execute();
}

async function insertLines(
  trx: StoreTransaction,
  raised: readonly Raised[],
  lines: readonly NewLine[],
): Promise<void> {
  const rows = lines.flatMap(({ subject, place, event }) =>
    raised
      .filter((one) => one.subject === subject && (place === undefined || one.place === place))
      .filter(({ destination }) => destination !== "")
      .map(({ id }) => ({ post_id: id, event: JSON.stringify(event), may_repeat: 0, undrawn: 0 })),
  );
  if (rows.length > 0) await trx.insertInto("post_lines").values(rows).execute();
}
