import { writeSync } from "node:fs";
import { StatementSync } from "node:sqlite";
import type pg from "pg";
import { z } from "zod";
import { heldMark, isWrite, type Write } from "./points.ts";

/*
 * Loaded into the bot's process before its own code (`--import`): stops the whole process right before or right
 * after one of its writes is durable, says so on its output, and never goes on. It knows the bot by its SQL alone;
 * PostgreSQL's connections are given to it by the bot, since a bundle has the driver in it.
 */

/** `about`: one of the values that are written. `names`: the parameter with that number, or else the first, has entries. */
type Marker = { sql: RegExp; about?: string; names?: true };
/** `since`: it counts from such a write on. */
type Statement = { is: readonly Marker[]; since?: readonly Marker[] };

/** That a new post is about to leave: by the transaction that tells it, or by itself. */
const told = /\binsert into posts \(subject, audience, /;
const marked = [{ sql: told }, { sql: /\bupdate "posts" set may_repeat = 1/ }];
const lineMarked = [{ sql: /\bupdate "post_lines" set may_repeat = 1/ }];
/** What became of posts; of lines, that they were posted. */
const saved = [{ sql: /\bupdate posts set destination = given\.destination/ }];
const lineSaved: Marker[] = [
  {
    sql: /\bdelete from post_lines where id (?:= any\(\$(\d+)|in \(select value from json_each)/,
    names: true,
  },
];

const ended = [{ sql: /(?:^|^with changed as \()update "operations" set .*"closed_at" = / }];
/** A change of an operation, whoever holds the phone answers, a person's report, what a watch knows of payment methods, or who is on a card. */
const changed = [
  { sql: /^update "operations" set .*"(resolved|corrected|received)_at" = / },
  { sql: /^update "documents" /, about: "payments" },
  { sql: /^(insert into|update) "documents" /, about: "oncall" },
  { sql: /^(insert into|update) "documents" /, about: "template" },
];

const statements: Record<Write, Statement> = {
  // What is drawn is read outside of any transaction.
  draw: { is: [{ sql: /^select .* from "operations" where "act" = / }], since: ended },
  // On PostgreSQL the operations are a part of one statement with all that belongs to them.
  enqueue: { is: [{ sql: /insert into operations \(/ }] },
  acknowledge: { is: [{ sql: /^update "operations" set .*"acknowledged_at" = / }] },
  start: { is: [{ sql: /^update "operations" set .*"started_at" = / }] },
  finish: { is: ended },
  change: { is: changed },
  "mark post": { is: marked },
  "save post": { is: saved },
  "save edit": { is: saved, since: changed },
  "mark line": { is: lineMarked, since: changed },
  "save line": { is: lineSaved, since: changed },
  "save card": { is: saved, since: ended },
  "mark thread": { is: lineMarked, since: ended },
  "save thread": { is: lineSaved, since: ended },
};

const Told = z.object({ may_repeat: z.number() });
/** Of a statement alone, or as a part of one that closes an operation as well. */
const NotifyingRows = z.array(z.union([Told, z.object({ posts: z.array(Told) })]));
const Named = z.object({ text: z.string(), values: z.array(z.unknown()) });

/** What one connection has under way: SQLite has one, PostgreSQL as many as the pool. */
type Transaction = { isOpen: boolean; isWritten: boolean };

class Watch {
  readonly #statement: Statement;
  readonly #isBefore: boolean;
  readonly #transactions = new WeakMap<object, Transaction>();
  #isDue: boolean;

  constructor(statement: Statement, isBefore: boolean) {
    this.#statement = statement;
    this.#isBefore = isBefore;
    this.#isDue = statement.since === undefined;
  }

  before(connection: object, sql: string, parameters: readonly unknown[]): void {
    if (this.#isBefore && this.#commits(connection, sql, parameters)) stop();
  }

  after(connection: object, sql: string, parameters: readonly unknown[], hasEffect: boolean): void {
    const { is, since = [] } = this.#statement;
    const isEffective = this.#isDue && isOneOf(is, sql, parameters) && hasEffect;
    const transaction = this.#of(connection);
    if (this.#commits(connection, sql, parameters) && (isEffective || transaction.isWritten)) stop();
    this.#isDue ||= isOneOf(since, sql, parameters) && hasEffect;
    if (/^begin\b/i.test(sql)) transaction.isOpen = true;
    if (/^(commit|rollback)$/i.test(sql)) transaction.isOpen = false;
    transaction.isWritten = transaction.isOpen && (transaction.isWritten || isEffective);
  }

  #of(connection: object): Transaction {
    const known = this.#transactions.get(connection) ?? { isOpen: false, isWritten: false };
    this.#transactions.set(connection, known);
    return known;
  }

  /** Outside a transaction a statement is its own commit. */
  #commits(connection: object, sql: string, parameters: readonly unknown[]): boolean {
    const { isOpen, isWritten } = this.#of(connection);
    return isOpen ? isWritten && /^commit$/i.test(sql) : isOneOf(this.#statement.is, sql, parameters);
  }
}

const [, when, write] = /^(before|after) (.+)$/.exec(process.env["CHAOS_HOLD"] ?? "") ?? [];
if (isWrite(write)) {
  const monitor = new Watch(statements[write], when === "before");
  watchSqlite(monitor);
  Reflect.set(globalThis, Symbol.for("messaging-chatops.trial"), {
    postgresLimits: { onConnect: (client: pg.Client) => watchPostgres(monitor, client) },
  });
}

function watchSqlite(monitor: Watch): void {
  const connection = {};
  for (const method of ["run", "all"] as const) {
    const original = StatementSync.prototype[method];
    const watched = function (this: StatementSync, ...parameters: unknown[]): unknown {
      monitor.before(connection, this.sourceSQL, parameters);
      const result: unknown = Reflect.apply(original, this, parameters);
      monitor.after(
        connection,
        this.sourceSQL,
        parameters,
        hasChanged(result) && isLeaving(this.sourceSQL, result),
      );
      return result;
    };
    Reflect.set(StatementSync.prototype, method, watched);
  }
}

function watchPostgres(monitor: Watch, client: pg.Client): void {
  const original = client.query;
  const watched = (...given: unknown[]): unknown => {
    const { sql, parameters } = toStatement(given);
    if (sql === null) return Reflect.apply(original, client, given);
    monitor.before(client, sql, parameters);
    const result: unknown = Reflect.apply(original, client, given);
    if (!(result instanceof Promise)) return result;
    return result.then((answer: pg.QueryResult) => {
      monitor.after(client, sql, parameters, answer.rowCount !== 0 && isLeaving(sql, answer.rows));
      return answer;
    });
  };
  Reflect.set(client, "query", watched);
}

/** One with parameters comes under its name, the others as plain text. */
function toStatement([query]: readonly unknown[]): { sql: string | null; parameters: readonly unknown[] } {
  if (typeof query === "string") return { sql: query, parameters: [] };
  const { success, data } = Named.safeParse(query);
  return success ? { sql: data.text, parameters: data.values } : { sql: null, parameters: [] };
}

/** A look into an empty queue changes nothing, nor does an act that came before. */
function hasChanged(result: unknown): boolean {
  if (Array.isArray(result)) return result.length > 0;
  return typeof result === "object" && result !== null && Reflect.get(result, "changes") !== 0;
}

/** Whether it marks: where something else comes first, what is told waits for a mark of its own. */
function isLeaving(sql: string, rows: unknown): boolean {
  if (write !== "mark post" || !told.test(sql)) return true;
  const posts = NotifyingRows.parse(rows).flatMap((row) => ("posts" in row ? row.posts : [row]));
  return posts.some((post) => post.may_repeat === 1);
}

function isOneOf(markers: readonly Marker[], sql: string, parameters: readonly unknown[]): boolean {
  return markers.some(({ sql: pattern, about, names }) => {
    const found = pattern.exec(sql);
    if (found === null || (about !== undefined && !parameters.includes(about))) return false;
    const named = parameters[Number(found[1] ?? 1) - 1];
    return names === undefined || (Array.isArray(named) ? named.length > 0 : named !== "[]");
  });
}

function stop(): void {
  writeSync(process.stdout.fd, `${heldMark}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
