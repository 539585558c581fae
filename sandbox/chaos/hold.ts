import { writeSync } from "node:fs";
import { StatementSync } from "node:sqlite";
import { heldMark, isWrite, type Write } from "./points.ts";

/*
 * Loaded into the bot's process before its own code (`--import`): stops the whole process right before or right
 * after one of its writes is durable, says so on its output, and never goes on. It knows the bot by its SQL alone,
 * so the bot needs no lever for it.
 */

const statements: Record<Write, RegExp> = {
  takeOn: /^insert into "operations"/,
  start: /^update "operations" set .*"started_at" = /,
  finish: /^update "operations" set .*"closed_at" = /,
  claim: /^\s*with recursive[\s\S]*update posts set/,
  posted: /^update "posts" set .*"ts" = /,
};

const [, when, write] = /^(before|after) (.+)$/.exec(process.env["CHAOS_HOLD"] ?? "") ?? [];
if (isWrite(write)) watch({ statement: statements[write], isBefore: when === "before" });

type Watch = { statement: RegExp; isBefore: boolean };

function watch({ statement, isBefore }: Watch): void {
  const transaction = { isOpen: false, isWritten: false };
  for (const method of ["run", "all"] as const) {
    const original = StatementSync.prototype[method];
    const watched = function (this: StatementSync, ...parameters: unknown[]): unknown {
      const sql = this.sourceSQL;
      const isStatement = statement.test(sql);
      // Outside a transaction a statement is its own commit.
      const commits = transaction.isOpen ? transaction.isWritten && sql === "commit" : isStatement;
      if (commits && isBefore) stop();
      const result: unknown = Reflect.apply(original, this, parameters);
      const isEffective = isStatement && hasEffect(result);
      if (commits && (isEffective || transaction.isWritten)) stop();
      follow(transaction, sql, isEffective);
      return result;
    };
    Reflect.set(StatementSync.prototype, method, watched);
  }
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

/** A look into an empty queue changes nothing, nor does an act that came before. */
function hasEffect(result: unknown): boolean {
  if (Array.isArray(result)) return result.length > 0;
  return typeof result === "object" && result !== null && Reflect.get(result, "changes") !== 0;
}

function stop(): void {
  writeSync(process.stdout.fd, `${heldMark}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
