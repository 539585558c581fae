import { type Insertable, type Kysely, sql } from "kysely";
import { record } from "../audit/record.ts";
import { subjectOf } from "../audit/table.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { follow, transact } from "../database/transact.ts";
import { leaseEnd, toText } from "../database/values.ts";
import { tell } from "../posts/tell.ts";
import { readOperation } from "./read.ts";
import type { OperationRow } from "./table.ts";
import { tryAllAgain } from "./tries.ts";
import type { Operation, TakeOnRequest, TakeOnResult } from "./types.ts";

/** Undoes the transaction and carries the answer out of it. */
class NotTakenOn extends Error {
  readonly result: TakeOnResult;
  constructor(result: TakeOnResult) {
    super(result.kind);
    this.result = result;
  }
}

/** OperationTable.takeOn */
export async function takeOn(context: StoreContext, request: TakeOnRequest): Promise<TakeOnResult> {
  try {
    return await transact<TakeOnResult>(context, (trx) => insertAct(context, trx, request));
  } catch (error) {
    if (error instanceof NotTakenOn) return error.result;
    throw error;
  }
}

async function insertAct(
  context: StoreContext,
  trx: StoreTransaction,
  request: TakeOnRequest,
): Promise<TakeOnResult> {
  const { also, author, kind, next } = request;
  // The roots' rows before any other. What comes twice is told what became of it, whatever happened since.
  const trying = await tryAllAgain(context, trx, request);
  if ("inTheWay" in trying) return answerStored(trx, request, trying.inTheWay);
  const takenOnMs = Math.max(context.now().getTime(), trying.afterMs + 1);
  const inserting = { context, trx, request, takenOnMs };
  if (!(await insert(inserting, { ...request, step: 0 }))) return answerStored(trx, request, null);
  const others = besideFirst(request);
  for (const one of others)
    if (!(await insert(inserting, one)))
      throw new Error(`operation ${one.id} is there without the one that it came beside`);
  const ids = [request, ...others].map(({ id }) => id);
  const { beside = [] } = request;
  if (request.quota !== undefined)
    await count(trx, author, { ...request.quota, kind, asked: 1 + beside.length });
  if (next?.quota !== undefined) await count(trx, author, { ...next.quota, kind: next.kind, asked: 1 });
  const stands = (await also?.(trx)) ?? true;
  if (stands === false) throw new NotTakenOn({ kind: "overtaken" });
  if (stands === true) {
    const entry = { event: "enqueued" as const, person: author };
    await record(
      context,
      trx,
      ids.map((id) => ({ ...entry, subject: subjectOf.operation(id) })),
    );
    // What only `also` told waits for the end, which comes soon and tells it too: one edit, and no two.
    if (request.tells === undefined) follow(context, trx, { isDue: false });
    else await tell(context, trx, request.tells);
    return { kind: "stored" };
  }
  await trx.deleteFrom("operations").where("id", "in", ids).execute();
  await trx.deleteFrom("operation_words").where("operation_id", "in", ids).execute();
  return { kind: "alone" };
}

/** Their ids are made with the first one's, so no other act can have brought them. */
function besideFirst({ kind, next, beside = [], quota }: TakeOnRequest): NewOperation[] {
  const others = beside.map((one) => ({ ...one, kind, step: 0, ...(quota && { quota }) }));
  return next === undefined ? others : [...others, { ...next, step: 1 }];
}

/** `inTheWay`: what there is to tell where the act itself isn't stored. */
async function answerStored(
  trx: StoreTransaction,
  { id, author }: TakeOnRequest,
  inTheWay: Operation | null,
): Promise<TakeOnResult> {
  const first = await trx
    .selectFrom("operations")
    .select(["author", "act"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (first === undefined) return { kind: "not_again", operation: inTheWay };
  // A form can name anything as its act.
  const operation = first.author === author && first.act === id ? await readOperation(trx, id) : null;
  return operation === null ? { kind: "not_again", operation: null } : { kind: "duplicate", operation };
}

type NewOperation = Pick<
  TakeOnRequest,
  "id" | "kind" | "request" | "about" | "words" | "again" | "reason" | "quota"
> & { step: number };

type Inserting = {
  context: StoreContext;
  trx: StoreTransaction;
  request: Pick<TakeOnRequest, "id" | "author" | "conversation" | "locale">;
  takenOnMs: number;
};

/** False: it is there. */
async function insert({ context, trx, request, takenOnMs }: Inserting, one: NewOperation): Promise<boolean> {
  const { author, conversation, locale = null } = request;
  const { id, kind, step, about, again, quota, reason = again?.reason } = one;
  const row: Omit<Insertable<OperationRow>, "lease_until"> = {
    ...{ id, kind, author, root: again?.root ?? id, act: request.id, step, conversation, locale },
    request: JSON.stringify(one.request),
    about: about === undefined ? null : JSON.stringify(about),
    reason: reason === undefined ? null : toText(reason),
    quota_day: quota?.day ?? null,
    state: "stored",
    attempts: 1,
    waits: 0,
    lease_owner: context.owner,
    created_at: takenOnMs,
  };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("operations")
    .values({ ...row, lease_until: leaseEnd(context) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  const isInserted = numInsertedOrUpdatedRows === 1n;
  const words = isInserted ? [...new Set(one.words)] : [];
  if (words.length > 0) {
    const rows = words.map((word) => ({ word, operation_id: id, author, created_at: takenOnMs }));
    await trx.insertInto("operation_words").values(rows).execute();
  }
  return isInserted;
}

/** Raises the person's counter of that day and kind by all or by nothing: one statement, so nobody can slip by. */
async function count(
  trx: StoreTransaction,
  person: string,
  { day, limit, kind, asked }: { day: string; limit: number; kind: string; asked: number },
): Promise<void> {
  const counted =
    asked <= limit &&
    (await trx
      .insertInto("quotas")
      .values({ person, day, kind, used: asked })
      .onConflict((conflict) =>
        conflict
          .columns(["person", "day", "kind"])
          .doUpdateSet({ used: sql<number>`quotas.used + ${asked}` })
          .where("quotas.used", "<=", limit - asked),
      )
      .returning("used")
      .executeTakeFirst());
  if (counted) return;
  const used = await countUsed(trx, person, { day, kind });
  throw new NotTakenOn({ kind: "over_limit", of: kind, used, limit, asked });
}

/** How many operations of that day and kind count towards the person's limit. */
export async function countUsed(
  db: Kysely<Tables>,
  person: string,
  { day, kind }: { day: string; kind: string },
): Promise<number> {
  const counter = await db
    .selectFrom("quotas")
    .select("used")
    .where("person", "=", person)
    .where("day", "=", day)
    .where("kind", "=", kind)
    .executeTakeFirst();
  return counter?.used ?? 0;
}
