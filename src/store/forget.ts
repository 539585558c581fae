import { setImmediate } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { z } from "zod";
import { normalizeDigits, type PhoneNumber } from "../phone-number.ts";
import { recordEvents, subjectOf } from "./audit/record.ts";
import { keyOf, type Table } from "./database/columns.ts";
import { type StoreContext, type StoreTransaction, type Tables, tables } from "./database/tables.ts";
import { purgeBatchSize, transact } from "./database/transact.ts";
import { type Json, toJson } from "./database/values.ts";
import { fileUseWordPrefix } from "./files/files.ts";
import { actSubject, questionsSubject, unknownsCardSubject } from "./operations/table.ts";
import { notify } from "./posts/notify.ts";
import { undecidedStates } from "./proposals/proposal.ts";

/** Target of an erasure: everything about a phone number, or everything that a person wrote. */
export type ForgetTarget = { number: PhoneNumber } | { person: string };

export type ForgetResult =
  /** Refused, since somebody may still have to act on these subjects. */
  | { kind: "open"; subjects: string[] }
  | { kind: "preview"; count: ForgetCount }
  | {
      kind: "forgotten";
      count: ForgetCount;
      /** Posts to be rendered again, counted by conversation. */
      outdatedPosts: Map<string, number>;
    };

/** Numbers of rows: those that lose a part, and those removed whole. */
type ForgetCount = { changed: number; removed: number };

type Row = Readonly<Record<string, string | number | null>>;

type Change = {
  table: string;
  key: readonly string[];
  row: Row;
  /** New column values; null deletes the row. */
  columns: Record<string, string | null> | null;
  /** True for an operation that loses all of its author's text, not just the number. */
  isWhole: boolean;
};

