import { writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/*
 * Loaded before a program, this counts what it asks of node:sqlite, and writes that to COUNTS_FILE when the program ends.
 * What only opens and closes a transaction is no statement.
 */

const counts = { statements: 0, transactions: 0 };
const { prepare, exec } = DatabaseSync.prototype;

function count(sql: string, isInside: boolean): void {
  const [, word = ""] = /^\s*(\w+)/.exec(sql) ?? [];
  const isBracket = /^(begin|commit|end|rollback|savepoint|release)$/i.test(word);
  if (!isBracket) counts.statements += 1;
  const isWrite = /\b(insert|update|delete)\b/i.test(sql);
  if (/^(commit|end)$/i.test(word) || (!isInside && !isBracket && isWrite)) counts.transactions += 1;
}

DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql, ...rest) {
  const statement = prepare.call(this, sql, ...rest);
  const counted =
    <A extends unknown[], R>(method: (...values: A) => R) =>
    (...values: A): R => {
      count(sql, this.isTransaction);
      return Reflect.apply(method, statement, values);
    };
  const { run, get, all, iterate } = statement;
  return Object.assign(statement, {
    run: counted(run),
    get: counted(get),
    all: counted(all),
    iterate: counted(iterate),
  });
};
DatabaseSync.prototype.exec = function (this: DatabaseSync, sql) {
  count(sql, this.isTransaction);
  exec.call(this, sql);
};
process.on("exit", () => writeFileSync(process.env["COUNTS_FILE"] ?? "", JSON.stringify(counts)));
