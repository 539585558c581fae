import { setImmediate } from "node:timers/promises";
import { type JsonFault, type JsonToken, toPlainJson, walkJson } from "../../json-text.ts";

/** More at once are several imports. */
export const mostRecords = 500;
/** A few milliseconds' work: then others have their turn. */
const tokensATurn = 1000;

/** One record as it stands in the text, and the line in which it begins, counted from 1. */
export type RecordText = { json: string; line: number };

export type RecordsProblem = ({ problem: "json" } & JsonFault) | { problem: "no_records" | "too_many" };

/** What a record has: an object that has any of these is one, and holds no other. */
const recordNames = ["templateId", "content", "codes"];

type Span = { at: number; end: number; depth: number; opening: string };

/**
 * Where the records of a text stand: the values of a list, which may be one of an object's, or the objects in an object, or
 * the object itself. Each is parsed by itself, so that no large text holds everybody up.
 */
export async function findRecords(given: string): Promise<{ records: RecordText[] } | RecordsProblem> {
  const text = toPlainJson(given);
  const [spans, names]: [Span[], Set<string>] = [[], new Set()];
  const open: Span[] = [];
  const walk = walkJson(text);
  for (let count = 1; ; count += 1) {
    const { done, value: token } = walk.next();
    if (done === true && token !== null) return { problem: "json", ...token };
    if (done === true || token === null) break;
    note(text, token, { spans, open, names });
    // A list of them is in the text, or an object's own: whichever it is, so many are too many.
    if (spans.length > mostSpans) return { problem: "too_many" };
    if (count % tokensATurn === 0) await setImmediate();
  }
  const records = choose(text, spans, names);
  if (records.length === 0) return { problem: "no_records" };
  if (records.length > mostRecords) return { problem: "too_many" };
  return { records: withLines(text, records) };
}

/** A list of records with a few more names around it. */
const mostSpans = 2 * mostRecords;

type Notes = { spans: Span[]; open: Span[]; names: Set<string> };

/** Values down to a list's in an object, with where they begin and end. */
function note(text: string, { is, at, end, depth }: JsonToken, { spans, open, names }: Notes): void {
  const closed = is === "closes" ? open.pop() : undefined;
  if (closed !== undefined) closed.end = end;
  if (is === "name" && depth === 1) names.add(text.slice(at + 1, end - 1));
  if (is !== "opens" && is !== "value") return;
  const span = { at, end, depth, opening: text.charAt(at) };
  if (is === "opens") open.push(span);
  const around = is === "opens" ? open.at(-2) : open.at(-1);
  if (depth <= 1 || (depth === 2 && around?.opening === "[" && open[0]?.opening === "{")) spans.push(span);
}

function choose(text: string, spans: readonly Span[], names: ReadonlySet<string>): Span[] {
  const [whole] = spans;
  const at = (depth: number) => spans.filter((span) => span.depth === depth);
  if (whole === undefined || text.charAt(whole.at) === "[") return at(1);
  if (whole.opening !== "{") return [];
  if (recordNames.some((name) => names.has(name))) return [whole];
  const listed = at(2);
  return listed.length > 0 ? listed : at(1).filter(({ opening }) => opening === "{");
}

function withLines(text: string, spans: readonly Span[]): RecordText[] {
  let [line, from] = [1, 0];
  return spans.map(({ at, end }) => {
    line += countLines(text.slice(from, at));
    from = at;
    return { json: text.slice(at, end), line };
  });
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** In which line of a record's own text a field stands, from 0 on; where it isn't there, what it should stand in. */
export function findLine(json: string, path: readonly string[]): number {
  let [found, matched] = [0, 0];
  for (const { at, path: own } of placesIn(json)) {
    const isNext = own.length === matched + 1 && own.every((key, level) => key === path[level]);
    if (isNext) [found, matched] = [at, own.length];
  }
  return countLines(json.slice(0, found));
}

/** Each value, with the names and numbers that lead to it. */
function* placesIn(json: string): Generator<{ at: number; path: readonly string[] }> {
  const around: { key: string; next: number | null }[] = [];
  let name = "";
  for (const { is, at, end } of walkJson(json)) {
    if (is === "name") name = json.slice(at + 1, end - 1);
    if (is === "closes") around.pop();
    if (is !== "opens" && is !== "value") continue;
    const parent = around.at(-1);
    const key = parent?.next == null ? name : String(parent.next);
    if (parent?.next != null) parent.next += 1;
    yield { at, path: parent === undefined ? [] : [...around.slice(1).map((one) => one.key), key] };
    if (is === "opens") around.push({ key, next: json.charAt(at) === "[" ? 0 : null });
  }
}
