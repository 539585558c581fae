import { sql } from "kysely";
import { insertEntries, toEntry } from "../audit/record.ts";
import { type AuditRow, subjectOf } from "../audit/table.ts";
import type { StoreContext } from "../database/tables.ts";
import { isDivisionByZero, repeatOnConflict, transact } from "../database/transact.ts";
import type { PostRow } from "../posts/table.ts";
import { follow, insertPosts, toToldPosts } from "../posts/tell.ts";
import type { NewPost } from "../posts/types.ts";
import { closing, quotaReturned, toClosedColumns } from "./finish.ts";
import { toWhole } from "./read.ts";
import type { OperationRow } from "./table.ts";
import type { FinishRequest, Operation, TakeOnRequest } from "./types.ts";

/** All of its act, and stored as started: until its end nobody but this process changes its row or adds to its family. */
export function endsAlone({ again, next, beside = [], also, tells, leavesAtOnce }: TakeOnRequest): boolean {
  const hasMore = again !== undefined || next !== undefined || beside.length > 0;
  return leavesAtOnce === true && !hasMore && also === undefined && tells === undefined;
}

/** Its row as it was stored, so that it needn't be read. */
export function toStoredRow(owner: string, request: TakeOnRequest, createdMs: number): OperationRow {
  const { id, kind, author, conversation, about, locale = null, reason = null, quota } = request;
  return {
    id,
    kind,
    author,
    conversation,
    locale,
    reason,
    request: JSON.stringify(request.request),
    about: about === undefined ? null : JSON.stringify(about),
    state: "started",
    outcome: null,
    result: null,
    message_id: null,
    act: id,
    step: 0,
    root: id,
    quota_day: quota?.day ?? null,
    owner,
    created_at: createdMs,
    acknowledged_at: null,
    started_at: createdMs,
    started_by: owner,
    closed_at: null,
    ended_at: null,
    corrected_at: null,
    settled_by: null,
    settled_as: null,
    settled_at: null,
    waits: 0,
    unknowns_card: null,
    phone_owner: null,
    questionnaire: null,
    asked_at: null,
    asking: null,
    received_as: null,
    received_at: null,
    received_words: null,
  };
}

/** An end of such an operation, and all that commits with it. */
export type Close = {
  operation: Operation;
  row: OperationRow;
  end: FinishRequest;
  posts: readonly NewPost[];
};

/** Null where more commits with this end. */
export function toClose(context: StoreContext, before: OperationRow, end: FinishRequest): Close | null {
  if (end.outcome === "unknown" || end.isGivenUp === true) return null;
  const row: OperationRow = { ...before, ...toClosedColumns(context, end) };
  const operation = toWhole(row, { tries: [], siblings: [], editedBeside: [] });
  if (end.also !== undefined && end.needsAlso?.(operation) !== false) return null;
  const { posts = [], changed = [], lines = [] } = end.tells("closed", operation);
  const isMore = posts.some(({ linksTo }) => linksTo !== undefined) || changed.length + lines.length > 0;
  return isMore || posts.length === 0 ? null : { operation, row, end, posts };
}

/**
 * The end with its audit entry, the quota that it gives back and its posts: one statement on PostgreSQL, the same parts one
 * after the other in SQLite's transaction. False, with nothing written: the row is not as this process knows it.
 */
export function closeAlone(context: StoreContext, close: Close): Promise<boolean> {
  return context.connection.engine === "postgres" ? closeInOne(context, close) : closeInTurn(context, close);
}

async function closeInOne(context: StoreContext, { row, end, posts }: Close): Promise<boolean> {
  const { db } = context.connection;
  const quota = quotaReturned(db, row);
  const close = () =>
    sql<{ entries: AuditRow[]; posts: PostRow[] }>`
      with ended as (${closing(context, db, row.id, end)}),
        entered as (${entriesOf(context, row)}),
        ${quota === null ? sql`` : sql`returned as (${quota.returning("used")}),`}
        told as (${insertPosts(context, db, posts)})
      select 1 / (select count(*)::int from ended) as is_closed,
        (select jsonb_agg(entered) from entered) as entries,
        (select jsonb_agg(told) from told) as posts`.execute(db);
  const aftermath = context.aftermath();
  try {
    const { rows } = await repeatOnConflict(close);
    for (const { entries, posts: told } of rows)
      context.over({ ...aftermath, recorded: entries.map(toEntry), told: toToldPosts(told) }, true);
    return true;
  } catch (error) {
    // Perhaps it was stored before, and the answer was lost.
    for (const deliverer of context.deliverers) deliverer.look();
    if (isDivisionByZero(error)) return false;
    throw error;
  }
}

function closeInTurn(context: StoreContext, { row, end, posts }: Close): Promise<boolean> {
  return transact(context, async (trx) => {
    if ((await closing(context, trx, row.id, end).execute()).length === 0) return false;
    const entries = await entriesOf(context, row).execute(trx);
    context.aftermaths.get(trx)?.recorded.push(...entries.rows.map(toEntry));
    await quotaReturned(trx, row)?.execute();
    follow(context, trx, await insertPosts(context, trx, posts).execute());
    return true;
  });
}

function entriesOf(context: StoreContext, { id, author, outcome }: OperationRow) {
  return insertEntries(context, [
    { event: "ended", person: author, subject: subjectOf.operation(id), outcome },
  ]);
}