/** Erases a number or a person's text. Repeats until nothing is found, since rows may be added meanwhile. */
export async function forget(
  context: StoreContext,
  whom: ForgetTarget,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<ForgetResult> {
  const { db, engine } = context.connection;
  // Keeps one judge: it remembers erased operations, so that replies about them stored meanwhile are erased too.
  const judge = createJudge(whom);
  let found = await look(db, judge);
  const open = found.filter(({ table, row }) => rules[table]?.isOpen?.(row));
  if (open.length > 0) return { kind: "open", subjects: subjectsIn(open) };
  if (!isConfirmed) return { kind: "preview", count: countChanges(found) };
  const shownIn = new Set<string>();
  const count: ForgetCount = { changed: 0, removed: 0 };
  for (; found.length > 0; found = await look(db, judge)) {
    // Operations come last: after a kill, the next run needs them to find the rows that refer to them.
    for (const changes of Map.groupBy(found.toReversed(), ({ table }) => table).values())
      for (let at = 0; at < changes.length; at += purgeBatchSize) {
        const written = await transact(context, (trx) =>
          write(context, trx, changes.slice(at, at + purgeBatchSize)),
        );
        const { changed, removed } = countChanges(written);
        count.changed += changed;
        count.removed += removed;
        for (const subject of subjectsShowing(written)) shownIn.add(subject);
        await setImmediate();
      }
  }
  // Without vacuum, removed text would stay in SQLite's file.
  if (engine === "sqlite") await sql`vacuum`.execute(db);
  return { kind: "forgotten", count, outdatedPosts: await countPosts(db, [...shownIn]) };
}

function countChanges(changes: readonly Change[]): ForgetCount {
  const removed = changes.filter(({ columns }) => columns === null).length;
  return { changed: changes.length - removed, removed };
}

type Rule = {
  subject?: (row: Row) => string | null;
  shownIn?: (row: Row) => string[];
  /** Whether somebody may still have to act on the row. */
  isOpen?: (row: Row) => boolean;
  /** Whether the whole row is deleted: a temporary row or a search word. */
  isPassing?: (row: Row) => boolean;
};

const textOf = (row: Row, column: string) => `${row[column] ?? ""}`;

const isProposal = ({ kind }: Row) => kind === "proposal";

const rules: Readonly<Record<string, Rule>> = {
  operations: {
    subject: (row) => subjectOf.operation(textOf(row, "id")),
    shownIn: (row) => [
      actSubject(textOf(row, "act")),
      ...(row["unknowns_card"] === null ? [] : [unknownsCardSubject(textOf(row, "unknowns_card"))]),
      ...(row["questionnaire"] === null ? [] : [questionsSubject(textOf(row, "questionnaire"))]),
    ],
    isOpen: ({ closed_at, outcome, resolved_as }) =>
      closed_at === null || (outcome === "unknown" && resolved_as === null),
  },
  documents: {
    subject(row) {
      if (row["kind"] === "report") return subjectOf.report(textOf(row, "id"));
      return isProposal(row) ? subjectOf.proposal(textOf(row, "id")) : null;
    },
    shownIn: (row) => (isProposal(row) ? [subjectOf.proposal(textOf(row, "id"))] : []),
    isOpen: (row) => isProposal(row) && undecidedStates.some((state) => state === row["state"]),
    isPassing: ({ kind }) => kind === "draft" || kind === "import" || kind === "report",
  },
  operation_words: { isPassing: () => true },
  post_lines: { isPassing: () => true },
  posts: { shownIn: (row) => [textOf(row, "subject")] },
};

/** Finds rows to change. Operations come first, since they lead to the rows that refer to them. */
async function look(db: Kysely<Tables>, judge: ReturnType<typeof createJudge>): Promise<Change[]> {
  const found: Change[] = [];
  for (const [table, declared] of Object.entries<Table>(tables)) {
    if (Object.values(declared.columns).every(({ words }) => words === undefined)) continue;
    const key = keyOf(declared);
    const columns = sql.join(key.map((column) => sql.ref(column)));
    for (let behind = sql`true`; ; await setImmediate()) {
      const { rows } = await sql<Row>`
        select * from ${sql.table(table)}
        where ${behind} order by ${columns} limit ${sql.lit(purgeBatchSize)}`.execute(db);
      found.push(...rows.flatMap((row) => judge(row, table, declared)));
      const last = rows.at(-1);
      if (last === undefined) break;
      behind = sql`(${columns}) > (${sql.join(key.map((name) => last[name]))})`;
    }
  }
  return found;
}

const Line = z.record(z.string(), z.string().nullable().catch(null)).catch({});

/** For a number, erases all text of messages to it, and elsewhere only the number; for a person, all text by them. */
function createJudge(whom: ForgetTarget) {
  const number = "number" in whom ? whom.number : null;
  const person = "person" in whom ? whom.person : null;
  /** Ids of the person's operations, or of messages to the number. */
  const theirs = new Set<unknown>();
  const isBy = (who: unknown) => person !== null && who === person;
  const isTheirs = (operation: Row) =>
    number === null ? isBy(operation["author"]) : isSentTo(toJson(textOf(operation, "request")), number);
  const leftOf = (text: string, isJson: boolean) => {
    if (!isJson) return number === null ? text : withoutNumber(text, number);
    return replaceIn(text, (value) =>
      number === null ? withoutWordsOf(value, person) : withoutNumberIn(value, number),
    );
  };
  const columnsLeft = (row: Row, declared: Table, isWhole: boolean) => {
    const columns: NonNullable<Change["columns"]> = {};
    for (const [column, { words, mayBeNull }] of Object.entries(declared.columns)) {
      const text = row[column];
      // Skipped, since these columns of proposals have ids.
      if (words === undefined || typeof text !== "string" || (words.isName && isProposal(row))) continue;
      const isOwn = number === null ? words.by !== null && isBy(row[words.by]) : isWhole;
      const left = isOwn ? forgottenAs(row, words.isJson, mayBeNull) : leftOf(text, words.isJson);
      if (left !== text) columns[column] = left;
    }
    return columns;
  };

  return (stored: Row, table: string, declared: Table): Change[] => {
    const line = table === "post_lines" ? Line.parse(toJson(textOf(stored, "event"))) : {};
    const row: Row = { ...line, ...stored };
    if (table === "operations" && isTheirs(row)) theirs.add(row["id"]);
    const isWhole = theirs.has(table === "operations" ? row["id"] : row["operation"]);
    const columns = columnsLeft(row, declared, isWhole);
    const isFound = Object.keys(columns).length > 0;
    const isOwn = table === "documents" && !isProposal(row) && isBy(row["author"]);
    const goes = isOwn || (isFound && rules[table]?.isPassing?.(row) === true);
    if (!isFound && !goes) return [];
    return [{ table, key: keyOf(declared), row, columns: goes ? null : columns, isWhole }];
  };
}

function forgottenAs({ kind = null }: Row, isJson: boolean, mayBeNull: boolean): string | null {
  if (!isJson) return erased;
  return mayBeNull ? null : JSON.stringify({ forgotten: true, kind });
}

/** Writes changes of rows that are still unchanged, and returns these changes. */
async function write(
  context: StoreContext,
  trx: StoreTransaction,
  changes: readonly Change[],
): Promise<Change[]> {
  const written: Change[] = [];
  for (const change of changes) {
    const { table, key, row, columns, isWhole } = change;
    const isSame = sql.join(
      [...key, ...Object.keys(columns ?? {})].map((column) => sql`${sql.ref(column)} = ${row[column]}`),
      sql` and `,
    );
    const set = Object.entries(columns ?? {}).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
    // A raised version keeps a reader of the old version from writing the old body back.
    if (table === "documents") set.push(sql`version = version + 1`);
    const { numAffectedRows = 0n } = await (columns === null
      ? sql`delete from ${sql.table(table)} where ${isSame}`
      : sql`update ${sql.table(table)} set ${sql.join(set)} where ${isSame}`
    ).execute(trx);
    if (numAffectedRows === 0n) continue;
    written.push(change);
    if (isWhole && table === "operations")
      await trx
        .deleteFrom("operation_words")
        .where("operation_id", "=", textOf(row, "id"))
        // Search words of used files stay: deleting a file has to show which messages use it.
        .where("word", "not like", `${fileUseWordPrefix}%`)
        .execute();
  }
  const entry = { event: "forgotten" as const, person: null };
  await recordEvents(
    context,
    trx,
    subjectsIn(written).map((subject) => ({ ...entry, subject })),
  );
  await notify(context, trx, { changed: subjectsShowing(written) });
  return written;
}

function subjectsIn(changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap(({ table, row }) => rules[table]?.subject?.(row) ?? []))];
}

