import { writeSync } from "node:fs";
import { StatementSync } from "node:sqlite";
import { heldMark, isWrite, type Write } from "./points.ts";

/*
 * Loaded into the bot's process before its own code (`--import`): stops the whole process right before or right
 * after one of its writes is durable, says so on its output, and never goes on. It knows the bot by its SQL alone,
 * so the bot needs no lever for it.
 */

type Statement = { sql: RegExp; kind?: "post" | "edit" | "line" };

const claim = /^\s*with recursive[\s\S]*update posts set/;
const posted = /^update "posts" set .*"ts" = /;

const statements: Record<Write, Statement> = {
  takeOn: { sql: /^insert into "operations"/ },
  start: { sql: /^update "operations" set .*"started_at" = / },
  finish: { sql: /^update "operations" set .*"closed_at" = / },
  change: { sql: /^update "operations" set .*"(settled|corrected)_at" = / },
  "claim post": { sql: claim, kind: "post" },
  "claim edit": { sql: claim, kind: "edit" },
  "claim line": { sql: claim, kind: "line" },
  "posted post": { sql: posted, kind: "post" },
  "posted edit": { sql: posted, kind: "edit" },
  "posted line": { sql: posted, kind: "line" },
};

const [, when, write] = /^(before|after) (.+)$/.exec(process.env["CHAOS_HOLD"] ?? "") ?? [];
if (isWrite(write)) watch({ statement: statements[write], isBefore: when === "before" });

type Watch = { statement: Statement; isBefore: boolean };

function watch({ statement, isBefore }: Watch): void {
  const transaction = { isOpen: false, isWritten: false };
  // Edits and lines are told of a change; on-call's link to the result comes by an edit before.
  let isChanged = statement.kind !== "edit" && statement.kind !== "line";
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
      for (const row of rows) kinds.set(row["id"], row["kind"]);
      const isEffective =
        isChanged && isStatement && hasEffect(result) && isOfKind(statement, { rows, parameters, kinds });
      if (commits && (isEffective || transaction.isWritten)) stop();
      isChanged ||= isChange(sql, result);
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

function isChange(sql: string, result: unknown): boolean {
  return statements.change.sql.test(sql) && hasEffect(result);
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
