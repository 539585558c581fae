import { type Kysely, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { lockKeys } from "../posts/insert.ts";
import { toOperations } from "./read.ts";
import type { OperationRow } from "./row.ts";
import type { Listing } from "./types.ts";

/** On-call reads one post for each unknown outcome up to here; so many within so long are one post. */
const firstListed = 3;
const windowMs = 10 * 60_000;
/** A modal holds no more; the rest is counted. */
const rowsRead = 50;

/** Nobody knows what became of it, and no other try of the same got through. */
const isUnsettled = sql<boolean>`(
  operations.outcome = 'unknown' and operations.settled_at is null and not exists (
    select 1 from operations as again where again.root = operations.root and again.outcome = 'accepted'))`;

/**
 * Listings change one after the other: two instances begin one, and who settles the last but one and who settles the
 * last see each other. To be taken before any operation's row by whatever may change what a listing says: the first of
 * those who meet there waits for nobody's row who waits for it.
 */
export async function lockListings(context: StoreContext, trx: StoreTransaction): Promise<void> {
  await lockKeys(context, trx, ["unknowns"]);
}

/** The same for what may be on one, or send a listed one again. */
export async function lockListingsIfKnown(
  context: StoreContext,
  trx: StoreTransaction,
  id: string,
): Promise<void> {
  if (context.connection.engine !== "postgres") return;
  const own = trx.selectFrom("operations").select("id").where("id", "=", id);
  const known = own.where((row) => row.or([row("root", "!=", id), row("outcome", "=", "unknown")]));
  if ((await known.executeTakeFirst()) !== undefined) await lockListings(context, trx);
}

/**
 * Puts an outcome that has just become unknown on the listing of this time; the third of its kind within ten minutes
 * begins one. A listing that was closed stays so: what comes after it has to be seen.
 */
export async function enlist(
  { now }: StoreContext,
  trx: StoreTransaction,
  { row, unlistedIn }: Listable,
): Promise<OperationRow> {
  if (row.conversation !== null && row.conversation === unlistedIn) return row;
  const sinceMs = now().getTime() - windowMs;
  const listing = (await findCurrent(trx, row, sinceMs)) ?? (await begin(trx, { row, unlistedIn }, sinceMs));
  if (listing === null) return row;
  await trx.updateTable("operations").set({ listing, listing_only: 1 }).where("id", "=", row.id).execute();
  return { ...row, listing, listing_only: 1 };
}

type Listable = { row: OperationRow; unlistedIn?: string | undefined };

async function findCurrent(
  trx: StoreTransaction,
  { kind }: OperationRow,
  sinceMs: number,
): Promise<string | null> {
  const current = await trx
    .selectFrom("operations as recent")
    .select("recent.listing")
    .where("recent.kind", "=", kind)
    .where("recent.closed_at", ">", sinceMs)
    .where("recent.listing", "in", (query) =>
      query
        .selectFrom("operations")
        .select("operations.listing")
        .where("operations.listing", "is not", null)
        .where(isUnsettled),
    )
    .orderBy("recent.closed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return current?.listing ?? null;
}

/** Those before it have posts of their own, and are on the listing as well. */
async function begin(
  trx: StoreTransaction,
  { row: { id, kind }, unlistedIn }: Listable,
  sinceMs: number,
): Promise<string | null> {
  const { count } = await trx
    .selectFrom("operations")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("kind", "=", kind)
    .where("closed_at", ">", sinceMs)
    .where((row) => row.or([row("outcome", "=", "unknown"), row("corrected_at", "is not", null)]))
    .executeTakeFirstOrThrow();
  if (count < firstListed) return null;
  await trx
    .updateTable("operations")
    .set({ listing: id })
    .where("kind", "=", kind)
    .where("closed_at", ">", sinceMs)
    .where("listing", "is", null)
    .$if(unlistedIn !== undefined, (all) =>
      all.where((one) =>
        one.or([one("conversation", "is", null), one("conversation", "!=", unlistedIn ?? "")]),
      ),
    )
    .where(isUnsettled)
    .execute();
  return id;
}

/** Each once, as they stand now; behind `lockListings`. */
export async function readListings(
  trx: StoreTransaction,
  of: readonly { listing: string | null }[],
): Promise<Listing[]> {
  const ids = new Set(of.flatMap(({ listing }) => listing ?? []));
  if (ids.size === 0) return [];
  const listings: Listing[] = [];
  for (const id of ids) listings.push(await readListing(trx, id));
  return listings;
}

/** OperationTable.listing */
export async function readListing(db: Kysely<Tables>, id: string, author?: string): Promise<Listing> {
  const listed = db
    .selectFrom("operations")
    .where("listing", "=", id)
    .$if(author !== undefined, (all) => all.where("author", "=", author ?? ""));
  const counts = await listed
    .select((row) => row.fn.countAll<number>().as("total"))
    .select(sql<number | null>`sum(case when ${isUnsettled} then 1 else 0 end)`.as("left"))
    .executeTakeFirstOrThrow();
  const rows = await listed
    .selectAll()
    .where(isUnsettled)
    .orderBy("closed_at")
    .orderBy("id")
    .limit(rowsRead)
    .execute();
  return { id, total: counts.total, left: counts.left ?? 0, unsettled: await toOperations(db, rows) };
}
