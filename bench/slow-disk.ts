import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

const blocked = new Int32Array(new SharedArrayBuffer(4));

/** Makes every commit of this process's SQLite take so much longer, with the thread stopped as by a slow `fsync`. */
export function slowDownCommits(ms: number): void {
  if (ms === 0) return;
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string, ...rest) {
    const statement = prepare.call(this, sql, ...rest);
    if (/^\s*(?:commit|insert|update|delete)\b/i.test(sql)) delay(statement, this, ms);
    return statement;
  };
}

function delay(statement: StatementSync, database: DatabaseSync, ms: number): void {
  const { run, all } = statement;
  const settle = <T>(result: T): T => {
    // What runs inside a transaction waits for the commit.
    if (!database.isTransaction) Atomics.wait(blocked, 0, 0, ms);
    return result;
  };
  Object.assign(statement, {
    run: (...values: SQLInputValue[]) => settle(Reflect.apply(run, statement, values)),
    all: (...values: SQLInputValue[]) => settle(Reflect.apply(all, statement, values)),
  });
}
