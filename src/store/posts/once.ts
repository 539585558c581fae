import type { StoreContext, StoreTransaction } from "../database/tables.ts";

/** Whether a key is named for the first time, over restarts and all processes. */
export async function remember(
  { now }: StoreContext,
  trx: StoreTransaction,
  { key, remembered }: { key: string; remembered: "forever" | "for_retention" },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("told")
    .values({ key, told_at: now().getTime(), lasting: remembered === "forever" ? 1 : 0 })
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
