import { type Kysely, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { readOperation, toOperations } from "./read.ts";
import type { OperationRow } from "./table.ts";
import type { Kin, Listed, Listing, Operation } from "./types.ts";

/** While something on it is open, what comes so soon after the newest joins it. */
const joinedWithinMs = 10 * 60_000;
/** A modal holds no more; the rest is counted. */
const rowsRead = 50;

/** Nobody knows what became of it, and no other try of the same got through. */
const isUnsettled = sql<boolean>`(
  operations.outcome = 'unknown' and operations.settled_at is null and not exists (
    select 1 from operations as again where again.root = operations.root and again.outcome = 'accepted'))`;

/**
 * Puts an outcome that has just become unknown on the newest listing of its kind, or begins one with it. It is not open
 * where another try of the same was accepted meanwhile: nothing would ever take it off.
 */
export async function enlist(
  { now }: StoreContext,
  trx: StoreTransaction,
  row: OperationRow,
): Promise<OperationRow> {
  const newest_at = now().getTime();
  const isOpen = sql`listings.open > 0 and listings.newest_at > ${newest_at - joinedWithinMs}`;
  const open = sql<number>`case when exists (
    select 1 from operations as tried where tried.root = ${row.root} and tried.outcome = 'accepted') then 0 else 1 end`;
  const { id: listing } = await trx
    .insertInto("listings")
    .values({ kind: row.kind, id: row.id, newest_at, open })
    .onConflict((conflict) =>
      conflict.column("kind").doUpdateSet({
        id: sql<string>`case when ${isOpen} then listings.id else excluded.id end`,
        open: sql<number>`case when ${isOpen} then listings.open + excluded.open else excluded.open end`,
        newest_at,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx.updateTable("operations").set({ listing }).where("id", "=", row.id).execute();
  return { ...row, listing };
}

/**
 * Takes off what is open no more since `operation` ended, was corrected or was settled: itself, where it had been unknown,
 * and with its acceptance every other try. To be asked behind the root's row, so that each goes once.
 */
export async function strikeOff(
  trx: StoreTransaction,
  operation: Operation,
  wasUnknown: boolean,
): Promise<void> {
  const { outcome, tries } = operation;
  // By an acceptance before this one all were taken off.
  if (tries.some((one) => one.outcome === "accepted")) return;
  const others = outcome === "accepted" ? tries.filter(isOpen) : [];
  const over = [...(wasUnknown ? [operation] : []), ...others].flatMap(({ listing }) => listing ?? []);
  for (const id of over.toSorted()) {
    await trx.updateTable("listings").set({ open: sql<number>`open - 1` }).where("id", "=", id).execute();
  }
}

function isOpen({ outcome, settledAs }: Kin): boolean {
  return outcome === "unknown" && settledAs === null;
}

/** OperationTable.listing */
export async function readListing(
  db: Kysely<Tables>,
  of: { listing: string } | { act: string },
  author?: string,
): Promise<Listing> {
  const [column, id] = "act" in of ? (["act", of.act] as const) : (["listing", of.listing] as const);
  const listed = db
    .selectFrom("operations")
    .where(column, "=", id)
    .$if(author !== undefined, (all) => all.where("author", "=", author ?? ""));
  const count = listed.select((row) => row.fn.countAll<number>().as("total"));
  // One statement reads and counts: two would not agree on what was listed or settled between them.
  const rows = await listed
    .selectAll()
    .select((row) => [row.fn.countAll<number>().over().as("left"), count.as("total")])
    .where(isUnsettled)
    .orderBy("closed_at")
    .orderBy("id")
    .limit(rowsRead)
    .execute();
  const total = rows[0]?.total ?? (await count.executeTakeFirstOrThrow()).total;
  const unsettled = await toOperations(db, rows);
  const began = unsettled.find((one) => one.id === id) ?? (await readOperation(db, id));
  return {
    ...{ id, total, left: rows[0]?.left ?? 0, unsettled },
    first: author === undefined || began?.author === author ? began : null,
  };
}

/** OperationTable.listed */
export async function readListed(
  db: Kysely<Tables>,
  of: { listing: string } | { from: Date; to?: Date },
): Promise<Listed[]> {
  const rows = await db
    .selectFrom("operations")
    .select(["listing", "closed_at"])
    .where("listing", "is not", null)
    .where((row) =>
      "listing" in of
        ? row("listing", "=", of.listing)
        : row.and([
            row("closed_at", ">=", of.from.getTime()),
            ...(of.to === undefined ? [] : [row("closed_at", "<=", of.to.getTime())]),
          ]),
    )
    .orderBy("closed_at")
    .execute();
  return rows.flatMap(({ listing, closed_at }) =>
    listing === null || closed_at === null ? [] : [{ listing, at: new Date(closed_at) }],
  );
}
