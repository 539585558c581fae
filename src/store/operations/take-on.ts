import { type Kysely, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { transact } from "../database/transact.ts";
import { leaseEnd, toText } from "../database/values.ts";
import { lockKeys } from "../posts/insert.ts";
import { findOrigin, isRepeatable, passBy, readOperation, takeOver } from "./repeats.ts";
import { toOperation } from "./row.ts";
import type { TakeOnRequest, TakeOnResult } from "./types.ts";
import { insertOver } from "./withdraw.ts";

/** Nothing is said of what isn't this author's. */
const notThere: TakeOnResult = { kind: "not_repeatable", operation: null };

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
    return await transact(context, async (trx) => {
      const repeats = request.repeats === undefined ? null : await findOrigin(trx, request.repeats);
      // Nothing of the same form comes between the look and the row, whatever its content.
      await lockKeys(context, trx, request.form === undefined ? [] : [`form:${request.form.firstAct}`]);
      const ofForm = await findOfForm(trx, request);
      if (ofForm !== undefined || !(await insert(context, trx, { ...request, repeats }))) {
        return await answerDuplicate(context, trx, { request, ofForm });
      }
      if (repeats !== null) await repeat(trx, request, repeats);
      if (request.quota !== undefined) await count(trx, request.author, request.quota);
      await commitAlong(context, trx, request);
      return { kind: "stored" };
    });
  } catch (error) {
    if (error instanceof NotTakenOn) return error.result;
    throw error;
  }
}

/** What the act brings with it. */
async function commitAlong(
  context: StoreContext,
  trx: StoreTransaction,
  request: TakeOnRequest,
): Promise<void> {
  if (request.also !== undefined && !(await request.also(trx))) throw new NotTakenOn({ kind: "overtaken" });
  if (request.followedBy !== undefined) await follow(context, trx, request, request.followedBy);
  for (const one of request.beside ?? []) await insertBeside(context, trx, request, one);
}

/** Ids made with the first one's, as with what follows. */
async function insertBeside(
  context: StoreContext,
  trx: StoreTransaction,
  { id: batch, kind, author, conversation, locale }: TakeOnRequest,
  one: NonNullable<TakeOnRequest["beside"]>[number],
): Promise<void> {
  const of = { kind, author, conversation, ...(locale === undefined ? {} : { locale }) };
  if (!(await insert(context, trx, { ...one, ...of, repeats: null, batch })))
    throw new Error(`operation ${one.id} is there without the one that it came beside`);
}

async function repeat(
  trx: StoreTransaction,
  request: Pick<TakeOnRequest, "id" | "kind" | "author" | "repeats" | "repeatsAnybodys">,
  origin: string,
): Promise<void> {
  const { id, repeats } = request;
  const mayRepeat = repeats !== undefined && (await isRepeatable(trx, repeats, request));
  const refusal = mayRepeat ? await takeOver(trx, origin, id) : notThere;
  if (refusal !== null) throw new NotTakenOn(refusal);
  if (repeats !== undefined && repeats !== origin) await passBy(trx, repeats, id);
}

/** What stands in the way of an act: another one of its form, stored before or this moment, or its own row. */
async function answerDuplicate(
  context: StoreContext,
  trx: StoreTransaction,
  { request, ofForm }: { request: TakeOnRequest; ofForm: OfForm | undefined },
): Promise<TakeOnResult> {
  const { id, form } = request;
  const own = trx.selectFrom("operations").select(["id", "content"]).where("id", "=", id);
  const first = ofForm ?? (await findOfForm(trx, request)) ?? (await own.executeTakeFirstOrThrow());
  // What has another's answer is over, also when that one turns out to have had no effect.
  if (first.id !== id) await insertOver(context, trx, id);
  const operation = (await noteTellingAgain(context, trx, first.id)) ?? (await readOperation(trx, first.id));
  if (operation === null) throw new Error(`operation ${first.id} was purged while it came again`);
  return { kind: "duplicate", operation, isOther: form !== undefined && isOther(first, form.content) };
}

type OfForm = { id: string; content: string | null };

/**
 * Finds, among all that a form led to and that is open or may have had an effect, what has the same content, or else what
 * its person wasn't told of.
 */
async function findOfForm(
  trx: StoreTransaction,
  { author, form }: TakeOnRequest,
): Promise<OfForm | undefined> {
  if (form === undefined) return undefined;
  const { firstAct, content, told = [] } = form;
  const all = await trx
    .selectFrom("operations")
    .select(["id", "content"])
    .where("first_act", "=", firstAct)
    .where("author", "=", author)
    .where((row) => row.or([row("outcome", "is", null), row("outcome", "in", ["accepted", "unknown"])]))
    .orderBy("created_at")
    .execute();
  return all.find((one) => !isOther(one, content)) ?? all.find(({ id }) => !told.includes(id));
}

/** What an earlier version stored has no content beside it, and counts as the same. */
function isOther({ content }: OfForm, now: string): boolean {
  return content !== null && content !== now;
}

/** One statement, as a withdrawal is: whichever comes second sees the other. */
async function noteTellingAgain(context: StoreContext, trx: StoreTransaction, id: string) {
  const row = await trx
    .updateTable("operations")
    .set({ told_again_at: context.now().getTime() })
    .where("id", "=", id)
    .where("state", "=", "stored")
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? null : toOperation(row);
}

/** The second operation of the act. Its id is made with the first one's, so no other act can have brought it. */
async function follow(
  context: StoreContext,
  trx: StoreTransaction,
  { id, author, conversation, locale }: TakeOnRequest,
  then: NonNullable<TakeOnRequest["followedBy"]>,
): Promise<void> {
  const repeats = then.repeats === undefined ? null : await findOrigin(trx, then.repeats);
  const isNew = await insert(context, trx, {
    ...then,
    author,
    conversation,
    ...(locale === undefined ? {} : { locale }),
    repeats,
    follows: id,
  });
  if (!isNew) throw new Error(`operation ${then.id} is there without the one that it follows`);
  if (repeats !== null) await repeat(trx, { ...then, author }, repeats);
  if (then.quota !== undefined) await count(trx, author, then.quota);
}

async function insert(
  context: StoreContext,
  trx: StoreTransaction,
  request: Omit<TakeOnRequest, "repeats" | "also"> & {
    repeats: string | null;
    follows?: string;
    batch?: string;
  },
): Promise<boolean> {
  const nowMs = context.now().getTime();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("operations")
    .values({
      id: request.id,
      kind: request.kind,
      author: request.author,
      conversation: request.conversation,
      locale: request.locale ?? null,
      request: JSON.stringify(request.request),
      state: "stored",
      attempts: 1,
      repeats: request.repeats,
      reason: request.reason === undefined ? null : toText(request.reason),
      follows: request.follows ?? null,
      followed_by: request.followedBy?.id ?? null,
      batch: request.batch ?? (request.beside === undefined ? null : request.id),
      quota_day: request.quota?.day ?? null,
      first_act: request.form?.firstAct ?? null,
      content: request.form?.content ?? null,
      lease_owner: context.owner,
      lease_until: leaseEnd(context),
      created_at: nowMs,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
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
  throw new NotTakenOn({ kind: "over_limit", used: await countUsed(trx, person, day), limit });
}

/** How many operations of that day count towards the person's limit. */
export async function countUsed(db: Kysely<Tables>, person: string, day: string): Promise<number> {
  const counter = await db
    .selectFrom("quotas")
    .select("used")
    .where("person", "=", person)
    .where("day", "=", day)
    .executeTakeFirst();
  return counter?.used ?? 0;
}
