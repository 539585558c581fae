import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables.ts";
import { toOperation, toOperations } from "./read.ts";
import type { OperationRow } from "./table.ts";
import type { Operation, OperationFilter, OperationPage, Outcome } from "./types.ts";

type Cursor = { createdAtMs: number; id: string };

/** OperationTable.list */
export async function list(db: Kysely<Tables>, filter: OperationFilter): Promise<OperationPage> {
  const before = filter.before === undefined ? null : parseCursor(filter.before);
  // One more than asked for tells whether there is a next page.
  const count = filter.limit + 1;
  // One outcome at a time walks its index in order; several at once would read and sort all that match.
  const outcomes: (Outcome | null)[] = filter.outcomes ?? [null];
  const runs: OperationRow[][] = [];
  for (const outcome of outcomes) runs.push(await readRun(db, { ...filter, outcome, before, count }));
  const rows = runs.length === 1 ? (runs[0] ?? []) : runs.flat().toSorted(newestFirst);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    operations: await toOperations(db, page),
    next: rows.length > page.length && last !== undefined ? renderCursor(last) : null,
  };
}

/** OperationTable.findByMessageId */
export async function findByMessageId(db: Kysely<Tables>, messageId: string): Promise<Operation | null> {
  const row = await db
    .selectFrom("operations")
    .selectAll()
    .where("message_id", "=", messageId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : await toOperation(db, row);
}

/** A later try of the same has left, and had an effect for all that is known. */
const isSentAgain = sql<boolean>`exists (
  select 1 from operations as later
  where later.root = operations.root and later.id <> operations.id and later.started_at is not null
    and (later.created_at, later.id) > (operations.created_at, operations.id)
    and (later.outcome is null or later.outcome in ('accepted', 'unknown')))`;

type Run = Pick<OperationFilter, "author" | "isUnsettled" | "isStillSo"> & {
  outcome: Outcome | null;
  before: Cursor | null;
  count: number;
};

function readRun(
  db: Kysely<Tables>,
  { author, outcome, before, count, isUnsettled, isStillSo }: Run,
): Promise<OperationRow[]> {
  let query = db.selectFrom("operations").selectAll();
  if (author !== undefined) query = query.where("author", "=", author);
  if (isUnsettled === true || isStillSo === true) query = query.where(sql<boolean>`not ${isSentAgain}`);
  if (isUnsettled === true) query = query.where("settled_at", "is", null);
  if (outcome !== null) query = query.where("outcome", "=", outcome);
  if (isStillSo === true) {
    query = query.where((row) => row.or([row("settled_as", "is", null), row("settled_as", "!=", "arrived")]));
  }
  if (before !== null) {
    const { createdAtMs, id } = before;
    query = query.where((row) => row(row.refTuple("created_at", "id"), "<", row.tuple(createdAtMs, id)));
  }
  return query.orderBy("created_at", "desc").orderBy("id", "desc").limit(count).execute();
}

function newestFirst(a: OperationRow, b: OperationRow): number {
  if (a.created_at !== b.created_at) return b.created_at - a.created_at;
  return a.id < b.id ? 1 : -1;
}

function renderCursor(row: OperationRow): string {
  return `${row.created_at}.${row.id}`;
}

function parseCursor(cursor: string): Cursor {
  const [, createdAt, id] = /^(\d{1,15})\.(.+)$/s.exec(cursor) ?? [];
  if (createdAt === undefined || id === undefined) throw new RangeError("not a cursor of this list");
  return { createdAtMs: Number(createdAt), id };
}
