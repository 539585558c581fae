import { type ExpressionBuilder, type Kysely, type RawBuilder, sql } from "kysely";
import {
  type AuditEvent,
  type AuditRow,
  insertEntries,
  type NewAuditEntry,
  recordEvents,
  subjectOf,
  toRecordedEntry,
} from "../audit/record.ts";
import { nullColumns } from "../database/columns.ts";
import type { CommitEffects, StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { isIncompleteWrite, retryOnConflict, transact } from "../database/transact.ts";
import { withoutNul } from "../database/values.ts";
import { notify, toNotifiedPosts, toParts, type WrittenPosts } from "../posts/notify.ts";
import type { Notification } from "../posts/table.ts";
import { isSelfContained, toOperationRow } from "./enqueue.ts";
import {
  lockCards,
  lockFamily,
  noFamily,
  readOperation,
  toOperation,
  toWholeOperation,
  unknownsCardFor,
} from "./read.ts";
import {
  actSubject,
  type EnqueueRequest,
  type FinishRequest,
  hadNoEffect,
  type Operation,
  type OperationRow,
  operations,
  questionsSubject,
  type ResolveRequest,
  type ResolveResult,
  type Transition,
  toNewOperations,
  unknownsCardSubject,
} from "./table.ts";

/** Stores an operation's end. `isAlone`: no other operation is concerned (`canEndAlone`). */
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
    const operation = isAlone ? toWholeOperation(row, noFamily) : await toOperation(trx, row);
    const written = await end.inTransaction?.(operation)?.(trx);
    const event = transition === "closed" ? "ended" : "corrected";
    const notifications = [end.notificationFor(transition, operation), written];
    const notification = await toNotification(trx, [operation], notifications);
    await writeRest(context, trx, { event, row, person: row.author, notification });
    return transition;
  });
  return transition ?? (await finish(context, id, end));
}

