import { sql } from "kysely";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { lockFamily, readOperations } from "../operations/read.ts";
import { questionsSubject, tellChange } from "../operations/tell-change.ts";
import { mayAsk } from "./ask.ts";
import type { Silence } from "./types.ts";

/** Whoever didn't answer in so long has no more to say. */
export const waitsMs = 24 * 60 * 60_000;
/** What nobody waits for any more is said of questions as old as this, however long the app was away. */
const lookedBackMs = 30 * waitsMs;

/** Nobody has answered, and the question still stands. */
const isSilent = sql<boolean>`receipts.received_as is null and exists (
  select 1 from operations where operations.id = receipts.operation_id
    and operations.outcome in ('accepted', 'unknown'))`;

/** In a direct message of a run, whose operation began it. */
const isOfRun = sql<boolean>`exists (
  select 1 from operations as own join operations as beside on beside.act = own.act and beside.id <> own.id
  where own.id = receipts.sheet and own.step = 0 and beside.step = 0)`;

/** ReceiptTable.goAfter: a direct message at a time. */
export async function goAfter(context: StoreContext, silence: Silence): Promise<void> {
  const { now, connection } = context;
  const nowMs = now().getTime();
  const due = await connection.db
    .selectFrom("receipts")
    .select(["sheet", "holder"])
    .distinct()
    .where("asked_at", ">", nowMs - lookedBackMs)
    .where((row) =>
      row.or([
        row.and([row("asking", "=", "once"), row("asked_at", "<=", nowMs - silence.againMs)]),
        row.and([row("asking", "<>", "over"), row("asked_at", "<=", nowMs - silence.overMs)]),
      ]),
    )
    .where(isSilent)
    .where(isOfRun)
    .orderBy("sheet")
    .execute();
  for (const questions of due) {
    await transact(context, (trx) => goAfterOne(context, trx, { ...questions, ...silence }));
  }
}

async function goAfterOne(
  context: StoreContext,
  trx: StoreTransaction,
  { sheet, holder, againMs, overMs, tells }: Silence & { sheet: string; holder: string },
): Promise<void> {
  await lockFamily(context, trx, sheet);
  const nowMs = context.now().getTime();
  const silent = (asking: "again" | "over") =>
    trx
      .updateTable("receipts")
      .set({ asking })
      .where("sheet", "=", sheet)
      .where(isSilent)
      .returning("operation_id");
  const over = await silent("over")
    .where("asking", "<>", "over")
    .where("asked_at", "<=", nowMs - overMs)
    .execute();
  const again = await silent("again")
    .where("asking", "=", "once")
    .where("asked_at", "<=", nowMs - againMs)
    .execute();
  const changed = await readOperations(
    trx,
    [...over, ...again].map(({ operation_id }) => operation_id),
  );
  const isTold = again.length > 0 && (await mayAsk(trx, holder));
  const telling = isTold ? tells({ subject: questionsSubject(sheet), count: again.length }) : null;
  await tellChange(context, trx, changed, [telling]);
}
