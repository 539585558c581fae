import { type ExpressionBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { toText } from "../database/values.ts";
import { insertPosts } from "../posts/insert.ts";
import type { NewPost } from "../posts/types.ts";
import { readBatches } from "./batches.ts";
import { enlist, lockListings, lockListingsIfKnown, readListings } from "./listings.ts";
import { lockFamily, readOperation, readOperations, toOperations } from "./read.ts";
import type { OperationRow } from "./row.ts";
import { hadNoEffect, toStarter } from "./row.ts";
import type {
  Batch,
  FinishRequest,
  Operation,
  SettleRequest,
  SettleResult,
  Touched,
  Transition,
} from "./types.ts";

/** What was to be written beside it failed; the outcome itself could have been stored. */
export class AlsoFailedError extends Error {
  override readonly name = "AlsoFailedError";

  constructor(cause: unknown) {
    super("what was to be written beside an outcome could not be", { cause });
  }
}

type Finished = { transition: Transition | "ignored"; mayTell: boolean };

/** OperationTable.finish; `mayTell`: posts were stored, or what was written beside it may have stored some. */
export async function finish(context: StoreContext, id: string, end: FinishRequest): Promise<Finished> {
  const beside: { failure?: unknown } = {};
  const written = transact<Finished>(context, async (trx) => {
    if (end.outcome === "unknown") await lockListings(context, trx);
    else await lockListingsIfKnown(context, trx, id);
    await lockFamily(context, trx, id);
    const step = await applyEnd(context, trx, id, end);
    if (step === null) return { transition: "ignored", mayTell: false };
    await returnQuota(trx, step.row);
    const [operation] = await toOperations(trx, [step.row]);
    if (operation === undefined) throw new Error(`operation ${id} is gone`);
    const isAlone = operation.siblings.length === 0;
    const linked = {
      ...(await readTouched(context, trx, operation)),
      isTold: end.asksTold === true && isAlone && (await isTold(trx, id)),
    };
    await end.also?.(trx, operation).catch((failure: unknown) => {
      beside.failure = failure;
      throw failure;
    });
    const posts = end.posts(step.transition, operation, linked);
    await insertPosts(context, trx, posts, id);
    return { transition: step.transition, mayTell: posts.length > 0 || end.also !== undefined };
  });
  // Behind the transaction, which is repeated on a conflict.
  return await written.catch((error: unknown) => {
    throw error === beside.failure ? new AlsoFailedError(error) : error;
  });
}

/** OperationTable.tell: on PostgreSQL whoever starts or closes it waits until this is stored, or was first. */
export async function tell(
  context: StoreContext,
  id: string,
  posts: (operation: Operation, batches: readonly Batch[]) => NewPost[],
): Promise<boolean> {
  return await transact(context, async (trx) => {
    const row = await trx
      .selectFrom("operations")
      .selectAll()
      .where("id", "=", id)
      .where("state", "=", "stored")
      .$if(context.connection.engine === "postgres", (operations) => operations.forUpdate())
      .executeTakeFirst();
    if (row === undefined) return false;
    const [operation] = await toOperations(trx, [row]);
    if (operation === undefined) return false;
    const batches = await readBatches(context, trx, [row.act]);
    await insertPosts(context, trx, posts(operation, batches), id);
    return true;
  });
}

type Step = { transition: Transition; row: OperationRow };

async function applyEnd(
  context: StoreContext,
  trx: StoreTransaction,
  id: string,
  end: FinishRequest,
): Promise<Step | null> {
  const closed = await close(context, trx, id, end);
  if (closed !== undefined) {
    const isUnknown = end.outcome === "unknown";
    return {
      transition: "closed",
      row: isUnknown ? await enlist(context, trx, { row: closed, ...end }) : closed,
    };
  }
  // Only who learned what became of a request knows better than that.
  if (end.outcome === "unknown" || end.isGivenUp === true) return null;
  const corrected = await correct(context, trx, id, end);
  return corrected === undefined ? null : { transition: "corrected", row: corrected };
}

function close(context: StoreContext, trx: StoreTransaction, id: string, end: FinishRequest) {
  return trx
    .updateTable("operations")
    .set({
      state: "closed",
      closed_at: context.now().getTime(),
      ended_at: end.endedAt?.getTime() ?? null,
      ...toEndColumns(end),
    })
    .where("id", "=", id)
    .where((row) => mayClose(row, context, end))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Whoever holds the lease may close what never left as not sent, and what left as unknown. What became of a request is
 * known to the attempt that made it alone: even after losing the lease, since another's guess at that time would be
 * wrong; and not to an earlier one of the same process, which may still want to say that it could not start.
 */
function mayClose(
  row: ExpressionBuilder<Tables, "operations">,
  { owner }: StoreContext,
  { outcome, isGivenUp = false, attempt = 1 }: FinishRequest,
) {
  const isStored = row("state", "=", "stored");
  const isStarted = row("state", "=", "started");
  const isHeld = row("lease_owner", "=", owner);
  if (isGivenUp) return isStored;
  if (outcome === "unknown") return row.and([isStarted, isHeld]);
  const isOwn = row.and([isStarted, row("started_by", "=", toStarter(owner, attempt))]);
  return outcome === "not_sent" ? row.or([row.and([isStored, isHeld]), isOwn]) : isOwn;
}

function correct(context: StoreContext, trx: StoreTransaction, id: string, end: FinishRequest) {
  return trx
    .updateTable("operations")
    .set({ corrected_at: context.now().getTime(), ...toEndColumns(end) })
    .where("id", "=", id)
    .where("outcome", "=", "unknown")
    .where("started_by", "=", toStarter(context.owner, end.attempt ?? 1))
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
async function returnQuota(trx: StoreTransaction, row: OperationRow): Promise<void> {
  if (row.quota_day === null || !hadNoEffect(row.outcome)) return;
  await trx
    .updateTable("quotas")
    .set({ used: sql<number>`used - 1` })
    .where("person", "=", row.author)
    .where("day", "=", row.quota_day)
    .where("used", ">", 0)
    .execute();
}

/** Before any row, by whoever may say of `id` that something else became of it. */
export async function lockTouched(context: StoreContext, trx: StoreTransaction, id: string): Promise<void> {
  await lockListings(context, trx);
  await lockFamily(context, trx, id);
}

/** What else is told anew with it, as it stands now; behind `lockFamily`. */
export async function readTouched(
  context: StoreContext,
  trx: StoreTransaction,
  operation: Operation,
): Promise<Touched> {
  const tries = await readOperations(trx, toldAnew(operation));
  const all = [operation, ...tries];
  const severals = all.filter(({ siblings }) => siblings.length > 0);
  return {
    tries,
    listings: await readListings(trx, all),
    batches: await readBatches(
      context,
      trx,
      severals.map(({ act }) => act),
    ),
  };
}

/**
 * The tries whose posts change along: the one right before, the newest, which has the steps there are, and those that
 * nobody knows, unless this one had no effect. All others stay as they say, however many there were.
 */
function toldAnew({ id, createdAt, outcome, correctedAt, tries }: Operation): string[] {
  const before = tries.filter((one) => one.createdAt < createdAt).at(-1);
  const isWithout = hadNoEffect(outcome) && correctedAt === null;
  const unknown = isWithout ? [] : tries.filter((one) => one.outcome === "unknown");
  const all = [before, tries.at(-1), ...unknown].flatMap((one) => one?.id ?? []);
  return [...new Set(all)].filter((one) => one !== id);
}

/** Not of what another's post tells. */
async function isTold(trx: StoreTransaction, id: string): Promise<boolean> {
  const own = trx.selectFrom("posts").select("id").where("operation_id", "=", id);
  return (await own.where("kind", "=", "post").limit(1).executeTakeFirst()) !== undefined;
}

/** OperationTable.settle */
export function settle(context: StoreContext, id: string, settlement: SettleRequest): Promise<SettleResult> {
  return transact(context, async (trx) => {
    await lockTouched(context, trx, id);
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
    const operation = row === undefined ? await readOperation(trx, id) : (await toOperations(trx, [row]))[0];
    if (operation === undefined || operation === null) throw new Error(`there is no operation ${id}`);
    if (row === undefined) return { kind: "already", operation };
    await settlement.also?.(trx, operation);
    const touched = await readTouched(context, trx, operation);
    await insertPosts(context, trx, settlement.posts(operation, touched), id);
    return { kind: "settled", operation };
  });
}
