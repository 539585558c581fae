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

/** `about`: one of the values that are written. */
type Marker = { sql: RegExp; about?: string };
type Kind = "post" | "edit" | "line";
/** `since`: it counts from such a write on. */
type Statement = { is: readonly Marker[]; kind?: Kind; since?: readonly Marker[] };

const claim = /^\s*update lanes set claim = /;
/** A new post, by the transaction that tells it. */
const handed = /^insert into "lanes" .*"claim"/;
const claims = [{ sql: claim }, { sql: handed }];
/** What a claim looks at first: one of a post that stands somewhere is an edit. */
const heads = /^select "posts"\.\*, /;
const posted = [{ sql: /^update "lanes" set "claim" = .*"destination" = (\?|\$\d+) and "claim" = /s }];

const ended = [{ sql: /^update "operations" set .*"closed_at" = / }];
/** A change of an operation, whoever holds the phone answers, a person's report, what a watch knows of payment methods, or who is on a card. */
const changed = [
  { sql: /^update "operations" set .*"(settled|corrected|received)_at" = / },
  { sql: /^update "watches" /, about: "payments" },
  { sql: /^(insert into|update) "watches" /, about: "oncall" },
  { sql: /^insert into "sightings"/, about: "report" },
  { sql: /^insert into "sightings"/, about: "import" },
];
const edit = { kind: "edit" } as const;
const line = { kind: "line" } as const;

