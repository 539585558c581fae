import { type Kysely, type RawBuilder, sql } from "kysely";
import {
  type AuditRow,
  insertEntries,
  type NewAuditEntry,
  subjectOf,
  toRecordedEntry,
} from "../audit/record.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { isIncompleteWrite, retryOnConflict, transact } from "../database/transact.ts";
import { givenRows, withoutNul, withoutNulOrNull } from "../database/values.ts";
import { notify } from "../posts/notify.ts";
import { readOperation } from "./read.ts";
import {
  type EnqueueRequest,
  type EnqueueResult,
  type NewOperation,
  type OperationRow,
  toNewOperations,
} from "./table.ts";
import { checkFurtherTries } from "./tries.ts";

/** Most tries while other acts change the same person's quota. */
const maxTries = 5;

/** Thrown if a part could not be stored, since it exists already or the limit is reached. Nothing was written. */
class NotAllStoredError extends Error {
  override readonly name = "NotAllStoredError";
}

class OvertakenError extends Error {
  override readonly name = "OvertakenError";
}

export async function enqueue(
  context: StoreContext,
  request: EnqueueRequest,
  createdMs: number,
): Promise<EnqueueResult> {
  for (let tries = 1; ; tries += 1) {
    const result = await store(context, request, createdMs);
    if (result?.kind === "stored" || result?.kind === "alone") return result;
    const { db } = context.connection;
    const found = (await findStored(db, request)) ?? result ?? (await findLimit(db, request));
    if (found !== null) return found;
    if (tries === maxTries) throw new Error(`operation ${request.id} could not be stored`);
  }
}

/** Stores an act, on PostgreSQL in one statement unless more commits with it. Null if a part could not be stored. */
async function store(
  context: StoreContext,
  request: EnqueueRequest,
  createdMs: number,
): Promise<EnqueueResult | null> {
  try {
    if (context.connection.engine === "postgres" && isSelfContained(request)) {
      await retryOnConflict(() => insertAlone(context, request, createdMs));
      return { kind: "stored" };
    }
    return await transact(context, (trx) => storeWithRest(context, trx, request, createdMs));
  } catch (error) {
    if (error instanceof OvertakenError) return { kind: "overtaken" };
    if (isNotAllStored(error)) return null;
    throw error;
  }
}

export function isSelfContained(request: EnqueueRequest): boolean {
  const { precondition, notificationFor } = request;
  return precondition === undefined && notificationFor === undefined && !isFurtherTry(request);
}

function isFurtherTry(request: EnqueueRequest): boolean {
  return toNewOperations(request).some(({ again }) => again !== undefined);
}

async function insertAlone(context: StoreContext, request: EnqueueRequest, createdMs: number): Promise<void> {
  const recorded = await insertAct(context, context.connection.db, request, createdMs);
  context.over({ ...context.afterCommit(), recorded: recorded.map(toRecordedEntry) }, true);
}

async function storeWithRest(
  context: StoreContext,
  trx: StoreTransaction,
  request: EnqueueRequest,
  askedMs: number,
): Promise<EnqueueResult | null> {
  // Locks the rows of first tries before other rows, to avoid deadlocks.
  const trying = await checkFurtherTries(context, trx, request);
  if ("inTheWay" in trying) return { kind: "not_again", operation: trying.inTheWay };
  if (request.precondition !== undefined && (await findStored(trx, request)) !== null) return null;
  const stands = (await request.precondition?.(trx)) ?? true;
  if (stands === "alone") return { kind: "alone" };
  if (!stands) throw new OvertakenError();
  // Takes the time after the lock: a further try must be later than earlier tries, whose end the lock may have
  // awaited.
  const createdMs = isFurtherTry(request) ? Math.max(context.now().getTime(), trying.afterMs + 1) : askedMs;
  const recorded = await insertAct(context, trx, request, createdMs);
  const afterCommit = context.afterCommits.get(trx);
  afterCommit?.recorded.push(...recorded.map(toRecordedEntry));
  // Not passed to delivery: the outcome comes soon and changes the same posts, so one edit is enough.
  if (request.notificationFor === undefined) afterCommit?.notified.splice(0);
  else await notify(context, trx, request.notificationFor);
  return { kind: "stored" };
}

