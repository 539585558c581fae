import type { Kysely } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { readBatch } from "./batches.ts";
import { returnQuota } from "./finish.ts";
import { giveUpPlace } from "./repeats.ts";

/** OperationTable.withdraw; the ids of what is over now, null of what is no act of theirs. */
export function withdraw(context: StoreContext, id: string, by: string): Promise<string[] | null> {
  return transact(context, async (trx) => {
    // First, since it waits for a commit of the same act that is still under way.
    if (await insertOver(context, trx, id)) return [id];
    return (await isAct(trx, id, by)) ? closeSilently(context, trx, id) : null;
  });
}

/** A form can name anything as its act: somebody else's, or what waits behind or beside one. */
async function isAct(trx: StoreTransaction, id: string, by: string): Promise<boolean> {
  const row = await trx
    .selectFrom("operations")
    .select(["author", "follows", "batch"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.author === by && row.follows === null && (row.batch === null || row.batch === id);
}

/** OperationTable.useUp */
export async function useUp(context: StoreContext, id: string): Promise<void> {
  await write(context, (db) => insertOver(context, db, id));
}

/** Nobody's, and of no kind: it stands where the act would, and no list shows it. False: something stands there. */
export async function insertOver(context: StoreContext, db: Kysely<Tables>, id: string): Promise<boolean> {
  const nowMs = context.now().getTime();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("operations")
    .values({
      id,
      kind: "",
      author: nobody,
      request: "null",
      state: "closed",
      outcome: "not_sent",
      attempts: 0,
      lease_owner: context.owner,
      lease_until: 0,
      created_at: nowMs,
      closed_at: nowMs,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

async function closeSilently(context: StoreContext, trx: StoreTransaction, id: string): Promise<string[]> {
  const row = await trx
    .updateTable("operations")
    .set({ state: "closed", outcome: "not_sent", closed_at: context.now().getTime() })
    .where("id", "=", id)
    .where("state", "=", "stored")
    .where("told_again_at", "is", null)
    .where("lease_owner", "=", context.owner)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return [];
  await returnQuota(trx, row);
  await giveUpPlace(trx, row);
  const others = row.batch === id ? await readBatch(trx, id) : [];
  const along = others.map((one) => one.id).filter((one) => one !== id);
  if (row.followed_by !== null) along.push(row.followed_by);
  const over = [id];
  for (const one of along) over.push(...(await closeSilently(context, trx, one)));
  return over;
}

/** The author of what was never stored. */
export const nobody = "";
