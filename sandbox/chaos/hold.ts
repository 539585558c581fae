import { writeSync } from "node:fs";
import { StatementSync } from "node:sqlite";
import { heldMark, isWrite, type Write } from "./points.ts";

/*
 * Loaded into the bot's process before its own code (`--import`): stops the whole process right before or right
 * after one of its writes is durable, says so on its output, and never goes on. It knows the bot by its SQL alone,
 * so the bot needs no lever for it.
 */

/** `since`: it counts from that write on. */
type Statement = { sql: RegExp; kind?: "post" | "edit" | "line"; since?: RegExp };

const claim = /^\s*with recursive[\s\S]*update posts set/;
const posted = /^update "posts" set .*"ts" = /;

const ended = /^update "operations" set .*"closed_at" = /;
const changed = /^update "operations" set .*"(settled|corrected)_at" = /;
const edit = { kind: "edit" } as const;
const line = { kind: "line" } as const;

const statements: Record<Write, Statement> = {
  takeOn: { sql: /^insert into "operations"/ },
  acknowledge: { sql: /^update "operations" set .*"acknowledged_at" = / },
  start: { sql: /^update "operations" set .*"started_at" = / },
  finish: { sql: ended },
  change: { sql: changed },
  "claim post": { sql: claim, kind: "post" },
  // On-call's link to the result comes by an edit before.
  "claim edit": { sql: claim, ...edit, since: changed },
  "claim line": { sql: claim, ...line, since: changed },
  "claim card": { sql: claim, ...edit, since: ended },
  "claim thread": { sql: claim, ...line, since: ended },
  "posted post": { sql: posted, kind: "post" },
  "posted edit": { sql: posted, ...edit, since: changed },
  "posted line": { sql: posted, ...line, since: changed },
  "posted card": { sql: posted, ...edit, since: ended },
  "posted thread": { sql: posted, ...line, since: ended },
};

const [, when, write] = /^(before|after) (.+)$/.exec(process.env["CHAOS_HOLD"] ?? "") ?? [];
if (isWrite(write)) watch({ statement: statements[write], isBefore: when === "before" });

type Watch = { statement: Statement; isBefore: boolean };

function watch({ statement, isBefore }: Watch): void {
  const transaction = { isOpen: false, isWritten: false };
  let isDue = statement.since === undefined;
  const kinds = new Map<unknown, unknown>();
  for (const method of ["run", "all"] as const) {
    const original = StatementSync.prototype[method];
    const watched = function (this: StatementSync, ...parameters: unknown[]): unknown {
      const sql = this.sourceSQL;
      const isStatement = statement.sql.test(sql);
      // Outside a transaction a statement is its own commit.
      const commits = transaction.isOpen ? transaction.isWritten && sql === "commit" : isStatement;
      if (commits && isBefore) stop();
      const result: unknown = Reflect.apply(original, this, parameters);
      const rows = claim.test(sql) ? rowsOf(result) : [];
      noteKinds(kinds, rows);
      const isEffective =
        isDue && isStatement && hasEffect(result) && isOfKind(statement, { rows, parameters, kinds });
      if (commits && (isEffective || transaction.isWritten)) stop();
      isDue ||= isSince(statement, sql) && hasEffect(result);
      follow(transaction, sql, isEffective);
      return result;
    };
    Reflect.set(StatementSync.prototype, method, watched);
  }
}

type Row = Record<string, unknown>;

function rowsOf(result: unknown): Row[] {
  return Array.isArray(result) ? result : [];
}

function noteKinds(kinds: Map<unknown, unknown>, rows: readonly Row[]): void {
  for (const row of rows) kinds.set(row["id"], row["kind"]);
}

/** A claim returns what it took, and whatever is written of one post later names its id last. */
function isOfKind(
  { kind }: Statement,
  { rows, parameters, kinds }: { rows: Row[]; parameters: unknown[]; kinds: Map<unknown, unknown> },
): boolean {
  if (kind === undefined) return true;
  return rows.some((row) => row["kind"] === kind) || kinds.get(parameters.at(-1)) === kind;
}

function follow(
  transaction: { isOpen: boolean; isWritten: boolean },
  sql: string,
  isEffective: boolean,
): void {
  if (/^begin\b/i.test(sql)) transaction.isOpen = true;
  if (sql === "commit" || sql === "rollback") transaction.isOpen = false;
  transaction.isWritten = transaction.isOpen && (transaction.isWritten || isEffective);
}

function isSince({ since }: Statement, sql: string): boolean {
  return since?.test(sql) === true;
}

/** A look into an empty queue changes nothing, nor does an act that came before. */
function hasEffect(result: unknown): boolean {
  if (Array.isArray(result)) return result.length > 0;
  return typeof result === "object" && result !== null && Reflect.get(result, "changes") !== 0;
}

function stop(): void {
  writeSync(process.stdout.fd, `${heldMark}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
