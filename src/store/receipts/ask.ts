import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { lockKey } from "../database/transact.ts";
import { isOfBatch, readAct } from "../operations/read.ts";
import { questionsSubject } from "../operations/tell-change.ts";
import type { Operation } from "../operations/types.ts";
import { isAskedOf, readSheet } from "./sheet.ts";
import type { Asked } from "./types.ts";

/** What comes so soon after the first is asked in the same direct message, up to what is read at a glance. */
const windowMs = 5 * 60_000;
const mostInSheet = 10;

/** ReceiptTable.ask */
export async function ask(
  context: StoreContext,
  trx: StoreTransaction,
  operation: Operation,
  holderOf: (operation: Operation) => string | null,
): Promise<Asked[]> {
  const isRun = isOfBatch(operation);
  if (isRun && operation.siblings.some(({ outcome }) => outcome === null)) return [];
  const ended = isRun ? await readAct(trx, operation.act) : [operation];
  const unasked = ended.filter(({ receipt, outcome }) => receipt === null && isAskedOf(outcome));
  const all: Asked[] = [];
  // In one order, so that no two transactions wait for each other.
  for (const [holder, theirs] of [...Map.groupBy(unasked, holderOf)].toSorted(byHolder)) {
    const [first] = theirs;
    if (holder === null || first === undefined || !(await mayAsk(trx, holder))) continue;
    await lockKey(context, trx, `receipts:${holder}`);
    const joined = isRun ? theirsBefore(ended, holder) : await findSheet(context, trx, holder);
    const sheet = joined ?? first.id;
    const asked_at = context.now().getTime();
    const rows = theirs.map(({ id }) => ({
      operation_id: id,
      ...{ holder, sheet, asked_at, asking: "once" as const },
    }));
    await trx.insertInto("receipts").values(rows).execute();
    all.push({ subject: questionsSubject(sheet), holder });
  }
  return all;
}

function byHolder([one]: [string | null, unknown], [other]: [string | null, unknown]): number {
  return (one ?? "") < (other ?? "") ? -1 : 1;
}

/** What a late reply adds stands among the run's other questions. */
function theirsBefore(run: readonly Operation[], holder: string): string | null {
  return run.find(({ receipt }) => receipt?.holder === holder)?.receipt?.sheet ?? null;
}

export async function mayAsk(db: Pick<StoreTransaction, "selectFrom">, person: string): Promise<boolean> {
  const stop = await db
    .selectFrom("receipt_stops")
    .select("person")
    .where("person", "=", person)
    .executeTakeFirst();
  return stop === undefined;
}

/** The newest that is no run's, while it is fresh, has room, and something on it is still asked. */
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
  if (asked.length >= mostInSheet || asked.some(isOfBatch)) return null;
  return asked.some(({ receipt }) => receipt?.as === null) ? sheet : null;
}
