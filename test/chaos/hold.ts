import { writeSync } from "node:fs";
import { StatementSync } from "node:sqlite";
import { heldMark, isWrite, type Write } from "./points.ts";

/*
 * Loaded into the bot's process before its own code (`--import`): stops the whole process right before or right
 * after one of its writes is durable, says so on its output, and never goes on. It knows the bot by its SQL alone,
 * so the bot needs no lever for it.
 */

/** `about`: one of the values that are written. */
type Marker = { sql: RegExp; about?: string };
/** `since`: it counts from such a write on. */
type Kind = "post" | "edit" | "line";
type Statement = { is: readonly Marker[]; kind?: Kind; since?: readonly Marker[] };

const claim = /^\s*update lanes set claim = /;
const claims = [{ sql: claim }];
const posted = [{ sql: /^update "lanes" set "claim" = .*"destination" = \? and "claim" = / }];

const ended = [{ sql: /^update "operations" set .*"closed_at" = / }];
/** A change of an operation, whoever holds the phone answers, or what the watch of the payment methods knows. */
const changed = [
  { sql: /^update "operations" set .*"(settled|corrected)_at" = / },
  { sql: /^update "receipts" set .*"received_at" = / },
  { sql: /^update "watches" /, about: "payments" },
];
const edit = { kind: "edit" } as const;
const line = { kind: "line" } as const;

const statements: Record<Write, Statement> = {
  // What is drawn is read outside of any transaction.
  draw: { is: [{ sql: /^select .* from "operations" where "act" = / }], since: claims },
  takeOn: { is: [{ sql: /^insert into "operations"/ }] },
  acknowledge: { is: [{ sql: /^update "operations" set .*"acknowledged_at" = / }] },
  start: { is: [{ sql: /^update "operations" set .*"started_at" = / }] },
  finish: { is: ended },
  change: { is: changed },
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

const [, when, write] = /^(before|after) (.+)$/.exec(process.env["CHAOS_HOLD"] ?? "") ?? [];
if (isWrite(write)) watch({ statement: statements[write], isBefore: when === "before" });

type Watch = { statement: Statement; isBefore: boolean };

function watch({ statement, isBefore }: Watch): void {
  const transaction = { isOpen: false, isWritten: false };
  let isDue = statement.since === undefined;
  const kinds = new Map<unknown, Kind>();
  for (const method of ["run", "all"] as const) {
    const original = StatementSync.prototype[method];
    const watched = function (this: StatementSync, ...parameters: unknown[]): unknown {
      const sql = this.sourceSQL;
      const isStatement = isOneOf(statement.is, sql, parameters);
      // Outside a transaction a statement is its own commit.
      const commits = transaction.isOpen ? transaction.isWritten && sql === "commit" : isStatement;
      if (commits && isBefore) stop();
      const result: unknown = Reflect.apply(original, this, parameters);
      const claimed = kindsOf(sql, parameters);
      for (const [destination, kind] of claimed) kinds.set(destination, kind);
      const isEffective =
        isDue && isStatement && hasEffect(result) && isOfKind(statement, { claimed, parameters, kinds });
      if (commits && (isEffective || transaction.isWritten)) stop();
      isDue ||= isOneOf(statement.since ?? [], sql, parameters) && hasEffect(result);
      follow(transaction, sql, isEffective);
      return result;
    };
    Reflect.set(StatementSync.prototype, method, watched);
  }
}

/** A claim names conversations, each with the post and the line that are under way there: neither of an edit. */
function kindsOf(sql: string, [_claim, ...parameters]: readonly unknown[]): Map<unknown, Kind> {
  const kinds = new Map<unknown, Kind>();
  if (!claim.test(sql)) return kinds;
  for (const [index, destination] of parameters.entries()) {
    if (typeof destination !== "string") continue;
    const [post, line] = parameters.slice(index + 1);
    const under = line === null ? "post" : "line";
    kinds.set(destination, post === null ? "edit" : under);
  }
  return kinds;
}

/** Whatever is noted of a claim names the conversation before the claim. */
function isOfKind(
  { kind }: Statement,
  {
    claimed,
    parameters,
    kinds,
  }: { claimed: Map<unknown, Kind>; parameters: unknown[]; kinds: Map<unknown, Kind> },
): boolean {
  if (kind === undefined) return true;
  return [...claimed.values()].includes(kind) || kinds.get(parameters.at(-2)) === kind;
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

function isOneOf(markers: readonly Marker[], sql: string, parameters: readonly unknown[]): boolean {
  return markers.some(
    (marker) => marker.sql.test(sql) && (marker.about === undefined || parameters.includes(marker.about)),
  );
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
