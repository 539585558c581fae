import { setImmediate } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import type { StoreContext, StoreTransaction, Tables } from "./database/tables.ts";
import { purgeBatchSize, transact, write } from "./database/transact.ts";
import { awaitedCondition } from "./posts/table.ts";
import { decidedStates } from "./proposals/proposal.ts";

type Old = {
  from: keyof Tables;
  /** @default "id" */
  id?: string;
  isOld: RawBuilder<boolean>;
};

/** Retention by table, applied after operations are removed. Thread events are removed with their post. */
const oldRows = ({ storeNow }: StoreContext, beforeMs: number): readonly Old[] => [
  {
    from: "documents",
    isOld: sql`kind = 'proposal' and state in (${sql.join(decidedStates.map(sql.lit))}) and due_at < ${beforeMs}
      and not exists (select 1 from operations where operations.id = documents.key)`,
  },
  { from: "posts", isOld: sql`since is null and changed_at < ${beforeMs} and ${isSubjectOver}` },
  {
    from: "posts",
    isOld: sql`since is not null and not (${awaitedCondition}) and changed_at < ${beforeMs} and ${isSubjectOver}`,
  },
  { from: "documents", isOld: sql`kind in ('draft', 'import') and due_at <= ${storeNow()}` },
  { from: "documents", isOld: sql`kind = 'report' and due_at < ${beforeMs}` },
  // Deleted files only, since `deleted_at` is null for others.
  { from: "files", id: "file_id", isOld: sql`deleted_at < ${beforeMs}` },
  // Rows of instances that were killed.
  { from: "jobs", id: "name", isOld: sql`name like 'instance:%' and lease_until < ${beforeMs}` },
];

const subjectOf = (kind: string) => sql`substr(posts.subject, ${sql.lit(`${kind}:`.length + 1)})`;

/** Matches a post whose subject was removed, or, if its kind of subject has no rows, a post that isn't kept. */
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

/** Selects old audit entries. Ids rise with time, so only the lowest are examined. */
const oldEntries = (beforeMs: number): Old => ({
  from: "audit_entries",
  isOld: sql`at < ${beforeMs} and id in (select id from audit_entries order by id limit ${sql.lit(purgeBatchSize)})`,
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
      // Yields to timers and requests, since SQLite works synchronously.
      await setImmediate();
    }
    return count;
  };
  let count = await removeAll((trx) => removeOperations(context, trx, beforeMs));
  for (const old of oldRows(context, beforeMs)) count += await removeAll((trx) => removeSome(trx, old));
  const counters = await write(context, (db) =>
    db.deleteFrom("quotas").where("day", "<", day).executeTakeFirstOrThrow(),
  );
  // Not counted, since an audit entry only describes a counted row.
  await removeAll((trx) => removeSome(trx, oldEntries(beforeMs)));
  return count + Number(counters.numDeletedRows);
}

type Row = { id: string | number };

/** Removes a few rows, so that no acknowledgement waits. A row that changes meanwhile stays until the next purge. */
async function removeSome(trx: StoreTransaction, { from, id = "id", isOld }: Old): Promise<number> {
  const [table, column] = [sql.table(from), sql.ref(id)];
  const { rows } = await sql<Row>`
    with found as materialized (
      select ${column} as id from ${table} where (${isOld}) limit ${sql.lit(purgeBatchSize)})
    delete from ${table} where ${column} in (select id from found) and (${isOld})
    returning ${column} as id`.execute(trx);
  if (from === "posts") await removeOf(trx, "post_lines", "post_id", rows);
  return rows.length;
}

async function removeOf(
  trx: StoreTransaction,
  table: "post_lines" | "operation_words",
  column: string,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = sql.join(rows.map(({ id }) => id));
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} in (${ids})`.execute(trx);
}

/** Removes all tries of a root together, unless one is open, too young, locked, or has a post that waits for Slack. */
async function removeOperations(
  { connection }: StoreContext,
  trx: StoreTransaction,
  beforeMs: number,
): Promise<number> {
  const isOld = sql<boolean>`not exists (
    select 1 from operations as tried
    where tried.root = operations.root and (
      tried.closed_at is null or tried.closed_at >= ${beforeMs} or exists (
        select 1 from posts where posts.subject = 'act:' || tried.act and ${awaitedCondition})))`;
  const notHeld = connection.engine === "postgres" ? sql`for update skip locked` : sql``;
  const found = await sql<Row>`
    select id from operations where id = root and closed_at < ${beforeMs} and ${isOld}
    order by closed_at limit ${sql.lit(purgeBatchSize)} ${notHeld}`.execute(trx);
  if (found.rows.length === 0) return 0;
  // A separate statement, to see a try that was stored just before the lock.
  const { rows } = await sql<Row>`
    delete from operations where root in (${sql.join(found.rows.map(({ id }) => id))}) and ${isOld}
    returning id`.execute(trx);
  await removeOf(trx, "operation_words", "operation_id", rows);
  return rows.length;
}
