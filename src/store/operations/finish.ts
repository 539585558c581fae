import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { isDivisionByZero, repeatOnConflict, transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import type { Telling } from "../posts/table.ts";
import { cardFor, lockCards } from "./list.ts";
import { lockFamily, noFamily, readOperation, toOperation, toWhole } from "./read.ts";
import type {
  FinishRequest,
  Operation,
  OperationRow,
  SettleRequest,
  SettleResult,
  TakeOnRequest,
  Transition,
} from "./table.ts";
import { toNewRow } from "./take-on.ts";
import { toTelling } from "./tell-change.ts";
import { writeInOne, writeRest } from "./write-rest.ts";

/** `isAlone`: all of its act, and known here to be so while it is open. */
export async function finish(
  context: StoreContext,
  id: string,
  end: FinishRequest,
  isAlone = false,
): Promise<Transition | "ignored"> {
  const transition = await transact<Transition | "ignored" | null>(context, async (trx) => {
    if (!isAlone) await lockFamily(context, trx, id);
    if (end.outcome === "unknown") await lockCards(context, trx);
    const closed = await closing(context, trx, id, end).executeTakeFirst();
    if (closed === undefined && isAlone) return null;
    const row = closed ?? (await correct(context, trx, id, end));
    if (row === undefined) return "ignored";
    const transition = closed === undefined ? "corrected" : "closed";
    const operation = isAlone ? toWhole(row, noFamily) : await toOperation(trx, row);
    const written = await end.inTransaction?.(operation)?.(trx);
    const telling = await toTelling(trx, [operation], [end.tells(transition, operation), written]);
    const event = transition === "closed" ? "ended" : "corrected";
    await writeRest(context, trx, { event, row, person: row.author, telling });
    return transition;
  });
  return transition ?? (await finish(context, id, end));
}

/** The update that closes it, where it may be closed so. */
function closing(context: StoreContext, db: Kysely<Tables>, id: string, end: FinishRequest) {
  const nowMs = context.now().getTime();
  return db
    .updateTable("operations")
    .set({
      ...toClosedColumns(context, end),
      ...(end.outcome === "unknown" && { unknowns_card: cardFor(end, nowMs) }),
    })
    .where("id", "=", id)
    .where((row) => mayClose(row, context, end))
    .returningAll();
}

function toClosedColumns({ now }: StoreContext, end: FinishRequest) {
  return {
    state: "closed" as const,
    closed_at: now().getTime(),
    ended_at: end.endedAt?.getTime() ?? null,
    ...(end.leftAt !== undefined && { started_at: end.leftAt?.getTime() ?? null }),
    ...toEndColumns(end),
  };
}

/**
 * The owner may close what never left as not sent, and what left as unknown. What became of a request is known to the
 * instance that made it alone: also once another one owns it, whose guess would be wrong.
 */
function mayClose(
  row: ExpressionBuilder<Tables, "operations">,
  { owner }: StoreContext,
  { outcome }: FinishRequest,
) {
  const isStored = row("state", "=", "stored");
  const isStarted = row("state", "=", "started");
  const isHeld = row("owner", "=", owner);
  if (outcome === "unknown") return row.and([isStarted, isHeld]);
  const isOwn = row.and([isStarted, row("started_by", "=", owner)]);
  return outcome === "not_sent" ? row.or([row.and([isStored, isHeld]), isOwn]) : isOwn;
}

/** Only who learned what became of a request knows better than *unknown*. */
async function correct(
  context: StoreContext,
  trx: StoreTransaction,
  id: string,
  end: FinishRequest,
): Promise<OperationRow | undefined> {
  if (end.outcome === "unknown") return undefined;
  return await trx
    .updateTable("operations")
    .set({ corrected_at: context.now().getTime(), ...toEndColumns(end) })
    .where("id", "=", id)
    .where("outcome", "=", "unknown")
    .where("started_by", "=", context.owner)
    .returningAll()
    .executeTakeFirst();
}

function toEndColumns({ outcome, result, messageId }: FinishRequest) {
  return {
    outcome,
    result: result === null ? null : JSON.stringify(result),
    message_id: messageId === undefined || messageId === null ? null : toText(messageId),
  };
}

export function settle(context: StoreContext, id: string, settlement: SettleRequest): Promise<SettleResult> {
  return transact(context, async (trx) => {
    await lockFamily(context, trx, id);
    const row = await trx
      .updateTable("operations")
      .set({
        settled_by: settlement.by,
        settled_as: settlement.as,
        settled_at: context.now().getTime(),
      })
      .where("id", "=", id)
      .where("outcome", "=", "unknown")
      .where("settled_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    const operation = row === undefined ? await readOperation(trx, id) : await toOperation(trx, row);
    if (operation === null) throw new Error(`there is no operation ${id}`);
    if (row === undefined) return { kind: "already", operation };
    const written = await settlement.inTransaction?.(operation)?.(trx);
    const telling = await toTelling(trx, [operation], [settlement.tells(operation), written]);
    await writeRest(context, trx, { event: "settled", row, person: settlement.by, telling });
    return { kind: "settled", operation };
  });
}

/** All of its act, and stored as started: until its end nobody but this process changes its row or adds to its family. */
export function endsAlone({ again, next, beside = [], also, tells, leavesAtOnce }: TakeOnRequest): boolean {
  const hasMore = again !== undefined || next !== undefined || beside.length > 0;
  return leavesAtOnce === true && !hasMore && also === undefined && tells === undefined;
}

/** What is not known of any operation that is stored. */
const unset = {
  outcome: null,
  result: null,
  message_id: null,
  acknowledged_at: null,
  closed_at: null,
  ended_at: null,
  corrected_at: null,
  settled_by: null,
  settled_as: null,
  settled_at: null,
  unknowns_card: null,
  phone_owner: null,
  questionnaire: null,
  asked_at: null,
  asking: null,
  received_as: null,
  received_at: null,
  received_words: null,
} as const;

/** Its row as it was stored, so that it needn't be read. */
export function toStoredRow(context: StoreContext, request: TakeOnRequest, createdMs: number): OperationRow {
  return { ...unset, ...toNewRow(context, request, { ...request, step: 0 }, createdMs) };
}

/** An end of such an operation, and all that commits with it. */
export type Close = { operation: Operation; row: OperationRow; telling: Telling };

/** Null where more than its own row and posts commits with this end. */
export function toClose(context: StoreContext, before: OperationRow, end: FinishRequest): Close | null {
  if (end.outcome === "unknown") return null;
  const row: OperationRow = { ...before, ...toClosedColumns(context, end) };
  const operation = toWhole(row, noFamily);
  if ((end.inTransaction?.(operation) ?? null) !== null) return null;
  return { operation, row, telling: end.tells("closed", operation) };
}

/**
 * The end with all that commits with it, as one statement of PostgreSQL's. False, with nothing written: the row is not as
 * this process knows it.
 */
export async function closeAlone(
  context: StoreContext,
  { row, telling }: Close,
  end: FinishRequest,
): Promise<boolean> {
  const { db } = context.connection;
  const change = { event: "ended" as const, row, person: row.author, telling };
  const update = closing(context, db, row.id, end);
  const aftermath = context.aftermath();
  try {
    const written = await repeatOnConflict(() => writeInOne(context, db, change, sql`${update}`));
    context.over({ ...aftermath, ...written }, true);
    return true;
  } catch (error) {
    // Perhaps it was stored before, and the answer was lost.
    for (const deliverer of context.deliverers) deliverer.look();
    if (isDivisionByZero(error)) return false;
    throw error;
  }
}
