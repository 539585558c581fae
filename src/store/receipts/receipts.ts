import type { Kysely } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { lockKey, transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { markHomes } from "../homes/mark.ts";
import { strikeOff } from "../operations/listings.ts";
import { lockFamily, readOperation, toOperations } from "../operations/read.ts";
import { questionsSubject, tellChange } from "../operations/tell-change.ts";
import type { Operation, Outcome } from "../operations/types.ts";
import type { AnswerRequest, AnswerResult, ReceiptTable, ReceivedAs } from "./types.ts";

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
    async ask(trx, operation, holder) {
      if (operation.receipt !== null) return null;
      if (!(isAskedOf(operation.outcome) && (await mayAsk(trx, holder)))) return null;
      await lockKey(context, trx, `receipts:${holder}`);
      const sheet = (await findSheet(context, trx, holder)) ?? operation.id;
      const asked_at = context.now().getTime();
      await trx
        .insertInto("receipts")
        .values({ operation_id: operation.id, holder, sheet, asked_at })
        .execute();
      return questionsSubject(sheet);
    },

    async sheet(id) {
      const operations = await readSheet(db, id);
      const holder = operations[0]?.receipt?.holder;
      return holder === undefined ? null : { id, holder, operations };
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
      await transact(context, async (trx) => {
        await trx
          .insertInto("receipt_stops")
          .values(row)
          .onConflict((conflict) => conflict.column("person").doNothing())
          .execute();
        await markHomes(context, trx, [person]);
      });
      context.tellAdded();
    },

    async resume(person) {
      await transact(context, async (trx) => {
        await trx.deleteFrom("receipt_stops").where("person", "=", person).execute();
        await markHomes(context, trx, [person]);
      });
      context.tellAdded();
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

async function readSheet(db: Kysely<Tables>, sheet: string): Promise<Operation[]> {
  const rows = await db
    .selectFrom("operations")
    .innerJoin("receipts", "receipts.operation_id", "operations.id")
    .selectAll("operations")
    .where("sheet", "=", sheet)
    .orderBy("asked_at")
    .orderBy("id")
    .execute();
  return toOperations(db, rows);
}

async function takeAnswer(
  context: StoreContext,
  trx: StoreTransaction,
  { id, by, as, words, tells }: AnswerRequest & { id: string },
): Promise<AnswerResult> {
  const nowMs = context.now().getTime();
  await lockFamily(context, trx, id);
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
  if (await settleBy(trx, asked, { by, as, nowMs })) await strikeOff(trx, asked, asked.settledAs === null);
  const operation = (await readOperation(trx, id)) ?? asked;
  await tellChange(context, trx, operation, {
    tellings: [tells(operation)],
    onCall: operation.outcome === "unknown",
  });
  return { kind: "answered", operation };
}

type Seen = { by: string; as: ReceivedAs; nowMs: number };

/** What looks wrong has arrived. Of what is settled only the holder's own "did not arrive" gives way. */
async function settleBy(
  trx: StoreTransaction,
  { id, outcome, settledBy, settledAs }: Operation,
  { by, as, nowMs }: Seen,
): Promise<boolean> {
  const isOwn = settledBy === by && settledAs === "did_not_arrive";
  if (outcome !== "unknown" || (settledAs !== null && !isOwn)) return false;
  const settled = as === "did_not_arrive" ? ("did_not_arrive" as const) : ("arrived" as const);
  await trx
    .updateTable("operations")
    .set({ settled_by: by, settled_as: settled, settled_at: nowMs })
    .where("id", "=", id)
    .where("outcome", "=", "unknown")
    .execute();
  return true;
}
