import { type Kysely, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { toStrings, toText } from "../database/values.ts";
import { lockKeys } from "./insert.ts";
import type { PostRow } from "./row.ts";
import type { Claim } from "./types.ts";

/**
 * A delivery that is this claim's own: another process may have taken it over when the lease ran out, or this one again,
 * where what was noted is noted once more because its answer was lost.
 */
export function updateOwn(
  db: Kysely<Tables>,
  { id, lease }: Claim,
  states: PostRow["state"][] = ["posting"],
) {
  return db
    .updateTable("posts")
    .where("id", "=", id)
    .where("state", "in", states)
    .where("lease_owner", "=", lease);
}

/** A post of its own, with all its tries before it: an edit becomes the living post of its key, a line has no key. */
function asPost({ storeNow }: StoreContext, error: string) {
  return {
    kind: "post" as const,
    key: sql<string | null>`case when kind = 'line' then null else key end`,
    state: "queued" as const,
    attempts: 0,
    due_at: storeNow(),
    error: toText(error),
  };
}

/** PostTable.postAnew */
export async function postAnew(
  context: StoreContext,
  trx: StoreTransaction,
  claim: Claim,
  error: string,
): Promise<boolean> {
  const { numUpdatedRows } = await updateOwn(trx, claim)
    .where("kind", "!=", "post")
    .set(asPost(context, error))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** PostTable.readdress */
export async function readdress(
  context: StoreContext,
  trx: StoreTransaction,
  claim: Claim,
  error: string,
): Promise<boolean> {
  const { id } = claim;
  const post = await trx
    .selectFrom("posts")
    .select(["key", "kind", "destination", "destinations"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (post === undefined) return false;
  const { key, kind, destination } = post;
  // Whoever asked before did not hear that it was done.
  if (destination !== claim.destination) return true;
  const destinations = toStrings(post.destinations);
  const next = destinations[destinations.indexOf(destination) + 1];
  if (next === undefined) return false;
  await lockKeys(context, trx, [key]);
  const { numUpdatedRows } = await updateOwn(trx, claim)
    .where("destination", "=", destination)
    .set({ ...asPost(context, error), destination: next })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return false;
  if (key !== null && kind !== "line") await moveFollowers(trx, { id, key, next });
  return true;
}

/** What waits to change or answer a post goes where the post goes; what follows a later one of the key stays. */
async function moveFollowers(
  trx: StoreTransaction,
  { id, key, next }: { id: number; key: string; next: string },
): Promise<void> {
  const later = await trx
    .selectFrom("posts")
    .select((row) => row.fn.min("id").as("id"))
    .where("key", "=", key)
    .where("kind", "=", "post")
    .where("id", ">", id)
    .executeTakeFirstOrThrow();
  await trx
    .updateTable("posts")
    .set({ destination: next })
    .where("key", "=", key)
    .where("kind", "!=", "post")
    .where("state", "=", "queued")
    .where("id", ">", id)
    .$if(later.id !== null, (followers) => followers.where("id", "<", later.id))
    .execute();
}
