import type { StoreContext } from "../database/tables.ts";
import { transact, write } from "../database/transact.ts";
import { toOperations } from "../operations/read.ts";
import { takeAllArrived, takeAnswer } from "./answer.ts";
import { ask, mayAsk } from "./ask.ts";
import { goAfter, waitsMs } from "./go-after.ts";
import { asksOf, readSheet } from "./sheet.ts";
import type { ReceiptTable } from "./types.ts";

export function createReceipts(context: StoreContext): ReceiptTable {
  const { db } = context.connection;
  return {
    ask: (trx, operation, holderOf) => ask(context, trx, operation, holderOf),

    async sheet(id) {
      const operations = await readSheet(db, id);
      const holder = operations[0]?.receipt?.holder;
      return holder === undefined ? null : { id, holder, operations };
    },

    answer: (id, answer) => transact(context, (trx) => takeAnswer(context, trx, { id, ...answer })),

    allArrived: (sheet, answer) =>
      transact(context, (trx) => takeAllArrived(context, trx, { sheet, ...answer })),

    goAfter: (silence) => goAfter(context, silence),

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
