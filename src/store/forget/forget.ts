import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { record } from "../audit/record.ts";
import type { StoreContext, StoreTransaction, Tables } from "../database/tables.ts";
import { purgedAtOnce, transact } from "../database/transact.ts";
import { tell } from "../posts/tell.ts";
import { type Change, Judge, type Whom } from "./judge.ts";
import { type Part, parts, type Row, wholes } from "./parts.ts";

export type Forgotten =
  /** Somebody may still have to do something with these, so nothing was changed. */
  | { kind: "open"; subjects: string[] }
  /** In how many rows something would be taken out. */
  | { kind: "shown"; changed: number }
  | {
      kind: "forgotten";
      /** Rows with something taken out, and those that went as a whole. */
      changed: number;
      removed: number;
      /** Posts that are drawn anew, by the conversation where they stand. */
      redrawn: Map<string, number>;
    };

/** Takes what is said of somebody, or what they said, out of all that is stored, for good. */
export async function forget(
  context: StoreContext,
  whom: Whom,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<Forgotten> {
  const found = await look(context, whom);
  if (found.open.length > 0) return { kind: "open", subjects: found.open };
  if (!isConfirmed) return { kind: "shown", changed: found.changed };
  const { judge } = found;
  const shownIn = new Set<string>();
  let changed = 0;
  // Operations last: whoever begins again, killed in between, still tells by them what goes with them.
  for (const part of parts.toReversed()) {
    for await (const changes of inBatches(context, part, async (trx, rows) => {
      const some = rows.flatMap((row) => judge.findChange(part, row) ?? []);
      await write(context, trx, { part, changes: some });
      return some;
    })) {
      changed += changes.length;
      for (const subject of subjectsShowing(part, changes)) shownIn.add(subject);
    }
  }
  let removed = 0;
  for (const whole of wholes) {
    for await (const gone of inBatches(context, whole, async (trx, rows) => {
      const some = rows.filter((row) => judge.isGone(whole, row));
      for (const row of some)
        await sql`delete from ${sql.table(whole.table)} where ${isRow(whole, row)}`.execute(trx);
      return some;
    }))
      removed += gone.length;
  }
  // Else what was taken out would stay in the file, where nothing leads to it.
  if (context.connection.engine === "sqlite") await sql`vacuum`.execute(context.connection.db);
  const redrawn = await countStanding(context.connection.db, [...shownIn]);
  return { kind: "forgotten", changed, removed, redrawn };
}

/** Before anything is changed. */
async function look(
  { connection }: StoreContext,
  whom: Whom,
): Promise<{ open: string[]; changed: number; judge: Judge }> {
  const judge = new Judge(whom);
  const open = new Set<string>();
  let changed = 0;
  for (const part of parts) {
    let after: Row | undefined;
    do {
      const rows = await readSome(connection.db, part, after);
      const some = rows.filter((row) => judge.findChange(part, row) !== null);
      changed += some.length;
      for (const row of some) if (part.isOpen?.(row)) open.add(part.subject?.(row) ?? part.table);
      after = rows.at(-1);
      await setImmediate();
    } while (after !== undefined);
  }
  return { open: [...open], changed, judge };
}

/** Each batch is a transaction, whose rows nobody else changes meanwhile. */
async function* inBatches<T>(
  context: StoreContext,
  part: Part,
  run: (trx: StoreTransaction, rows: readonly Row[]) => Promise<T>,
): AsyncGenerator<T> {
  let after: Row | undefined;
  do {
    const batch = await transact(context, async (trx) => {
      const rows = await readSome(trx, part, after, context.connection.engine === "postgres");
      return { last: rows.at(-1), result: await run(trx, rows) };
    });
    yield batch.result;
    after = batch.last;
    await setImmediate();
  } while (after !== undefined);
}

async function readSome(
  db: Kysely<Tables>,
  { table, key }: Part,
  after: Row | undefined,
  isLocked = false,
): Promise<Row[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const behind =
    after === undefined ? sql`true` : sql`(${columns}) > (${sql.join(key.map((name) => after[name]))})`;
  const { rows } = await sql<Row>`
    select * from ${sql.table(table)}
    where ${behind} order by ${columns} limit ${sql.lit(purgedAtOnce)}
    ${isLocked ? sql`for update` : sql``}`.execute(db);
  return rows;
}

function isRow({ key }: Part, row: Row) {
  return sql.join(
    key.map((column) => sql`${sql.ref(column)} = ${row[column]}`),
    sql` and `,
  );
}

async function write(
  context: StoreContext,
  trx: StoreTransaction,
  { part, changes }: { part: Part; changes: readonly Change[] },
): Promise<void> {
  if (changes.length === 0) return;
  for (const { row, columns, isWhole } of changes) {
    const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    // Whoever read it before writes nothing of it back.
    if (part.table === "documents") set.push(sql`version = version + 1`);
    if (set.length > 0)
      await sql`update ${sql.table(part.table)} set ${sql.join(set)} where ${isRow(part, row)}`.execute(trx);
    if (isWhole && part.table === "operations")
      await trx.deleteFrom("operation_words").where("operation_id", "=", `${row["id"]}`).execute();
  }
  const entry = { event: "forgotten" as const, person: null };
  await record(
    context,
    trx,
    subjectsIn(part, changes).map((subject) => ({ ...entry, subject })),
  );
  await tell(context, trx, { changed: subjectsShowing(part, changes) });
}

function subjectsIn({ subject }: Part, changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap(({ row }) => subject?.(row) ?? []))];
}

function subjectsShowing({ shownIn }: Part, changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap(({ row }) => shownIn?.(row) ?? []))];
}

async function countStanding(db: Kysely<Tables>, subjects: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let at = 0; at < subjects.length; at += purgedAtOnce) {
    const rows = await db
      .selectFrom("posts")
      .select("destination")
      .where("subject", "in", subjects.slice(at, at + purgedAtOnce))
      .where("ts", "is not", null)
      .execute();
    for (const { destination } of rows) counts.set(destination, (counts.get(destination) ?? 0) + 1);
  }
  return counts;
}
