import { sql } from "kysely";
import { leaseEnd, toOperation, toText } from "../database/rows.ts";
import type { StoreContext, StoreTransaction } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import type { AcceptRequest, AcceptResult, Operation } from "../types.ts";

/** Undoes the transaction and carries the answer out of it. */
class NotAccepted extends Error {
  readonly result: AcceptResult;
  constructor(result: AcceptResult) {
    super(result.kind);
    this.result = result;
  }
}

/** Operations.accept */
export async function accept(context: StoreContext, request: AcceptRequest): Promise<AcceptResult> {
  try {
    return await transact(context, async (trx) => {
      if (!(await insert(context, trx, request))) {
        const operation = await read(trx, request.id);
        if (operation === null) throw new Error(`operation ${request.id} was purged while it came again`);
        return { kind: "duplicate", operation };
      }
      if (request.repeats !== undefined) await markRepeated(trx, request.repeats, request.id);
      if (request.quota !== undefined) await count(trx, request.author, request.quota);
      return { kind: "stored" };
    });
  } catch (error) {
    if (error instanceof NotAccepted) return error.result;
    throw error;
  }
}

async function insert(
  context: StoreContext,
  trx: StoreTransaction,
  request: AcceptRequest,
): Promise<boolean> {
  const nowMs = context.now().getTime();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("operations")
    .values({
      id: request.id,
      kind: request.kind,
      author: request.author,
      conversation: request.conversation,
      request: JSON.stringify(request.request),
      state: "stored",
      attempts: 1,
      repeats: request.repeats ?? null,
      reason: request.reason === undefined ? null : toText(request.reason),
      quota_day: request.quota?.day ?? null,
      lease_owner: context.owner,
      lease_until: leaseEnd(context),
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** The one operation that may send `id` again is the one whose id gets into its row. */
async function markRepeated(trx: StoreTransaction, id: string, repeatedBy: string): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("operations")
    .set({ repeated_by: repeatedBy })
    .where("id", "=", id)
    .where("repeated_by", "is", null)
    .where((row) =>
      row.or([
        row("outcome", "in", ["refused", "not_sent"]),
        row.and([
          row("outcome", "=", "unknown"),
          row.or([row("settled_as", "is", null), row("settled_as", "!=", "arrived")]),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return;
  const original = await read(trx, id);
  const repeat = original?.repeatedBy === undefined ? null : await read(trx, original.repeatedBy);
  throw new NotAccepted(
    repeat === null
      ? { kind: "not_repeatable", operation: original }
      : { kind: "already_repeated", operation: repeat },
  );
}

async function read(trx: StoreTransaction, id: string | null): Promise<Operation | null> {
  const row = await trx.selectFrom("operations").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? null : toOperation(row);
}

/** Raises the person's counter of that day unless it has reached the limit: one statement, so nobody can slip by. */
async function count(
  trx: StoreTransaction,
  person: string,
  { day, limit }: { day: string; limit: number },
): Promise<void> {
  const counted =
    limit > 0 &&
    (await trx
      .insertInto("quotas")
      .values({ person, day, used: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(["person", "day"])
          .doUpdateSet({ used: sql<number>`quotas.used + 1` })
          .where("quotas.used", "<", limit),
      )
      .returning("used")
      .executeTakeFirst());
  if (counted) return;
  const counter = await trx
    .selectFrom("quotas")
    .select("used")
    .where("person", "=", person)
    .where("day", "=", day)
    .executeTakeFirst();
  throw new NotAccepted({ kind: "over_limit", used: counter?.used ?? 0, limit });
}
