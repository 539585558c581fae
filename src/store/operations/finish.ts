import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { tell } from "../posts/tell.ts";
import type { Telling } from "../posts/types.ts";
import { cardFor, lockCards } from "./listings.ts";
import { lockFamily, readOperation, toOperation } from "./read.ts";
import { recordOperation } from "./record.ts";
import type { OperationRow } from "./table.ts";
import { actSubject, tellChange } from "./tell-change.ts";
import type { FinishRequest, Operation, Outcome, SettleRequest, SettleResult, Transition } from "./types.ts";

/** What was to be written beside it failed; the outcome itself could have been stored. */
export class AlsoFailedError extends Error {
  override readonly name = "AlsoFailedError";

  constructor(cause: unknown) {
    super("what was to be written beside an outcome could not be", { cause });
  }
}

/** OperationTable.finish */
export async function finish(
  context: StoreContext,
  id: string,
  end: FinishRequest,
): Promise<Transition | "ignored"> {
  const beside: { failure?: unknown } = {};
  const written = transact<Transition | "ignored">(context, async (trx) => {
    await lockFamily(context, trx, id);
    const step = await applyEnd(context, trx, id, end);
    if (step === null) return "ignored";
    const { transition, row } = step;
    await quotaReturned(trx, row)?.execute();
    const event = transition === "closed" ? "ended" : "corrected";
    await recordOperation(context, trx, { event, row, person: row.author });
    const operation = await toOperation(trx, row);
    const also = await end.also?.(trx, operation).catch((failure: unknown) => {
      beside.failure = failure;
      throw failure;
    });
    await tellChange(context, trx, [operation], [end.tells(transition, operation), also]);
    return transition;
  });
  // Behind the transaction, which is repeated on a conflict.
  return await written.catch((error: unknown) => {
    throw error === beside.failure ? new AlsoFailedError(error) : error;
  });
}

/** OperationTable.waits: on PostgreSQL whoever starts or closes it waits until this is stored, or was first. */
export async function waits(
  context: StoreContext,
  id: string,
  tells: (operation: Operation) => Telling,
): Promise<void> {
  await transact(context, async (trx) => {
    const row = await trx
      .updateTable("operations")
      .set({ waits: 1 })
      .where("id", "=", id)
      .where("state", "=", "stored")
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return;
    const telling = tells(await toOperation(trx, row));
    await tell(context, trx, { ...telling, changed: [actSubject(row.act), ...(telling.changed ?? [])] });
  });
}

type Step = { transition: Transition; row: OperationRow };

async function applyEnd(
  context: StoreContext,
  trx: StoreTransaction,
  id: string,
  end: FinishRequest,
): Promise<Step | null> {
  if (end.outcome === "unknown") await lockCards(context, trx);
  const closed = await closing(context, trx, id, end).executeTakeFirst();
  if (closed !== undefined) return { transition: "closed", row: closed };
  // Only who learned what became of a request knows better than that.
  if (end.outcome === "unknown" || end.isGivenUp === true) return null;
  const corrected = await correct(context, trx, id, end);
  return corrected === undefined ? null : { transition: "corrected", row: corrected };
}

/** The update that closes it, where it may be closed so. */
export function closing(context: StoreContext, db: Kysely<Tables>, id: string, end: FinishRequest) {
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

export function toClosedColumns({ now }: StoreContext, end: FinishRequest) {
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
  { outcome, isGivenUp = false }: FinishRequest,
) {
  const isStored = row("state", "=", "stored");
  const isStarted = row("state", "=", "started");
  const isHeld = row("owner", "=", owner);
  if (isGivenUp) return isStored;
  if (outcome === "unknown") return row.and([isStarted, isHeld]);
  const isOwn = row.and([isStarted, row("started_by", "=", owner)]);
  return outcome === "not_sent" ? row.or([row.and([isStored, isHeld]), isOwn]) : isOwn;
}

function correct(context: StoreContext, trx: StoreTransaction, id: string, end: FinishRequest) {
  return trx
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

/**
 * Every operation with a quota day is counted until this transition, and no transition leads on from refused and not
 * sent: so this happens once without remembering that it did.
 */
export function quotaReturned(db: Kysely<Tables>, row: OperationRow) {
  if (row.quota_day === null || !hadNoEffect(row.outcome)) return null;
  return db
    .updateTable("quotas")
    .set({ used: sql<number>`used - 1` })
    .where("person", "=", row.author)
    .where("day", "=", row.quota_day)
    .where("kind", "=", row.kind)
    .where("used", ">", 0);
}

/** Certainly, which nobody knows of what has no outcome yet. */
export function hadNoEffect(outcome: Outcome | null | undefined): boolean {
  return outcome === "refused" || outcome === "not_sent";
}

/** OperationTable.settle */
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
    await recordOperation(context, trx, { event: "settled", row, person: settlement.by });
    const also = await settlement.also?.(trx, operation);
    await tellChange(context, trx, [operation], [settlement.tells(operation), also]);
    return { kind: "settled", operation };
  });
}
