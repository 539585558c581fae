import type { Insertable } from "kysely";
import type { PostRow, StoreContext, StoreTransaction } from "../database/tables.ts";
import type { NewPost } from "../types.ts";

/**
 * Stores posts in the order given. One without a destination is kept as undeliverable: an outcome must not be undone
 * because nobody can be told of it.
 */
export async function insertPosts(
  { now }: StoreContext,
  trx: StoreTransaction,
  posts: NewPost[],
  operationId: string | null,
): Promise<void> {
  if (posts.length === 0) return;
  const nowMs = now().getTime();
  await trx
    .insertInto("posts")
    .values(posts.map((post) => ({ ...toRow(post, nowMs), operation_id: operationId })))
    .execute();
}

function toRow(
  { destinations, body, author }: NewPost,
  nowMs: number,
): Omit<Insertable<PostRow>, "operation_id"> {
  const distinct = [...new Set(destinations)];
  const [first] = distinct;
  return {
    destination: first ?? "",
    destinations: JSON.stringify(distinct),
    body: JSON.stringify(body),
    author,
    state: first === undefined ? "undeliverable" : "queued",
    error: first === undefined ? "no destination" : null,
    closed_at: first === undefined ? nowMs : null,
    due_at: nowMs,
    lease_owner: "",
    lease_until: 0,
    attempts: 0,
    may_repeat: 0,
    created_at: nowMs,
  };
}
