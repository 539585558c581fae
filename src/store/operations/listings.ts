import { type Kysely, type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { lockKey } from "../database/transact.ts";
import { readOperation, toOperations } from "./read.ts";
import type { FinishRequest, Listing } from "./types.ts";

/** An outcome that becomes unknown so soon after the newest on a card joins it, while anything there is unsettled. */
const joinedWithinMs = 10 * 60_000;
/** A modal holds no more; the rest is counted. */
const rowsRead = 50;

/** Nobody knows what became of it, and no other try of the same got through. */
const isUnsettled = sql<boolean>`(
  operations.outcome = 'unknown' and operations.settled_at is null and not exists (
    select 1 from operations as again where again.root = operations.root and again.outcome = 'accepted'))`;

/**
 * Serializes outcomes that become unknown until the commit, so that two at once do not begin two cards. A statement of
 * its own, behind the family's rows: within the one that looks for the card the lock comes after the snapshot.
 */
export async function lockCards(context: StoreContext, trx: StoreTransaction): Promise<void> {
  await lockKey(context, trx, "unknowns");
}

/** The card of an operation whose outcome becomes unknown: one of its kind that it joins, or its own. */
export function cardFor({ unlistedIn }: FinishRequest, nowMs: number): RawBuilder<string | null> {
  return sql`case when operations.conversation = ${unlistedIn ?? null} then null else coalesce((
    select listed.unknowns_card from operations as listed
    where listed.unknowns_card is not null and listed.kind = operations.kind and listed.closed_at > ${nowMs - joinedWithinMs}
    group by listed.unknowns_card
    having exists (select 1 from operations where operations.unknowns_card = listed.unknowns_card and ${isUnsettled})
    order by max(listed.closed_at) desc limit 1), operations.id) end`;
}

export async function readListing(
  db: Kysely<Tables>,
  of: { listing: string } | { act: string },
  author?: string,
): Promise<Listing> {
  const [column, id] = "act" in of ? (["act", of.act] as const) : (["unknowns_card", of.listing] as const);
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
