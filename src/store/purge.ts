import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "./database/tables.ts";
import { purgedAtOnce, transact, write } from "./database/transact.ts";
import { decidedStates } from "./proposals/proposal.ts";

/** Rows of a table that are old, and what other tables have of them, by which column. */
type Old = {
  from: keyof Tables;
  /** @default "id" */
  id?: string;
  isOld: RawBuilder<boolean>;
  parts?: readonly (readonly [keyof Tables, string])[];
};

/** What else is old, behind operations that are. */
const oldRows = ({ storeNow }: StoreContext, beforeMs: number): readonly Old[] => [
  {
    from: "documents",
    isOld: sql`kind = 'proposal' and state in (${sql.join(decidedStates.map(sql.lit))}) and due_at < ${beforeMs}
      and not exists (select 1 from operations where operations.id = documents.key)`,
  },
  {
    from: "posts",
    isOld: sql`since is null and changed_at < ${beforeMs} and ${isSubjectOver}`,
    parts: [["post_lines", "post_id"]],
  },
  { from: "documents", isOld: sql`kind in ('draft', 'import') and due_at <= ${storeNow()}` },
  { from: "documents", isOld: sql`kind = 'report' and due_at < ${beforeMs}` },
  // What is there stays.
  { from: "files", id: "file_id", isOld: sql`deleted_at < ${beforeMs}`, parts: [["file_uses", "file_id"]] },
  // Of instances that ended without saying so.
  { from: "jobs", id: "name", isOld: sql`name like 'instance:%' and lease_until < ${beforeMs}` },
  // Who uses a file every day would otherwise leave a row of each message for good.
  {
    from: "file_uses",
    id: "operation_id",
    isOld: sql`used_at < ${beforeMs}
      and not exists (select 1 from operations where operations.id = file_uses.operation_id)`,
  },
];

const subjectOf = (kind: string) => sql`substr(posts.subject, ${sql.lit(`${kind}:`.length + 1)})`;

/** A post goes with what it is of; of what no other row tells, it is old. */
const isSubjectOver = sql<boolean>`case
  when posts.subject like 'act:%' then not exists (
    select 1 from operations where operations.act = ${subjectOf("act")})
  when posts.subject like 'unknowns:%' then not exists (
    select 1 from operations where operations.unknowns_card = ${subjectOf("unknowns")})
  when posts.subject like 'questions:%' then not exists (
    select 1 from operations
    where phone_owner = posts.destination and questionnaire = ${subjectOf("questions")})
  when posts.subject like 'proposal:%' then not exists (
    select 1 from documents where documents.kind = 'proposal' and documents.id = ${subjectOf("proposal")})
  else posts.kept = 0 end`;

/** Written in the order of their times, so that none of the younger is read. */
const oldEntries = (beforeMs: number): Old => ({
  from: "audit_entries",
  isOld: sql`at < ${beforeMs} and id in (select id from audit_entries order by id limit ${sql.lit(purgedAtOnce)})`,
});

export async function purge(
  context: StoreContext,
  { closedBefore, signal }: { closedBefore: Date; signal?: AbortSignal },
): Promise<number> {
  const beforeMs = closedBefore.getTime();
  const day = closedBefore.toISOString().slice(0, "YYYY-MM-DD".length);
  const removeAll = async (step: (trx: StoreTransaction) => Promise<number>) => {
    let count = 0;
    for (let removed = -1; removed !== 0 && signal?.aborted !== true; ) {
      removed = await transact(context, step);
      count += removed;
      // SQLite answers within the same turn: without this no timer and no request gets a turn until the end.
      await setImmediate();
    }
    return count;
  };
  let count = await removeAll((trx) => purgeOperations(context, trx, beforeMs));
  for (const old of oldRows(context, beforeMs)) count += await removeAll((trx) => removeSome(trx, old));
  const counters = await write(context, (db) =>
    db.deleteFrom("quotas").where("day", "<", day).executeTakeFirstOrThrow(),
  );
  // Not counted: entries of what is counted, and what only says when something may be said again.
  await removeAll((trx) => removeSome(trx, oldEntries(beforeMs)));
  return count + Number(counters.numDeletedRows);
}

type Row = { id: string | number };

/** So few that nobody's acknowledgement waits for it. What is changed just now stays until the next time. */
async function removeSome(
  trx: StoreTransaction,
  { from, id = "id", isOld, parts = [] }: Old,
): Promise<number> {
  const [table, column] = [sql.table(from), sql.ref(id)];
  const idsOf = (rows: readonly Row[]) => sql.join(rows.map((row) => row.id));
  const found = await sql<Row>`
    select ${column} as id from ${table} where (${isOld}) limit ${sql.lit(purgedAtOnce)}`.execute(trx);
  if (found.rows.length === 0) return 0;
  const { rows } = await sql<Row>`
    delete from ${table} where ${column} in (${idsOf(found.rows)}) and (${isOld})
    returning ${column} as id`.execute(trx);
  for (const [part, key] of rows.length === 0 ? [] : parts)
    await sql`delete from ${sql.table(part)} where ${sql.ref(key)} in (${idsOf(rows)})`.execute(trx);
  return rows.length;
}

/** Of an operation that must stay with all of its root: open, too young, or told by a post that still waits. */
const isWanted = (beforeMs: number) => sql<boolean>`exists (
  select 1 from operations as tried
  where tried.root = operations.root and (
    tried.closed_at is null or tried.closed_at >= ${beforeMs} or exists (
      select 1 from posts where posts.subject = 'act:' || tried.act and posts.since is not null)))`;

/** The tries of a root go together. */
async function purgeOperations(
  context: StoreContext,
  trx: StoreTransaction,
  beforeMs: number,
): Promise<number> {
  const old = await trx
    .selectFrom("operations")
    .select(["id", "root"])
    .where("closed_at", "<", beforeMs)
    .where(sql<boolean>`not ${isWanted(beforeMs)}`)
    .orderBy("closed_at")
    .limit(purgedAtOnce)
    .execute();
  const roots = await lockRoots(context, trx, [...new Set(old.map(({ root }) => root))]);
  if (roots.length === 0) return 0;
  const removed = await trx
    .deleteFrom("operations")
    .where("root", "in", roots)
    .where(sql<boolean>`not ${isWanted(beforeMs)}`)
    .returning("id")
    .execute();
  const ids = removed.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await trx.deleteFrom("operation_words").where("operation_id", "in", ids).execute();
  return ids.length;
}

/** Locks roots, without those that another transaction holds: what is about to be tried once more stays until the next purge. */
async function lockRoots(
  { connection }: StoreContext,
  trx: StoreTransaction,
  roots: string[],
): Promise<string[]> {
  if (connection.engine !== "postgres" || roots.length === 0) return roots;
  const free = await trx
    .selectFrom("operations")
    .select("id")
    .where("id", "in", roots)
    .forUpdate()
    .skipLocked()
    .execute();
  return free.map(({ id }) => id);
}
