import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { lockTouched, readTouched } from "../operations/finish.ts";
import { readOperation, toOperations } from "../operations/read.ts";
import type { Operation, Outcome } from "../operations/types.ts";
import { insertPosts, lockKeys } from "../posts/insert.ts";
import type { AnswerRequest, AnswerResult, ReceiptTable, ReceivedAs, Sheet } from "./types.ts";

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
      if (asked === null) {
        const asked_at = context.now().getTime();
        await trx
          .insertInto("receipts")
          .values({ operation_id: operation.id, holder, sheet, asked_at })
          .execute();
      }
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
        .innerJoin("receipts", "receipts.operation_id", "operations.id")
        .selectAll("operations")
        .where("holder", "=", holder)
        .where("received_as", "is", null)
        .where("outcome", "in", asksOf)
        .where("asked_at", ">", context.now().getTime() - waitsMs)
        .orderBy("asked_at", "desc")
        .limit(limit)
        .execute();
      return toOperations(db, rows);
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
    .selectFrom("receipts")
    .select("sheet")
    .where("holder", "=", holder)
    .where("asked_at", ">", now().getTime() - windowMs)
    .orderBy("asked_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const sheet = newest?.sheet ?? null;
  if (sheet === null) return null;
  const asked = await readSheet(trx, sheet);
  return asked.length < mostInSheet && asked.some(({ receipt }) => receipt?.as === null) ? sheet : null;
}

async function readSheet(trx: StoreTransaction, sheet: string): Promise<Operation[]> {
  const rows = await trx
    .selectFrom("operations")
    .innerJoin("receipts", "receipts.operation_id", "operations.id")
    .selectAll("operations")
    .where("sheet", "=", sheet)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  return toOperations(trx, rows);
}

async function takeAnswer(
  context: StoreContext,
  trx: StoreTransaction,
  { id, by, as, words, posts }: AnswerRequest & { id: string },
): Promise<AnswerResult> {
  const nowMs = context.now().getTime();
  // Before the row and the holder's lock, as an end does that asks.
  await lockTouched(context, trx, id);
  const asked = await readOperation(trx, id);
  if (asked?.receipt?.holder !== by) return { kind: "not_asked" };
  if (!isAskedOf(asked.outcome)) return { kind: "overtaken", operation: asked };
  const { numUpdatedRows } = await trx
    .updateTable("receipts")
    .set({ received_as: as, received_at: nowMs, words: words === null ? null : toText(words) })
    .where("operation_id", "=", id)
    .where((row) =>
      as === "arrived"
        ? row.or([row("received_as", "is", null), row("received_as", "=", "did_not_arrive")])
        : row("received_as", "is", null),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) return { kind: "already", operation: asked };
  await settleBy(trx, asked, { by, as, nowMs });
  const operation = (await readOperation(trx, id)) ?? asked;
  const touched = await readTouched(context, trx, operation);
  await lockKeys(context, trx, [`receipts:${by}`]);
  const { sheet: sheetId } = asked.receipt;
  const sheet: Sheet = {
    ...{ id: sheetId, holder: by, isNew: false },
    operations: await readSheet(trx, sheetId),
  };
  await insertPosts(context, trx, posts(operation, sheet, touched), id);
  return { kind: "answered", operation };
}

type Seen = { by: string; as: ReceivedAs; nowMs: number };

/** What looks wrong has arrived. Of what is settled only the holder's own "did not arrive" gives way. */
async function settleBy(
  trx: StoreTransaction,
  { id, outcome, settledBy, settledAs }: Operation,
  { by, as, nowMs }: Seen,
): Promise<void> {
  const isOwn = settledBy === by && settledAs === "did_not_arrive";
  if (outcome !== "unknown" || (settledAs !== null && !isOwn)) return;
  const settled = as === "did_not_arrive" ? ("did_not_arrive" as const) : ("arrived" as const);
  await trx
    .updateTable("operations")
    .set({ settled_by: by, settled_as: settled, settled_at: nowMs })
    .where("id", "=", id)
    .where("outcome", "=", "unknown")
    .execute();
}