async function findStored(db: Kysely<Tables>, { id, author }: EnqueueRequest): Promise<EnqueueResult | null> {
  const first = await db
    .selectFrom("operations")
    .select(["author", "act"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (first === undefined) return null;
  // A submitted form may carry the id of any act, so author and act are checked.
  const operation = first.author === author && first.act === id ? await readOperation(db, id) : null;
  return operation === null ? { kind: "not_again", operation: null } : { kind: "duplicate", operation };
}

async function findLimit(db: Kysely<Tables>, request: EnqueueRequest): Promise<EnqueueResult | null> {
  for (const { kind, day, limit, asked } of quotasOf(request)) {
    const used = await readQuotaUsed(db, request.author, { day, kind });
    if (used + asked > limit) return { kind: "over_limit", of: kind, used, limit, asked };
  }
  return null;
}

type Quota = { kind: string; day: string; limit: number; asked: number };

function quotasOf({ kind, quota, siblings = [], next }: EnqueueRequest): Quota[] {
  return [
    ...(quota === undefined ? [] : [{ ...quota, kind, asked: 1 + siblings.length }]),
    ...(next?.quota === undefined ? [] : [{ ...next.quota, kind: next.kind, asked: 1 }]),
  ];
}

/** Stores all parts of an act. @throws if one could not be stored (`isNotAllStored`); then undo the transaction. */
async function insertAct(
  context: StoreContext,
  db: Kysely<Tables>,
  request: EnqueueRequest,
  createdMs: number,
): Promise<AuditRow[]> {
  const { author } = request;
  const all = toNewOperations(request);
  const rows = all.map((one) => toOperationRow(context, request, one, createdMs));
  const counted = [
    // Operations come before quotas, as in `finish`, so that both lock in the same order.
    { part: insertOperations(rows), rows: all.length },
    ...quotasOf(request).map((quota) => ({ part: countQuota(author, quota), rows: 1 })),
  ];
  const words = insertWords(context, author, all, createdMs);
  const entries = insertEntries(
    context,
    all.map(
      ({ id }): NewAuditEntry => ({ event: "enqueued", person: author, subject: subjectOf.operation(id) }),
    ),
  );
  if (context.connection.engine === "postgres") {
    return (await allOrNothing(counted, words, entries).execute(db)).rows;
  }
  for (const { part, rows } of counted) {
    if ((await part.execute(db)).rows.length !== rows) throw new NotAllStoredError();
  }
  await words.execute(db);
  return (await entries.execute(db)).rows;
}

/** Makes a statement that fails as a whole if a part of `counted` stores too few rows. */
function allOrNothing(
  counted: readonly { part: RawBuilder<unknown>; rows: number }[],
  words: RawBuilder<unknown>,
  entries: RawBuilder<AuditRow>,
): RawBuilder<AuditRow> {
  const name = (index: number) => sql.raw(`counted_${index}`);
  const parts = counted.map(({ part }, index) => sql`${name(index)} as (${part})`);
  const isStored = counted.map(
    ({ rows }, index) => sql`(select count(*) from ${name(index)}) = ${sql.lit(rows)}`,
  );
  return sql<AuditRow>`
    with ${sql.join(parts)}, worded as (${words}), entered as (${entries})
    select entered.* from entered
    cross join (select 1 / (case when ${sql.join(isStored, sql` and `)} then 1 else 0 end) as is_whole) as act
    where is_whole = 1`;
}

function isNotAllStored(error: unknown): boolean {
  return error instanceof NotAllStoredError || isIncompleteWrite(error);
}

/** Raises the day's counter within the limit. One statement, so that concurrent acts can't exceed the limit. */
function countQuota(person: string, { day, kind, limit, asked }: Quota): RawBuilder<unknown> {
  return sql`
    insert into quotas (person, day, kind, used)
    select cast(${person} as text), cast(${day} as text), cast(${kind} as text), cast(${asked} as integer)
    where cast(${asked} as integer) <= cast(${limit} as integer)
    on conflict (person, day, kind) do update set used = quotas.used + excluded.used
    where quotas.used + excluded.used <= cast(${limit} as integer)
    returning used`;
}

/** Makes an operation's row, as started if it can leave at once: if the process then dies, the outcome is unknown. */
export function toOperationRow(
  { owner }: Pick<StoreContext, "owner">,
  { id: act, author, conversation, locale, leavesAtOnce = false }: EnqueueRequest,
  { id, kind, step, request, snapshot, again, quota, reason = again?.reason }: NewOperation,
  createdMs: number,
) {
  const state: OperationRow["state"] = leavesAtOnce ? "started" : "stored";
  return {
    id,
    kind,
    author,
    root: again?.root ?? id,
    act,
    step,
    conversation,
    locale: locale ?? null,
    request: JSON.stringify(request),
    snapshot: snapshot === undefined ? null : JSON.stringify(snapshot),
    reason: withoutNulOrNull(reason ?? null),
    quota_day: quota?.day ?? null,
    state,
    started_at: leavesAtOnce ? createdMs : null,
    started_by: leavesAtOnce ? owner : null,
    owner,
    created_at: createdMs,
  };
}

/** Names no conflict target, since an operation may conflict by its id or with an open try of the same effect. */
function insertOperations(rows: readonly ReturnType<typeof toOperationRow>[]): RawBuilder<unknown> {
  const columns = Object.keys(rows[0] ?? {}).map((column) => sql.ref(column));
  return sql`
    insert into operations (${sql.join(columns)})
    values ${sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`))}
    on conflict do nothing returning id`;
}

/** Passes search words as one parameter, so that any number of them uses the same statement. */
function insertWords(
  { connection: { engine } }: StoreContext,
  author: string,
  all: readonly NewOperation[],
  createdMs: number,
): RawBuilder<unknown> {
  const words = all.flatMap(({ id, words = [] }) =>
    [...new Set(words)].map((word) => ({ word: withoutNul(word).toWellFormed(), id })),
  );
  return sql`
    insert into operation_words (word, operation_id, author, created_at)
    select word, id, cast(${author} as text), cast(${createdMs} as bigint) from (${givenRows(engine, { word: "text", id: "text" }, words)}) as given
    where true on conflict do nothing`;
}

export async function readQuotaUsed(
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
