import type { ExpressionBuilder, Kysely } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { cardFor, lockCards } from "./listings.ts";
import { lockFamily, noFamily, readOperation, toOperation, toWhole } from "./read.ts";
import type { OperationRow } from "./table.ts";
import { toTelling } from "./tell-change.ts";
import type { FinishRequest, SettleRequest, SettleResult, Transition } from "./types.ts";
import { writeRest } from "./write-rest.ts";

/** What was to be written beside it failed; the outcome itself could have been stored. */
export class AlsoFailedError extends Error {
  override readonly name = "AlsoFailedError";

  constructor(cause: unknown) {
    super("what was to be written beside an outcome could not be", { cause });
  }
}

/** `isAlone`: all of its act, and known here to be so while it is open. */
export async function finish(
  context: StoreContext,
  id: string,
  end: FinishRequest,
  isAlone = false,
): Promise<Transition | "ignored"> {
  const beside: { failure?: unknown } = {};
  const written = transact<Transition | "ignored" | null>(context, async (trx) => {
    if (!isAlone) await lockFamily(context, trx, id);
    if (end.outcome === "unknown") await lockCards(context, trx);
    const closed = await closing(context, trx, id, end).executeTakeFirst();
    if (closed === undefined && isAlone) return null;
    const row = closed ?? (await correct(context, trx, id, end));
    if (row === undefined) return "ignored";
    const transition = closed === undefined ? "corrected" : "closed";
    const operation = isAlone ? toWhole(row, noFamily) : await toOperation(trx, row);
    const also = await end.also?.(trx, operation).catch((failure: unknown) => {
      beside.failure = failure;
      throw failure;
    });
    const telling = await toTelling(trx, [operation], [end.tells(transition, operation), also]);
    const event = transition === "closed" ? "ended" : "corrected";
    await writeRest(context, trx, { event, row, person: row.author, telling });
    return transition;
  });
  // Behind the transaction, which is repeated on a conflict.
  const transition = await written.catch((error: unknown) => {
    throw error === beside.failure ? new AlsoFailedError(error) : error;
  });
  return transition ?? (await finish(context, id, end));
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
    const also = await settlement.also?.(trx, operation);
    const telling = await toTelling(trx, [operation], [settlement.tells(operation), also]);
    await writeRest(context, trx, { event: "settled", row, person: settlement.by, telling });
    return { kind: "settled", operation };
  });
}