function subjectsShowing(changes: readonly Change[]): string[] {
  return [...new Set(changes.flatMap(({ table, row }) => rules[table]?.shownIn?.(row) ?? []))];
}

async function countPosts(db: Kysely<Tables>, subjects: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let at = 0; at < subjects.length; at += purgeBatchSize) {
    const rows = await db
      .selectFrom("posts")
      .select("destination")
      .where("subject", "in", subjects.slice(at, at + purgeBatchSize))
      .where("ts", "is not", null)
      .execute();
    for (const { destination } of rows) counts.set(destination, (counts.get(destination) ?? 0) + 1);
  }
  return counts;
}

/** Replacement of erased text. */
const erased = "…";

type Fields = { [key: string]: Json };

function isFields(value: Json | undefined): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Replaces each value in stored JSON, innermost first. Returns the same text if nothing changes. */
export function replaceIn(text: string, replace: (value: Json) => Json): string {
  const left = JSON.stringify(JSON.parse(text, (_, value: Json) => replace(value)));
  return left === JSON.stringify(JSON.parse(text)) ? text : left;
}

/** Erases texts stored with a person's id, such as the reason of a revision. */
function withoutWordsOf(value: Json, person: string | null): Json {
  if (!isFields(value)) return value;
  const source = isFields(value["from"]) ? value["from"] : value;
  const isTheirs = person !== null && (value["by"] === person || source["by"] === person);
  const words = isTheirs ? ["reason", "words"].filter((name) => typeof value[name] === "string") : [];
  return { ...value, ...Object.fromEntries(words.map((name) => [name, erased])) };
}

/** Signs between a number's digits: all but letters, except letters that look like a dot, dash or bar. */
const between = "(?:[^\\d\\p{L}]|[\\p{Lm}ㆍᆞㅡᅳㅣᅵ一])*";

/** Erases a number in any notation. Longer numbers that contain it stay. */
export function withoutNumber(text: string, { to, country }: PhoneNumber): string {
  const digits = normalizeDigits(to);
  if (digits === "") return text;
  const written = new RegExp(`(?<!\\d)(?:0*${country})?0*${[...digits].join(between)}(?!\\d)`, "gu");
  const plain = text.normalize("NFKC");
  return plain.search(written) < 0 ? text : plain.replace(written, erased);
}

/** Erases a number from a JSON value: a text, a number, or an object's field names. */
export function withoutNumberIn(value: Json, number: PhoneNumber): Json {
  if (typeof value === "string") return withoutNumber(value, number);
  if (typeof value === "number") return withoutNumber(`${value}`, number) === `${value}` ? value : null;
  if (!isFields(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [withoutNumber(name, number), one]));
}

const korea = "82";

export function isSentTo(request: Json, number: PhoneNumber): boolean {
  if (typeof request !== "object" || request === null) return false;
  const { to, country = korea } = isFields(request) ? request : {};
  const digits = typeof to === "string" ? normalizeDigits(to) : "";
  const isIt =
    country === number.country
      ? digits !== "" && withoutNumber(digits, number) === erased
      : normalizeDigits(`${country}${digits}`) === normalizeDigits(number.country + number.to);
  return isIt || Object.values(request).some((one) => isSentTo(one, number));
}
