import type { Kysely } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import type { OperationRow } from "./row.ts";
import { hadNoEffect, noEffects, toOperation } from "./row.ts";
import type { Operation, TakeOnRequest, TakeOnResult } from "./types.ts";

/*
 * Whatever sends an operation again holds that operation's one place (`repeated_by`) while it is under way, accepted or
 * unknown. One that failed gives the place up, and stays tied by `repeats` to what may have happened before it: so of a
 * whole chain of repeats one at most can have an effect beside the first.
 */

/** What a repeat of `id` really sends again: past repeats that failed, the operation whose place there is to take. */
export async function findOrigin(trx: StoreTransaction, id: string): Promise<string> {
  const operation = await readOperation(trx, id);
  if (operation === null || operation.repeats === null || !hadNoEffect(operation.outcome)) return id;
  return findOrigin(trx, operation.repeats);
}

/**
 * Forms say what they repeat, and anybody may send a form that says something else: an author sends again what is the
 * author's own, and of the same kind.
 */
export async function isRepeatable(
  trx: StoreTransaction,
  id: string,
  by: Pick<TakeOnRequest, "kind" | "author" | "repeatsAnybodys">,
): Promise<boolean> {
  const operation = await readOperation(trx, id);
  if (operation?.kind !== by.kind) return false;
  return operation.author === by.author || by.repeatsAnybodys === true;
}

