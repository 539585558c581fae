import { type Insertable, sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { toStrings } from "../database/values.ts";
import type { PostRow } from "./row.ts";
import type { NewPost } from "./types.ts";

/** Any number that no other user of the same database locks pairs with. */
const keyLocks = 7_240_118;

/**
 * Stores posts in the order given. One without a destination is kept as undeliverable: an outcome must not be undone
 * because nobody can be told of it.
 */
export async function insertPosts(
  context: StoreContext,
  trx: StoreTransaction,
  posts: NewPost[],
  operationId: string | null,
): Promise<void> {
  const nowMs = context.now().getTime();
  await lockKeys(
    context,
    trx,
    posts.map(({ key }) => key),
  );
  for (const post of posts) {
    const route = await findRoute(trx, post);
    if (post.kind === "edit" && (await replaceUntried(trx, post, route))) continue;
    const row = toRow(post, route, nowMs);
    await trx
      .insertInto("posts")
      .values({ ...row, due_at: context.storeNow(), operation_id: operationId })
      .execute();
  }
}

/**
 * What is stored under a key is stored one after the other, so that the order of ids is the order of commits, and no
 * edit is sent to where its post has just gone from. SQLite has one writer anyway.
 */
export async function lockKeys(
  { connection }: StoreContext,
  trx: StoreTransaction,
  keys: (string | null)[],
): Promise<void> {
  if (connection.engine !== "postgres") return;
  const known = new Set(keys.filter((key) => key !== null));
  // Always in the same order, so that two never wait for each other.
  for (const key of [...known].toSorted()) {
    await sql`select pg_advisory_xact_lock(${sql.lit(keyLocks)}, hashtext(${key}))`.execute(trx);
  }
}

/** The newest state of the key takes the edit's body and places, when nobody can have seen it. */
async function replaceUntried(
  trx: StoreTransaction,
  { key, body, author, linksTo }: NewPost,
  { destinations }: Route,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("posts")
    .set({
      body: JSON.stringify(body),
      destinations: JSON.stringify(destinations),
      author,
      links_to: linksTo ?? null,
      link_only: 0,
    })
    .where("id", "=", (query) =>
      query
        .selectFrom("posts as newest")
        .select((row) => row.fn.max("newest.id").as("id"))
        .where("newest.key", "=", key)
        .where("newest.kind", "in", ["post", "edit"]),
    )
    .where("state", "=", "queued")
    .where("attempts", "=", 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

type Route = { destination: string | undefined; destinations: string[] };

/**
 * An edit and a line wait behind the post they follow. From there they go on by their own places, which may be more by
 * now, or to where that would have gone where they don't name it. Without one, an edit is on its own way.
 */
export async function findRoute(
  trx: StoreTransaction,
  { kind, key, destinations }: Pick<NewPost, "kind" | "key" | "destinations">,
): Promise<Route> {
  const followed =
    kind === "post"
      ? undefined
      : await trx
          .selectFrom("posts")
          .select(["destination", "destinations"])
          .where("key", "=", key)
          .where("kind", "=", "post")
          .where("state", "!=", "undeliverable")
          .orderBy("id", "desc")
          .limit(1)
          .executeTakeFirst();
  const distinct = [...new Set(destinations)];
  if (followed === undefined) return { destination: distinct[0], destinations: distinct };
  const { destination } = followed;
  const before = toStrings(followed.destinations);
  if (!distinct.includes(destination)) return { destination, destinations: before };
  const [behind, ahead] = [before.indexOf(destination), distinct.indexOf(destination)];
  const places = new Set([...before.slice(0, behind), ...distinct.slice(ahead)]);
  return { destination, destinations: [...places] };
}

type Written = Pick<NewPost, "kind" | "key" | "author" | "linksTo"> & { body: unknown };

/** As nobody has seen it yet. */
export function toRow(
  { kind, key, body, author, linksTo }: Written,
  { destination, destinations }: Route,
  nowMs: number,
): Omit<Insertable<PostRow>, "due_at" | "operation_id"> {
  return {
    kind,
    key,
    destination: destination ?? "",
    destinations: JSON.stringify(destinations),
    body: JSON.stringify(body),
    author,
    state: destination === undefined ? "undeliverable" : "queued",
    error: destination === undefined ? "no destination" : null,
    closed_at: destination === undefined ? nowMs : null,
    lease_owner: "",
    lease_until: 0,
    attempts: 0,
    may_repeat: 0,
    links_to: linksTo ?? null,
    link_only: 0,
    created_at: nowMs,
  };
}
