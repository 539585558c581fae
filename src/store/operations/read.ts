import {
  type Expression,
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { type DecodedRow, decodeRow } from "../database/columns.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { lockKey } from "../database/transact.ts";
import {
  type FinishRequest,
  type Operation,
  type OperationFilter,
  type OperationPage,
  type OperationRow,
  type Outcome,
  operations,
  type Receipt,
  type TrySummary,
  type UnknownsCard,
} from "./table.ts";

export const tryColumns = [
  ...(["id", "kind", "author", "act", "step", "root", "state", "outcome"] as const),
  ...(["resolved_as", "unknowns_card", "created_at", "started_at"] as const),
] as const satisfies readonly (keyof OperationRow)[];

export type TrySummaryRow = Pick<OperationRow, (typeof tryColumns)[number]>;

export async function toOperations(db: Kysely<Tables>, rows: readonly OperationRow[]): Promise<Operation[]> {
  if (rows.length === 0) return [];
  const roots = [...new Set(rows.map(({ root }) => root))];
  const acts = [...new Set(rows.map(({ act }) => act))];
  const all = await db
    .selectFrom("operations")
    .select(tryColumns)
    .where((row) => row.or([row("root", "in", roots), row("act", "in", acts)]))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const related = all.map(toTrySummary);
  const edited = await readSiblings(db, related, acts);
  return rows.map((row) => {
    const others = related.filter(({ id }) => id !== row.id);
    const tries = others.filter(({ root }) => root === row.root);
    const siblings = others.filter(({ act }) => act === row.act);
    const later = related
      .slice(related.findIndex(({ id }) => id === row.id))
      .filter(({ root }) => root === row.root);
    // An edit's act begins with a later try of this row; another act may begin with another message.
    const isEditedWith = ({ act }: TrySummary) => act !== row.act && later.some(({ id }) => id === act);
    return toWholeOperation(row, { tries, siblings, editedSiblings: edited.filter(isEditedWith) });
  });
}

type Family = Pick<Operation, "tries" | "siblings" | "editedSiblings">;

export const noFamily: Family = { tries: [], siblings: [], editedSiblings: [] };

export function toWholeOperation(row: OperationRow, family: Family): Operation {
  const own = decodeRow(operations, row);
  return { ...own, ...family, closedAt: own.endedAt ?? own.closedAt, receipt: toReceipt(own) };
}

async function readSiblings(
  db: Kysely<Tables>,
  related: readonly TrySummary[],
  acts: readonly string[],
): Promise<TrySummary[]> {
  const others = related.filter(({ act, step }) => step === 0 && !acts.includes(act)).map(({ act }) => act);
  if (others.length === 0) return [];
  const rows = await db
    .selectFrom("operations")
    .select(tryColumns)
    .where("act", "in", others)
    .where("step", "=", 0)
    .whereRef("id", "=", "root")
    .orderBy("id")
    .execute();
  return rows.map(toTrySummary);
}

export function isOfBatch({ step, siblings }: Pick<Operation, "step" | "siblings">): boolean {
  return step === 0 && siblings.some((one) => one.step === 0);
}

export async function toOperation(db: Kysely<Tables>, row: OperationRow): Promise<Operation> {
  const [operation] = await toOperations(db, [row]);
  if (operation === undefined) throw new Error(`operation ${row.id} is gone`);
  return operation;
}

function toTrySummary(row: TrySummaryRow): TrySummary {
  return decodeRow(operations, row);
}

function toReceipt({ phoneOwner, questionnaire, ...row }: DecodedRow<typeof operations>): Receipt | null {
  if (phoneOwner === null || questionnaire === null) return null;
  const { receivedAs: as, receivedAt: at, receivedWords: words } = row;
  return { phoneOwner, questionnaire, as, at, words };
}

export async function readOperations(db: Kysely<Tables>, ids: readonly string[]): Promise<Operation[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("operations").selectAll().where("id", "in", ids).orderBy("id").execute();
  return toOperations(db, rows);
}

export async function readOperation(db: Kysely<Tables>, id: string): Promise<Operation | null> {
  const [operation] = await readOperations(db, [id]);
  return operation ?? null;
}

export async function readAct(db: Kysely<Tables>, act: string): Promise<Operation[]> {
  const rows = await db
    .selectFrom("operations")
    .selectAll()
    .where("act", "=", act)
    .orderBy("step")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return toOperations(db, rows);
}

/** Locks the first operations before other rows, so that the second of two writers sees what the first wrote. */
export async function lockFamily(
  context: StoreContext,
  trx: StoreTransaction,
  ...ids: string[]
): Promise<void> {
  const of = (column: "id" | "root" | "act") =>
    trx.selectFrom("operations as own").select(`own.${column}`).where("own.id", "in", ids);
  // A single list of ids: with several lists, PostgreSQL would read every row.
  const family = of("id").union(of("root")).union(of("act"));
  await lockRows(context, trx, (row) => row("id", "in", family));
}

/** Locks rows in the order of their ids, which prevents deadlocks. SQLite has one writer anyway. */
export async function lockRows(
  context: StoreContext,
  trx: StoreTransaction,
  which: (row: ExpressionBuilder<Tables, "operations">) => Expression<SqlBool>,
): Promise<void> {
  if (context.connection.engine !== "postgres") return;
  await trx.selectFrom("operations").select("id").where(which).orderBy("id").forUpdate().execute();
}

type Cursor = { createdAtMs: number; id: string };

/** Lists operations, newest first. Newer operations don't shift the pages. */
export async function list(db: Kysely<Tables>, filter: OperationFilter): Promise<OperationPage> {
  const before = filter.before === undefined ? null : parseCursor(filter.before);
  // Reads one row more than requested, to see whether there is a next page.
  const count = filter.limit + 1;
  // Reads one outcome at a time, in the order of the index; a query for several would sort all matches.
  const outcomes: (Outcome | null)[] = filter.outcomes ?? [null];
  const words = await rarestFirst(db, filter);
  const runs: OperationRow[][] = [];
  for (const outcome of outcomes) runs.push(await readRun(db, { ...filter, words, outcome, before, count }));
  const rows = runs.length === 1 ? (runs[0] ?? []) : runs.flat().toSorted(newestFirst);
  const page = rows.slice(0, filter.limit);
  const last = page.at(-1);
  return {
    operations: await toOperations(db, page),
    next: rows.length > page.length && last !== undefined ? `${last.created_at}.${last.id}` : null,
  };
}

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

/** Matches if a later try was started and had an effect, or may have had one. */
const isSentAgain = sql<boolean>`exists (
  select 1 from operations as later
  where later.root = operations.root and later.id <> operations.id and later.started_at is not null
    and (later.created_at, later.id) > (operations.created_at, operations.id)
    and (later.outcome is null or later.outcome in ('accepted', 'unknown')))`;

/** Limit for counting a search word's matches; more frequent words count as equal. */
const maxCounted = 1000;

/** Sorts search words, rarest first: otherwise a page for `sms joon` would examine every SMS. */
async function rarestFirst(
  db: Kysely<Tables>,
  { words = [], author }: Pick<OperationFilter, "words" | "author">,
): Promise<readonly string[]> {
  if (words.length < 2) return words;
  const counts = words.map(
    (word) => sql`select ${word} as word, (select count(*) from (
      select 1 from operation_words
      where word = ${word} and ${author === undefined ? sql`true` : sql`author = ${author}`} limit ${maxCounted}
    ) as counted) as found`,
  );
  const { rows } = await sql<{ word: string }>`
    ${sql.join(counts, sql` union all `)} order by found`.execute(db);
  return rows.map(({ word }) => word);
}

type Run = Omit<OperationFilter, "outcomes" | "before" | "limit"> & {
  outcome: Outcome | null;
  before: Cursor | null;
  count: number;
};

/** Reads by the index of the first word, which has the list's order; checks other words row by row. */
async function readRun(
  db: Kysely<Tables>,
  { words = [], outcome, before, ...run }: Run,
): Promise<OperationRow[]> {
  const { author, count, from, to, isUnresolved, isStillSo, isOnceAnAct } = run;
  const [word, ...others] = words;
  const source =
    word === undefined
      ? { rows: sql`operations`, author: sql`author`, at: sql`created_at`, id: sql`id` }
      : {
          rows: sql`operation_words as found join operations on operations.id = found.operation_id`,
          author: sql`found.author`,
          at: sql`found.created_at`,
          id: sql`found.operation_id`,
        };
  const conditions = [
    word === undefined ? sql`true` : sql`found.word = ${word}`,
    ...others.map(
      (other) => sql`exists (
      select 1 from operation_words as other
      where other.operation_id = operations.id and other.word = ${other})`,
    ),
    ...(author === undefined ? [] : [sql`${source.author} = ${author}`]),
    ...(from === undefined ? [] : [sql`${source.at} >= ${from.getTime()}`]),
    ...(to === undefined ? [] : [sql`${source.at} < ${to.getTime()}`]),
    ...(isOnceAnAct === true ? [sql`(operations.step > 0 or operations.id = operations.act)`] : []),
    ...(outcome === null ? [] : [sql`outcome = ${outcome}`]),
    ...(isUnresolved === true || isStillSo === true ? [sql`not ${isSentAgain}`] : []),
    ...(isUnresolved === true ? [sql`resolved_at is null`] : []),
    ...(isStillSo === true ? [sql`(resolved_as is null or resolved_as <> 'arrived')`] : []),
    ...(before === null ? [] : [sql`(${source.at}, ${source.id}) < (${before.createdAtMs}, ${before.id})`]),
  ];
  const { rows } = await sql<OperationRow>`
    select operations.* from ${source.rows} where ${sql.join(conditions, sql` and `)}
    order by ${source.at} desc, ${source.id} desc limit ${count}`.execute(db);
  return rows;
}

function newestFirst(a: OperationRow, b: OperationRow): number {
  if (a.created_at !== b.created_at) return b.created_at - a.created_at;
  return a.id < b.id ? 1 : -1;
}

function parseCursor(cursor: string): Cursor {
  const [, createdAt, id] = /^(\d{1,15})\.(.+)$/s.exec(cursor) ?? [];
  if (createdAt === undefined || id === undefined) throw new RangeError("not a cursor of this list");
  return { createdAtMs: Number(createdAt), id };
}

/** Time after a card's newest unknown outcome during which the next joins the card, if one there is unresolved. */
const joinedWithinMs = 10 * 60_000;
/** Most unresolved operations that are read, as many as a modal shows. */
const rowsRead = 50;

const isUnresolved = sql<boolean>`(
  operations.outcome = 'unknown' and operations.resolved_at is null and not exists (
    select 1 from operations as again where again.root = operations.root and again.outcome = 'accepted'))`;

/** Keeps two outcomes from beginning two cards. A lock within the statement that finds the card would be too late. */
export async function lockCards(context: StoreContext, trx: StoreTransaction): Promise<void> {
  await lockKey(context, trx, "unknowns");
}

/** Selects the card that an unknown outcome joins or begins; null for acts from on-call's own conversation. */
export function unknownsCardFor({ unlistedIn }: FinishRequest, nowMs: number): RawBuilder<string | null> {
  return sql`case when operations.conversation = ${unlistedIn ?? null} then null else coalesce((
    select listed.unknowns_card from operations as listed
    where listed.unknowns_card is not null and listed.kind = operations.kind and listed.closed_at > ${nowMs - joinedWithinMs}
    group by listed.unknowns_card
    having exists (select 1 from operations where operations.unknowns_card = listed.unknowns_card and ${isUnresolved})
    order by max(listed.closed_at) desc limit 1), operations.id) end`;
}

/** Reads a card, or an act's unresolved operations in a card's form. `author` limits it to one author. */
export async function readUnknownsCard(
  db: Kysely<Tables>,
  of: { unknownsCard: string } | { act: string },
  author?: string,
): Promise<UnknownsCard> {
  const [column, id] =
    "act" in of ? (["act", of.act] as const) : (["unknowns_card", of.unknownsCard] as const);
  const listed = db
    .selectFrom("operations")
    .where(column, "=", id)
    .$if(author !== undefined, (all) => all.where("author", "=", author ?? ""));
  const count = listed.select((row) => row.fn.countAll<number>().as("total"));
  // Reads and counts in one statement, so that the numbers agree.
  const rows = await listed
    .selectAll()
    .select((row) => [row.fn.countAll<number>().over().as("left"), count.as("total")])
    .where(isUnresolved)
    .orderBy("closed_at")
    .orderBy("id")
    .limit(rowsRead)
    .execute();
  const total = rows[0]?.total ?? (await count.executeTakeFirstOrThrow()).total;
  const unresolved = await toOperations(db, rows);
  const began = unresolved.find((one) => one.id === id) ?? (await readOperation(db, id));
  return {
    id,
    total,
    left: rows[0]?.left ?? 0,
    unresolved,
    first: author === undefined || began?.author === author ? began : null,
  };
}