function closing(context: StoreContext, db: Kysely<Tables>, id: string, end: FinishRequest) {
  const nowMs = context.now().getTime();
  return db
    .updateTable("operations")
    .set({
      ...toClosedColumns(context, end),
      ...(end.outcome === "unknown" && { unknowns_card: unknownsCardFor(end, nowMs) }),
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
 * Lets the owner close a started operation as unknown and an unstarted one as not sent. Other outcomes count only
 * from the instance that made the request, even after a takeover.
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

/** Corrects an unknown outcome; only the instance that made the request can. */
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
    message_id: messageId === undefined || messageId === null ? null : withoutNul(messageId),
  };
}

/** Stores a person's report on an unknown outcome; the first report is final. */
export async function resolve(
  context: StoreContext,
  trx: StoreTransaction,
  id: string,
  { by, as, inTransaction, notificationFor }: ResolveRequest,
): Promise<ResolveResult> {
  await lockFamily(context, trx, id);
  const row = await trx
    .updateTable("operations")
    .set({ resolved_by: by, resolved_as: as, resolved_at: context.now().getTime() })
    .where("id", "=", id)
    .where("outcome", "=", "unknown")
    .where("resolved_at", "is", null)
    .returningAll()
    .executeTakeFirst();
  const operation = row === undefined ? await readOperation(trx, id) : await toOperation(trx, row);
  if (operation === null) throw new Error(`there is no operation ${id}`);
  if (row === undefined) return { kind: "already", operation };
  const written = await inTransaction?.(operation)?.(trx);
  const notification = await toNotification(trx, [operation], [notificationFor(operation), written]);
  await writeRest(context, trx, { event: "resolved", row, person: by, notification });
  return { kind: "resolved", operation };
}

/** Whether an act is one operation stored as started: until its end only this process changes the row or adds tries. */
export function canEndAlone(request: EnqueueRequest): boolean {
  return request.leavesAtOnce === true && toNewOperations(request).length === 1 && isSelfContained(request);
}

/** Builds the row that was just stored, to save reading it. */
export function toStoredRow(context: StoreContext, request: EnqueueRequest, createdMs: number): OperationRow {
  return {
    ...nullColumns(operations),
    ...toOperationRow(context, request, { ...request, step: 0 }, createdMs),
  };
}

export type Close = { operation: Operation; row: OperationRow; notification: Notification };

/** Returns null if more than the row and its posts must commit with the end. */
export function prepareClose(context: StoreContext, before: OperationRow, end: FinishRequest): Close | null {
  if (end.outcome === "unknown") return null;
  const row: OperationRow = { ...before, ...toClosedColumns(context, end) };
  const operation = toWholeOperation(row, noFamily);
  if ((end.inTransaction?.(operation) ?? null) !== null) return null;
  return { operation, row, notification: end.notificationFor("closed", operation) };
}

/** Writes the end in one statement on PostgreSQL. False, with nothing written, if the row isn't as expected. */
export async function closeInOneStatement(
  context: StoreContext,
  { row, notification }: Close,
  end: FinishRequest,
): Promise<boolean> {
  const { db } = context.connection;
  const change = { event: "ended" as const, row, person: row.author, notification };
  const update = closing(context, db, row.id, end);
  const afterCommit = context.afterCommit();
  try {
    const written = await retryOnConflict(() => writeInOne(context, db, change, sql`${update}`));
    context.over({ ...afterCommit, ...written }, true);
    return true;
  } catch (error) {
    // The end may be stored although the answer was lost; then its posts wait for delivery.
    for (const deliverer of context.deliverers) deliverer.look();
    if (isIncompleteWrite(error)) return false;
    throw error;
  }
}

type Change = { event: AuditEvent; row: OperationRow; person: string; notification: Notification };

type Written = WrittenPosts & { entries: AuditRow[] };

async function writeRest(context: StoreContext, trx: StoreTransaction, change: Change): Promise<void> {
  if (context.connection.engine === "sqlite") {
    await recordEvents(context, trx, [toNewEntry(change)]);
    await quotaReturned(trx, change)?.execute();
    return await notify(context, trx, change.notification);
  }
  const { recorded, notified } = await writeInOne(context, trx, change);
  const afterCommit = context.afterCommits.get(trx);
  afterCommit?.recorded.push(...recorded);
  afterCommit?.notified.push(...notified);
}

/** Writes a change and the operation's `update` in one statement, which fails with 22012 if `update` changes no row. */
async function writeInOne(
  context: StoreContext,
  db: Kysely<Tables>,
  change: Change,
  update?: RawBuilder<unknown>,
): Promise<Pick<CommitEffects, "recorded" | "notified">> {
  const quota = quotaReturned(db, change);
  const notified = toParts(context, change.notification);
  const parts = [
    ...(update === undefined ? [] : [sql`changed as (${update})`]),
    sql`entered as (${insertEntries(context, [toNewEntry(change)])})`,
    ...(quota === null ? [] : [sql`returned as (${quota.returning("used")})`]),
    ...(notified === null ? [] : [notified.written]),
  ];
  const columns = [
    sql`(select jsonb_agg(entered) from entered) as entries`,
    ...(update === undefined ? [] : [sql`1 / (select count(*)::int from changed) as is_changed`]),
    ...(notified === null ? [] : [notified.notified]),
  ];
  const { rows } = await sql<Written>`with ${sql.join(parts)} select ${sql.join(columns)}`.execute(db);
  return {
    recorded: rows.flatMap(({ entries }) => entries.map(toRecordedEntry)),
    notified: rows.flatMap(toNotifiedPosts),
  };
}

function toNewEntry({ event, row, person }: Change): NewAuditEntry {
  const outcome = event === "resolved" ? row.resolved_as : row.outcome;
  return { event, person, subject: subjectOf.operation(row.id), outcome };
}

/** Returns the quota of a refused or unsent operation. These outcomes are final, so it happens at most once. */
function quotaReturned(db: Kysely<Tables>, { event, row }: Change) {
  const isEnd = event === "ended" || event === "corrected";
  if (!isEnd || row.quota_day === null || !hadNoEffect(row.outcome)) return null;
  return db
    .updateTable("quotas")
    .set((quota) => ({ used: quota("used", "-", 1) }))
    .where("person", "=", row.author)
    .where("day", "=", row.quota_day)
    .where("kind", "=", row.kind)
    .where("used", ">", 0);
}

export async function notifyOfChange(
  context: StoreContext,
  trx: StoreTransaction,
  operations: readonly Operation[],
  notifications: readonly (Notification | null | undefined)[],
): Promise<void> {
  await notify(context, trx, await toNotification(trx, operations, notifications));
}

async function toNotification(
  trx: StoreTransaction,
  operations: readonly Operation[],
  notifications: readonly (Notification | null | undefined)[],
): Promise<Notification> {
  const edited = await actsEditedInto(trx, operations);
  const changed = notifications.flatMap((notification) => notification?.changed ?? []);
  return {
    posts: notifications.flatMap((notification) => notification?.posts ?? []),
    changed: [...operations.flatMap(subjectsOf), ...edited.map(actSubject), ...changed],
    lines: notifications.flatMap((notification) => notification?.lines ?? []),
  };
}

function subjectsOf(operation: Operation): string[] {
  const all = [operation, ...operation.tries];
  return [
    ...all.map(({ act }) => actSubject(act)),
    ...all.flatMap(({ unknownsCard }) => (unknownsCard === null ? [] : unknownsCardSubject(unknownsCard))),
    ...(operation.receipt === null ? [] : [questionsSubject(operation.receipt.questionnaire)]),
  ];
}

/** Finds other acts that show these operations: a message added by an edit also appears in the edited tries' acts. */
async function actsEditedInto(trx: StoreTransaction, operations: readonly Operation[]): Promise<string[]> {
  const roots = operations
    .filter(({ id, root }) => id === root)
    .flatMap(({ siblings }) => siblings.filter((one) => one.step === 0 && one.root !== one.id))
    .map(({ root }) => root);
  if (roots.length === 0) return [];
  const rows = await trx
    .selectFrom("operations")
    .select("act")
    .distinct()
    .where("root", "in", roots)
    .execute();
  return rows.map(({ act }) => act);
}
