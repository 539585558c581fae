import type { Selectable } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { editAgain, findNewest } from "./again.ts";
import { lockKeys } from "./insert.ts";
import type { PostRow } from "./row.ts";
import type { Place, PostTarget } from "./types.ts";

/** The newest of its key that was posted before it. */
export async function findTarget(
  trx: StoreTransaction,
  { kind, key, id }: Selectable<PostRow>,
): Promise<PostTarget | null> {
  return kind === "post" || key === null ? null : await findLiving(trx, key, id);
}

/** Where the post stands that it links to. Asked behind the claim, so that `showLinks` sees who missed it. */
export async function findLink(
  trx: StoreTransaction,
  { links_to }: Selectable<PostRow>,
): Promise<Place | null> {
  const living = links_to === null ? null : await findLiving(trx, links_to);
  return living === null ? null : { channel: living.channel, ts: living.ts };
}

async function findLiving(trx: StoreTransaction, key: string, beforeId?: number): Promise<PostTarget | null> {
  const living = await trx
    .selectFrom("posts")
    .select(["channel", "ts", "may_repeat"])
    .where("key", "=", key)
    .where("kind", "=", "post")
    .where("state", "=", "posted")
    .$if(beforeId !== undefined, (posts) => posts.where("id", "<", beforeId ?? 0))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (living === undefined) return null;
  const { channel, ts, may_repeat } = living;
  return channel === null || ts === null || ts === "" ? null : { channel, ts, mayRepeat: may_repeat === 1 };
}

/** A post has appeared: what was shown without a link to it, or is being shown, is edited once more. */
export async function showLinks(context: StoreContext, trx: StoreTransaction, key: string): Promise<void> {
  const linking = await trx
    .selectFrom("posts")
    .select("key")
    .distinct()
    .where("links_to", "=", key)
    .execute();
  const keys = linking.flatMap(({ key: own }) => (own === null ? [] : [own]));
  await lockKeys(context, trx, keys);
  for (const own of keys) await showLink(context, trx, { own, key });
}

async function showLink(
  context: StoreContext,
  trx: StoreTransaction,
  { own, key }: { own: string; key: string },
): Promise<void> {
  const newest = await findNewest(trx, own);
  if (newest === undefined || newest.links_to !== key || newest.state === "undeliverable") return;
  if (await isUntried(trx, newest.id)) return;
  await editAgain(context, trx, { ...newest, link_only: 1 });
}

/** Nobody has claimed it, nor will before this is committed: whoever does finds the link. */
async function isUntried(trx: StoreTransaction, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("posts")
    .set((row) => ({ due_at: row.ref("due_at") }))
    .where("id", "=", id)
    .where("state", "=", "queued")
    .where("attempts", "=", 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