/** Gives `id`'s place to `by`, or says why not. Among all who try at once one succeeds: whose id gets into the row. */
export async function takeOver(trx: StoreTransaction, id: string, by: string): Promise<TakeOnResult | null> {
  const happened = await findWhatHappened(trx, (await readOperation(trx, id))?.repeats ?? null);
  if (happened !== null) return { kind: "not_repeatable", operation: happened };
  const { numUpdatedRows } = await trx
    .updateTable("operations")
    .set({ repeated_by: by })
    .where("id", "=", id)
    .where("repeated_by", "is", null)
    .where((row) =>
      row.or([
        // One that was a repeat itself and failed meanwhile has lost the place that this one would stand behind.
        row.and([row("outcome", "in", noEffects), row("repeats", "is", null)]),
        row.and([
          row("outcome", "=", "unknown"),
          row.or([row("settled_as", "is", null), row("settled_as", "!=", "arrived")]),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return null;
  const original = await readOperation(trx, id);
  const repeat = original === null ? null : await readOperation(trx, original.repeatedBy);
  return repeat === null
    ? { kind: "not_repeatable", operation: original }
    : { kind: "already_repeated", operation: repeat };
}

/** `accepted`: whatever is stored of them. `waitsOn`: PostgreSQL shows nothing of what others have not committed. */
type Look = { accepted?: ReadonlySet<string> | undefined; waitsOn?: StoreContext };

/** The nearest of `id` and all that it sends again which was accepted after all or reported as arrived. */
export async function findWhatHappened(
  db: Kysely<Tables>,
  id: string | null,
  look: Look = {},
): Promise<Operation | null> {
  const [operation] = id === null ? [] : await readOperations(db, [id], look.waitsOn);
  if (operation === undefined) return null;
  const { outcome, settledAs, repeats } = operation;
  const isAccepted = outcome === "accepted" || look.accepted?.has(operation.id) === true;
  if (isAccepted || (outcome === "unknown" && settledAs === "arrived")) return operation;
  return findWhatHappened(db, repeats, look);
}

/**
 * Whatever sends another again changes its own row first and the other's then. One that is corrected may change the rows
 * of those that hold its place: they are taken before its own, the last of the chain first, so that no two wait for each
 * other.
 */
export async function lockRepeats(context: StoreContext, trx: StoreTransaction, id: string): Promise<void> {
  if (context.connection.engine !== "postgres") return;
  const by = (await readOperation(trx, id))?.repeatedBy ?? null;
  if (by === null) return;
  await lockRepeats(context, trx, by);
  await readOperations(trx, [by], context);
}

/** `by` is about to leave: of whatever's place it holds. */
export async function noteSentAgain(trx: StoreTransaction, by: string, at: Date): Promise<void> {
  await trx
    .updateTable("operations")
    .set({ sent_again_at: at.getTime() })
    .where("repeated_by", "=", by)
    .execute();
}

/**
 * Notes for all that sends it again, or stands behind that, whether there is any use left in it. Those are returned that
 * have posts and for which this is new. To be called before a place is given up.
 */
export async function noteNeedless(trx: StoreTransaction, row: OperationRow): Promise<Operation[]> {
  const needless = row.needless === 1 || hasHappened(row) ? 1 : 0;
  const changed = await trx
    .updateTable("operations")
    .set({ needless })
    .where("repeats", "=", row.id)
    .where((one) => one(one.fn.coalesce("needless", one.lit(0)), "!=", needless))
    .returningAll()
    .execute();
  const later: Operation[] = [];
  for (const one of changed) {
    if (one.outcome !== null && (await isTold(trx, one.id))) later.push(toOperation(one));
    later.push(...(await noteNeedless(trx, one)));
  }
  return later;
}

/** Not of what was taken back, nor of what another's post tells. */
export async function isTold(trx: StoreTransaction, id: string): Promise<boolean> {
  const own = trx.selectFrom("posts").select("id").where("operation_id", "=", id);
  return (await own.where("kind", "=", "post").limit(1).executeTakeFirst()) !== undefined;
}

function hasHappened({ outcome, settled_as: settledAs }: OperationRow): boolean {
  return outcome === "accepted" || (outcome === "unknown" && settledAs === "arrived");
}

/** A failed repeat leaves its place to the one that sends it again in turn, or to nobody. */
export async function giveUpPlace(trx: StoreTransaction, row: OperationRow): Promise<void> {
  if (row.repeats === null || !hadNoEffect(row.outcome)) return;
  await trx
    .updateTable("operations")
    .set({ repeated_by: row.repeated_by, sent_again_at: row.sent_again_at })
    .where("id", "=", row.repeats)
    .where("repeated_by", "=", row.id)
    .execute();
  await trx
    .updateTable("operations")
    .set({ repeated_by: null, sent_again_at: null })
    .where("repeated_by", "=", row.id)
    .execute();
  if (row.repeated_by === null) return;
  await trx
    .updateTable("operations")
    .set({ repeats: row.repeats })
    .where("id", "=", row.repeated_by)
    .where("repeats", "=", row.id)
    .execute();
}

/** Ids of all that an operation sends again, the nearest first. */
export async function findRepeated(trx: StoreTransaction, row: OperationRow): Promise<string[]> {
  if (row.repeats === null) return [];
  const found = await trx.selectFrom("operations").select("id").where("repeated_by", "=", row.id).execute();
  return [...new Set([...found.map(({ id }) => id), row.repeats])];
}

/** A failed repeat whose form this one came from has nothing left to be sent, as long as this one holds the place. */
export async function passBy(trx: StoreTransaction, id: string, by: string): Promise<void> {
  await trx
    .updateTable("operations")
    .set({ repeated_by: by })
    .where("id", "=", id)
    .where("repeated_by", "is", null)
    .execute();
}

/** `waitsOn`: what others are just storing of them is waited for, and nobody stores more until this is committed. */
export async function readOperations(
  db: Kysely<Tables>,
  ids: readonly string[],
  waitsOn?: StoreContext,
): Promise<Operation[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("id", "in", ids)
    .orderBy("id")
    .$if(waitsOn?.connection.engine === "postgres", (operations) => operations.forUpdate())
    .execute();
  return rows.map(toOperation);
}

export async function readOperation(db: Kysely<Tables>, id: string | null): Promise<Operation | null> {
  if (id === null) return null;
  const row = await db.selectFrom("operations").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : toOperation(row);
}
