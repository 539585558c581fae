import { setImmediate } from "node:timers/promises";
import { type JsonFault, lookForFault, lookForTwice, toPlainJson } from "../../json-text.ts";

/** More at once are several imports. */
export const mostRecords = 100;
/** Far more than so many templates' records have. Text with more of any is not parsed. */
export const mostJson = { depth: 20, characters: 20_000, values: 30_000 };
/** About a millisecond's work. */
const charactersATurn = 65_536;
const stepsATurn = 300;

/** A limit of `mostJson` that a text passes. */
type Excess = { problem: "deep" | "long" | "wide"; line: number };

export type RecordsProblem =
  | ({ problem: "json" } & JsonFault)
  | Excess
  | { problem: "twice"; name: string }
  | { problem: "no_records" | "too_many" };

/** An object with any of these is a record. */
const recordNames = ["templateId", "content", "codes"];

/** A text's records: the values of a list or of an object's lists, else the objects in an object, else the object. */
export async function readRecords(given: string): Promise<{ records: unknown[] } | RecordsProblem> {
  const text = toPlainJson(given);
  const excess = await findExcess(text);
  if (excess !== null) return excess;
  const json = parse(text);
  if (json === null) return { problem: "json", ...(await inTurns(lookForFault(text))) };
  const twice = await inTurns(lookForTwice(text));
  if (twice !== null) return { problem: "twice", name: twice };
  const records = chooseRecords(json.is);
  if (records.length === 0) return { problem: "no_records" };
  return records.length > mostRecords ? { problem: "too_many" } : { records };
}

/** Looks at each sign once, so that a megabyte of brackets or one endless text never reaches a parser. */
async function findExcess(text: string): Promise<Excess | null> {
  let [depth, values, line] = [0, 0, 1];
  /** Where the text, number or word begins that `at` stands in. */
  let from = 0;
  let isText = false;
  for (let at = 0, turnAt = charactersATurn; at < text.length; at += 1) {
    const sign = text.charAt(at);
    const change = isText ? undefined : marks.get(sign);
    if (isText && sign === "\\") at += 1;
    else if (sign === '"') [isText, from] = [!isText, at];
    else if (change !== undefined) {
      [depth, from] = [depth + change, at];
      values += Number(sign === ",");
      line += Number(sign === "\n");
    }
    const problem = passedLimit({ depth, values, characters: at - from });
    if (problem !== null) return { problem, line };
    if (at < turnAt) continue;
    turnAt = at + charactersATurn;
    await setImmediate();
  }
  return null;
}

/** What stands between values, and how much deeper the next one is. */
const marks: ReadonlyMap<string, number> = new Map([
  ...["{", "["].map((sign) => [sign, 1] as const),
  ...["}", "]"].map((sign) => [sign, -1] as const),
  ...[",", ":", " ", "\t", "\r", "\n"].map((sign) => [sign, 0] as const),
]);

function passedLimit({ depth, values, characters }: typeof mostJson): Excess["problem"] | null {
  if (depth > mostJson.depth) return "deep";
  if (values > mostJson.values) return "wide";
  return characters > mostJson.characters ? "long" : null;
}

function parse(text: string): { is: unknown } | null {
  try {
    return { is: JSON.parse(text) };
  } catch {
    return null;
  }
}

async function inTurns<T>(walk: Generator<unknown, T>): Promise<T> {
  for (let steps = 1; ; steps += 1) {
    const step = walk.next();
    if (step.done === true) return step.value;
    if (steps % stepsATurn === 0) await setImmediate();
  }
}

function chooseRecords(json: unknown): unknown[] {
  if (typeof json !== "object" || json === null) return [];
  if (Array.isArray(json)) return json;
  if (recordNames.some((name) => Object.hasOwn(json, name))) return [json];
  const values: unknown[] = Object.values(json);
  const listed: unknown[] = values.filter((value) => Array.isArray(value)).flat();
  return listed.length > 0 ? listed : values.filter((value) => typeof value === "object" && value !== null);
}
