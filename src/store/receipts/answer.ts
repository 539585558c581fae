import { record } from "../audit/record.ts";
import { subjectOf } from "../audit/table.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { toText } from "../database/values.ts";
import { lockFamily, readOperation, readOperations } from "../operations/read.ts";
import { recordOperation } from "../operations/record.ts";
import type { OperationRow } from "../operations/table.ts";
import { tellChange } from "../operations/tell-change.ts";
import type { Operation } from "../operations/types.ts";
import { isAskedOf, readSheet } from "./sheet.ts";
import type { AllArrived, AnswerRequest, AnswerResult, ReceivedAs } from "./types.ts";

/** ReceiptTable.answer */
export async function takeAnswer(
  context: StoreContext,
  trx: StoreTransaction,
  { id, tells, ...seen }: AnswerRequest & { id: string },
): Promise<AnswerResult> {
  await lockFamily(context, trx, id);
  const asked = await readOperation(trx, id);
  if (asked?.receipt?.holder !== seen.by) return { kind: "not_asked" };
  if (!isAskedOf(asked.outcome)) return { kind: "overtaken", operation: asked };
  if (!(await write(context, trx, { asked, ...seen }))) return { kind: "already", operation: asked };
  const operation = (await readOperation(trx, id)) ?? asked;
  await tellChange(context, trx, [operation], [tells(operation)]);
  return { kind: "answered", operation };
}

/** ReceiptTable.allArrived */
export async function takeAllArrived(
  context: StoreContext,
  trx: StoreTransaction,
  { sheet, by, tells }: AllArrived & { sheet: string },
): Promise<readonly Operation[]> {
  const asked = (await readSheet(trx, sheet)).filter(
    ({ receipt, outcome }) => receipt?.holder === by && receipt.as === null && isAskedOf(outcome),
  );
  if (asked.length === 0) return [];
  await lockFamily(context, trx, ...asked.map(({ id }) => id));
  const ids: string[] = [];
  for (const one of await readOperations(
    trx,
    asked.map(({ id }) => id),
  )) {
    const isOpen = one.receipt?.as === null && isAskedOf(one.outcome);
    if (isOpen && (await write(context, trx, { asked: one, by, as: "arrived", words: null })))
      ids.push(one.id);
  }
  const answered = await readOperations(trx, ids);
  if (answered.length === 0) return [];
  await tellChange(context, trx, answered, [tells(answered)]);
  return answered;
}

type Answer = { asked: Operation; by: string; as: ReceivedAs; words: string | null };

/** False: it is answered already; only what is said not to have arrived may have arrived after all. */
async function write(
  context: StoreContext,
  trx: StoreTransaction,
  { asked, by, as, words }: Answer,
): Promise<boolean> {
  const nowMs = context.now().getTime();
  const { numUpdatedRows } = await trx
    .updateTable("receipts")
    .set({ received_as: as, received_at: nowMs, words: words === null ? null : toText(words) })
    .where("operation_id", "=", asked.id)
    .where((row) =>
      as === "arrived"
        ? row.or([row("received_as", "is", null), row("received_as", "=", "did_not_arrive")])
        : row("received_as", "is", null),
    )
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await record(context, trx, [
    { event: "received", person: by, subject: subjectOf.receipt(asked.id), outcome: as },
  ]);
  const settled = await settleBy(trx, asked, { by, as, nowMs });
  if (settled === undefined) return true;
  await recordOperation(context, trx, { event: "settled", row: settled, person: by });
  return true;
}

type Seen = { by: string; as: ReceivedAs; nowMs: number };

/** What looks wrong has arrived. Of what is settled only the holder's own "did not arrive" gives way. */
async function settleBy(
  trx: StoreTransaction,
  { id, outcome, settledBy, settledAs }: Operation,
  { by, as, nowMs }: Seen,
): Promise<OperationRow | undefined> {
  const isOwn = settledBy === by && settledAs === "did_not_arrive";
  if (outcome !== "unknown" || (settledAs !== null && !isOwn)) return undefined;
  const settled = as === "did_not_arrive" ? ("did_not_arrive" as const) : ("arrived" as const);
  return await trx
    .updateTable("operations")
    .set({ settled_by: by, settled_as: settled, settled_at: nowMs })
    .where("id", "=", id)
    .where("outcome", "=", "unknown")
    .returningAll()
    .executeTakeFirst();
}
