import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { lockTouched, readTouched } from "../operations/finish.ts";
import { type OperationRow, toOperation } from "../operations/row.ts";
import type { Operation, Outcome } from "../operations/types.ts";
import { insertPosts, lockKeys } from "../posts/insert.ts";
import type { AnswerRequest, AnswerResult, ReceiptTable, Sheet } from "./types.ts";

/** What comes so soon after the first is asked in the same direct message, up to what is read at a glance. */
const windowMs = 5 * 60_000;
const mostInSheet = 10;

/** Whoever didn't answer in so long has no more to say. */
const waitsMs = 24 * 60 * 60_000;

/** Answers to refused and unsent messages would say nothing. */
const asksOf = ["accepted", "unknown"] as const satisfies Outcome[];

export function createReceipts(context: StoreContext): ReceiptTable {
  const { db } = context.connection;
  return {
    async ask(trx, operation, { holder, post }) {
      const asked = operation.receipt;
      if (asked === null && !(isAskedOf(operation.outcome) && (await mayAsk(trx, holder)))) return;
      await lockKeys(context, trx, [`receipts:${asked?.holder ?? holder}`]);
      const sheet = asked?.sheet ?? (await findSheet(context, trx, holder)) ?? operation.id;
      if (asked === null) await putOn(trx, operation.id, { holder, sheet });
      const operations = await readSheet(trx, sheet);
      const isNew = asked === null && sheet === operation.id;
      const to = asked?.holder ?? holder;
      await insertPosts(context, trx, [post({ id: sheet, holder: to, operations, isNew })], null);
    },

    async answer(id, answer) {
      const result = await transact(context, (trx) => takeAnswer(context, trx, { id, ...answer }));
      if (result.kind === "answered") context.tellAdded();
      return result;
    },

    async waiting(holder, limit) {
      if (!(await mayAsk(db, holder))) return [];
      const rows = await db
        .selectFrom("operations")
        .selectAll()
        .where("receipt_holder", "=", holder)
        .where("receipt_as", "is", null)
        .where("outcome", "in", asksOf)
        .where("closed_at", ">", context.now().getTime() - waitsMs)
        .orderBy("closed_at", "desc")
        .limit(limit)
        .execute();
      return rows.map(toOperation);
    },

    async stop(person) {
      const row = { person, stopped_at: context.now().getTime() };
      await write(context, (trx) =>
        trx
          .insertInto("receipt_stops")
          .values(row)
          .onConflict((conflict) => conflict.column("person").doNothing())
          .execute(),
      );
    },

    async resume(person) {
      await write(context, (trx) => trx.deleteFrom("receipt_stops").where("person", "=", person).execute());
    },

    isStopped: async (person) => !(await mayAsk(db, person)),
  };
}

function isAskedOf(outcome: Outcome | null): boolean {
  return asksOf.some((asked) => asked === outcome);
}

async function mayAsk(db: Pick<StoreTransaction, "selectFrom">, person: string): Promise<boolean> {
  const stop = await db
    .selectFrom("receipt_stops")
    .select("person")
    .where("person", "=", person)
    .executeTakeFirst();
  return stop === undefined;
}

/** The newest, while it is fresh, has room, and something on it is still asked. */
async function findSheet(
  { now }: StoreContext,
  trx: StoreTransaction,
  holder: string,
): Promise<string | null> {
  const newest = await trx
    .selectFrom("operations")
    .select("receipt_sheet")
    .where("receipt_holder", "=", holder)
    .where("closed_at", ">", now().getTime() - windowMs)
    .orderBy("closed_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const sheet = newest?.receipt_sheet ?? null;
  if (sheet === null) return null;
  const asked = await readSheet(trx, sheet);
  return asked.length < mostInSheet && asked.some(({ receipt }) => receipt?.as === null) ? sheet : null;
}

async function putOn(
  trx: StoreTransaction,
  id: string,
  { holder, sheet }: { holder: string; sheet: string },
): Promise<void> {
  await trx
    .updateTable("operations")
    .set({ receipt_holder: holder, receipt_sheet: sheet })
    .where("id", "=", id)
    .execute();
}

async function readSheet(trx: StoreTransaction, sheet: string): Promise<Operation[]> {
  const rows = await trx
    .selectFrom("operations")
    .selectAll()
    .where("receipt_sheet", "=", sheet)
    .orderBy("closed_at")
    .orderBy("id")
    .execute();
  return rows.map(toOperation);
}

async function takeAnswer(
  context: StoreContext,
  trx: StoreTransaction,
  { id, by, as, words, posts }: AnswerRequest & { id: string },
): Promise<AnswerResult> {
  const nowMs = context.now().getTime();
  // Before the row and the holder's lock, as an end does that asks.
  await lockTouched(context, trx, id);
  const row = await trx
    .updateTable("operations")
    .set({ receipt_as: as, receipt_at: nowMs, receipt_words: words === null ? null : toText(words) })
    .where("id", "=", id)
    .where("receipt_holder", "=", by)
    .where("outcome", "in", asksOf)
    .where((row) =>
      as === "arrived"
        ? row.or([row("receipt_as", "is", null), row("receipt_as", "=", "did_not_arrive")])
        : row("receipt_as", "is", null),
    )
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return explainNone(trx, id, by);
  const settled = await settleBy(trx, row, nowMs);
  const operation = toOperation(settled);
  const touched = await readTouched(context, trx, settled);
  await lockKeys(context, trx, [`receipts:${by}`]);
  const sheet: Sheet = {
    id: operation.receipt?.sheet ?? id,
    holder: by,
    operations: await readSheet(trx, operation.receipt?.sheet ?? id),
    isNew: false,
  };
  await insertPosts(context, trx, posts(operation, sheet, touched), id);
  return { kind: "answered", operation };
}

async function explainNone(trx: StoreTransaction, id: string, by: string): Promise<AnswerResult> {
  const row = await trx.selectFrom("operations").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined || row.receipt_holder !== by) return { kind: "not_asked" };
  const operation = toOperation(row);
  return { kind: isAskedOf(operation.outcome) ? "already" : "overtaken", operation };
}

/** What looks wrong has arrived. Of what is settled only the holder's own "did not arrive" gives way. */
async function settleBy(trx: StoreTransaction, row: OperationRow, nowMs: number): Promise<OperationRow> {
  const { receipt_holder: holder, receipt_as: as } = row;
  const isOwn = row.settled_by === holder && row.settled_as === "did_not_arrive";
  if (row.outcome !== "unknown" || (row.settled_at !== null && !isOwn)) return row;
  const settled = {
    settled_by: holder,
    settled_as: as === "did_not_arrive" ? ("did_not_arrive" as const) : ("arrived" as const),
    settled_at: nowMs,
  };
  const { numUpdatedRows } = await trx
    .updateTable("operations")
    .set(settled)
    .where("id", "=", row.id)
    .where("outcome", "=", "unknown")
    .where((one) => one.or([one("settled_at", "is", null), one("settled_at", "=", row.settled_at)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? { ...row, ...settled } : row;
}
