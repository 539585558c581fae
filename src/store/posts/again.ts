import type { Selectable } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { toJson, toStrings } from "../database/values.ts";
import { findRoute, lockKeys, toRow } from "./insert.ts";
import type { PostRow } from "./row.ts";

/** What is told last under a key. Asked under its lock, or it may not be the last. */
export function findNewest(trx: StoreTransaction, key: string) {
  return trx
    .selectFrom("posts")
    .selectAll()
    .where("key", "=", key)
    .where("kind", "in", ["post", "edit"])
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The same once more, as an edit behind it: what is under way is done by then. */
export async function editAgain(
  context: StoreContext,
  trx: StoreTransaction,
  newest: Selectable<PostRow>,
): Promise<void> {
  const { key, author, links_to, link_only, operation_id } = newest;
  const edit = { kind: "edit" as const, key, body: toJson(newest.body), author };
  const route = await findRoute(trx, { ...edit, destinations: toStrings(newest.destinations) });
  const destination = route.destination ?? newest.destination;
  const row = toRow(edit, { ...route, destination }, context.now().getTime());
  await trx
    .insertInto("posts")
    .values({ ...row, links_to, link_only, operation_id, due_at: context.storeNow() })
    .execute();
}

/**
 * An edit of a process that no longer had it may have reached Slack after newer ones: the newest of its key is sent
 * once more, so that the newest state is the last.
 */
export async function editAfterLate(context: StoreContext, trx: StoreTransaction, id: number): Promise<void> {
  const late = await trx
    .selectFrom("posts")
    .select("key")
    .where("id", "=", id)
    .where("kind", "=", "edit")
    .executeTakeFirst();
  if (late === undefined || late.key === null) return;
  await lockKeys(context, trx, [late.key]);
  const newest = await findNewest(trx, late.key);
  if (newest === undefined || newest.id <= id || newest.kind !== "edit") return;
  if (newest.state !== "posted" && newest.state !== "posting") return;
  await editAgain(context, trx, { ...newest, link_only: 0 });
}