const statements: Record<Write, Statement> = {
  // What is drawn is read outside of any transaction.
  draw: { is: [{ sql: /^select .* from "operations" where "act" = / }], since: claims },
  // On PostgreSQL the operations are a part of one statement with all that belongs to them.
  takeOn: { is: [{ sql: /insert into operations \(/ }] },
  acknowledge: { is: [{ sql: /^update "operations" set .*"acknowledged_at" = / }] },
  start: { is: [{ sql: /^update "operations" set .*"started_at" = / }] },
  finish: { is: ended },
  confirm: { is: [{ sql: /^update "imports" set "confirmed_at" = / }] },
  change: { is: changed },
  close: { is: [{ sql: /^update "imports" set "done_at" = / }] },
  "claim post": { is: claims, kind: "post" },
  // On-call's link to the result comes by an edit before.
  "claim edit": { is: claims, ...edit, since: changed },
  "claim line": { is: claims, ...line, since: changed },
  "claim card": { is: claims, ...edit, since: ended },
  "claim thread": { is: claims, ...line, since: ended },
  "posted post": { is: posted, kind: "post" },
  "posted edit": { is: posted, ...edit, since: changed },
  "posted line": { is: posted, ...line, since: changed },
  "posted card": { is: posted, ...edit, since: ended },
  "posted thread": { is: posted, ...line, since: ended },
};

const Handed = z.array(z.object({ claim: z.string().nullable() }));
const Heads = z.array(z.object({ id: z.union([z.number(), z.string()]), ts: z.string().nullable() }));
const Named = z.object({ text: z.string(), values: z.array(z.unknown()) });

/** What one connection has under way: SQLite has one, PostgreSQL as many as the pool. */
type Transaction = { isOpen: boolean; isWritten: boolean };

class Watch {
  readonly #statement: Statement;
  readonly #isBefore: boolean;
  readonly #transactions = new WeakMap<object, Transaction>();
  readonly #kinds = new Map<unknown, Kind>();
  readonly #standing = new Set<string>();
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
    const claimed = kindsOf(sql, parameters, this.#standing);
    for (const [destination, kind] of claimed) this.#kinds.set(destination, kind);
    const isOfKind = this.#isOfKind([...claimed.values()], parameters);
    const isEffective = this.#isDue && isOneOf(is, sql, parameters) && hasEffect && isOfKind;
    const transaction = this.#of(connection);
    if (this.#commits(connection, sql, parameters) && (isEffective || transaction.isWritten)) stop();
    this.#isDue ||= isOneOf(since, sql, parameters) && hasEffect;
    if (/^begin\b/i.test(sql)) transaction.isOpen = true;
    if (/^(commit|rollback)$/i.test(sql)) transaction.isOpen = false;
    transaction.isWritten = transaction.isOpen && (transaction.isWritten || isEffective);
  }

  read(sql: string, rows: unknown): void {
    if (!heads.test(sql)) return;
    for (const { id, ts } of Heads.parse(rows)) {
      if (ts === null) this.#standing.delete(`${id}`);
      else this.#standing.add(`${id}`);
    }
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

  /** Whatever is noted of a claim names the conversation before the claim. */
  #isOfKind(claimed: readonly Kind[], parameters: readonly unknown[]): boolean {
    const { kind } = this.#statement;
    return kind === undefined || claimed.includes(kind) || this.#kinds.get(parameters.at(-2)) === kind;
  }
}

const [, when, write] = /^(before|after) (.+)$/.exec(process.env["CHAOS_HOLD"] ?? "") ?? [];
if (isWrite(write)) {
  const watch = new Watch(statements[write], when === "before");
  watchSqlite(watch);
  Reflect.set(globalThis, Symbol.for("messaging-chatops.trial"), {
    postgresLimits: { onConnect: (client: pg.Client) => watchPostgres(watch, client) },
  });
}

function watchSqlite(watch: Watch): void {
  const connection = {};
  for (const method of ["run", "all"] as const) {
    const original = StatementSync.prototype[method];
    const watched = function (this: StatementSync, ...parameters: unknown[]): unknown {
      watch.before(connection, this.sourceSQL, parameters);
      const result: unknown = Reflect.apply(original, this, parameters);
      watch.read(this.sourceSQL, result);
      watch.after(
        connection,
        this.sourceSQL,
        parameters,
        hasChanged(result) && isClaimed(this.sourceSQL, result),
      );
      return result;
    };
    Reflect.set(StatementSync.prototype, method, watched);
  }
}

function watchPostgres(watch: Watch, client: pg.Client): void {
  const original = client.query;
  const watched = (...given: unknown[]): unknown => {
    const { sql, parameters } = toStatement(given);
    if (sql === null) return Reflect.apply(original, client, given);
    watch.before(client, sql, parameters);
    const result: unknown = Reflect.apply(original, client, given);
    if (!(result instanceof Promise)) return result;
    return result.then((answer: pg.QueryResult) => {
      watch.read(sql, answer.rows);
      watch.after(client, sql, parameters, answer.rowCount !== 0 && isClaimed(sql, answer.rows));
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

/** Where something else comes first, what is told waits for a claim of its own. */
function isClaimed(sql: string, rows: unknown): boolean {
  return !handed.test(sql) || Handed.parse(rows).some((lane) => lane.claim !== null);
}

/** A claim names conversations, each with the post and the line that are under way there. */
function kindsOf(
  sql: string,
  [first, ...parameters]: readonly unknown[],
  standing: ReadonlySet<string>,
): Map<unknown, Kind> {
  const kinds = new Map<unknown, Kind>();
  if (handed.test(sql))
    for (const [index, destination] of [first, ...parameters].entries())
      if (/^\w+$/.test(`${destination}`) && typeof parameters[index] === "number")
        kinds.set(destination, "post");
  if (!claim.test(sql)) return kinds;
  for (const [index, destination] of parameters.entries()) {
    if (typeof destination !== "string") continue;
    const [post, line] = parameters.slice(index + 1);
    const whole = standing.has(`${post}`) ? "edit" : "post";
    kinds.set(destination, line === null ? whole : "line");
  }
  return kinds;
}

function isOneOf(markers: readonly Marker[], sql: string, parameters: readonly unknown[]): boolean {
  return markers.some(
    (marker) => marker.sql.test(sql) && (marker.about === undefined || parameters.includes(marker.about)),
  );
}

function stop(): void {
  writeSync(process.stdout.fd, `${heldMark}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}
