import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { composed } from "../../composed-text.ts";
import { type JsonFault, lookForFault, lookForTwice, toPlainJson } from "../../json-text.ts";
import { hasMoreThan, readTemplateRecord } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { ImportEntry, SeenTemplate, SightingTable, VendorSighting } from "../../store/index.ts";
import { compareTexts, type Stretch, showChanges } from "./difference.ts";
import { parseTemplateId } from "./ids.ts";
import { readCommented, saysSame } from "./shown.ts";
import { parseDate } from "./status.view.ts";

/** Far more than any template has, and checked in a moment. */
const most = { values: 2000, depth: 20 };
/** More of one record help nobody. */
const mostIssues = 3;

/** Why a record can't be read; `twice`: another record of the same template is newer, or stands further below. */
export const RecordIssue = z.object({
  /** Its number among them, from 1 on. */
  record: z.number(),
  /** The platform's own name as a dotted path; empty: the record as a whole. */
  field: z.string(),
  problem: z.enum(["missing", "malformed", "too_many", "nothing", "twice"]),
});
export type RecordIssue = z.infer<typeof RecordIssue>;

export type ParsedRecord =
  | { ok: true; number: number; templateId: string; vendors: VendorSighting[] }
  | {
      ok: false;
      issues: RecordIssue[];
      /** What it is called, or its id, as far as that can be read. */
      called?: string;
    };

/** A template's record as the platform's replies have it; what this app doesn't know in it is left alone. */
export function parseRecord(json: unknown, number: number): ParsedRecord {
  const value = composed(json);
  const refuse = (problem: RecordIssue["problem"], field = "") => ({ record: number, field, problem });
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { ok: false, issues: [refuse("malformed")] };
  if (hasMoreThan(most, value)) return { ok: false, issues: [refuse("too_many")] };
  const read = readTemplateRecord(value);
  if ("issues" in read) {
    const issues = read.issues.slice(0, mostIssues).map(({ field }) => refuse("malformed", field));
    const called = Called.parse(value);
    return { ok: false, issues, called: called.name || called.templateId };
  }
  const { record } = read;
  const given = record.templateId ?? "";
  const templateId = parseTemplateId(given);
  if (templateId === null)
    return { ok: false, issues: [refuse(given === "" ? "missing" : "malformed", "templateId")] };
  const unnamed = (record.codes ?? []).findIndex(({ service }) => (service ?? "") === "");
  if (unnamed >= 0) return { ok: false, issues: [refuse("missing", `codes.${unnamed}.service`)] };
  const { vendors } = readCommented({ ...record, templateId }, templateId);
  if (!vendors.some(saysAnything)) return { ok: false, issues: [refuse("nothing")] };
  return { ok: true, number, templateId, vendors };
}

const text = z.string().catch("");
const Called = z.object({ name: text, templateId: text });

function saysAnything({ status, code, comments, content }: VendorSighting): boolean {
  return [status, code, comments, ...Object.values(content)].some((said) => said !== null);
}

export const longestImportKilobytes = 512;
export const longestImportBytes = longestImportKilobytes * 1024;
/** An import that nobody confirmed can be for a day. */
export const importLifeMs = 24 * 60 * 60_000;

const parts = ["name", "content", "buttons", "code", "comments"] as const;

/** Shown to a person before a record is imported. */
export const EntrySays = z.union([
  z.object({ issues: z.array(RecordIssue), called: z.string().exactOptional() }),
  z.object({
    name: z.string().nullable(),
    /** Nothing was observed of it before. */
    isNew: z.literal(true).exactOptional(),
    /** Where its content differs: the first words that do. */
    content: z
      .array(z.object({ kind: z.enum(["same", "removed", "added"]), text: z.string() }))
      .exactOptional(),
    /** Parts that differ from the last observation, for any vendor. */
    parts: z.array(z.enum(parts)),
    statuses: z.array(z.object({ vendor: z.string(), before: z.string().nullable(), status: z.string() })),
  }),
]);
export type EntrySays = z.infer<typeof EntrySays>;

/** Entries that need a look come first. */
const order: readonly ImportEntry["state"][] = ["broken", "older", "changed", "new", "same"];

/** A text's records against what was observed, in the order in which they are shown; or why there are none. */
export async function readImport(
  text: string,
  sightings: Pick<SightingTable, "getAll">,
): Promise<{ entries: ImportEntry[] } | RecordsProblem> {
  const found = await readRecords(text);
  if ("problem" in found) return found;
  const parsed: ParsedRecord[] = [];
  for (const [index, record] of found.records.entries()) {
    parsed.push(parseRecord(record, index + 1));
    await setImmediate();
  }
  const { records, issues } = onceEach(parsed);
  const broken: Broken[] = [
    ...issues.map((issue) => ({ issues: [issue] })),
    ...parsed.filter((one) => !one.ok),
  ];
  const entries = broken
    .toSorted((one, other) => numberOf(one.issues) - numberOf(other.issues))
    .map(toBroken);
  const seen = await sightings.getAll(records.map(({ templateId }) => templateId));
  const known = new Map(seen.map((template) => [template.templateId, template]));
  for (const record of records) {
    entries.push(compare(record, known.get(record.templateId) ?? null));
    await setImmediate();
  }
  return { entries: entries.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state)) };
}

type GoodRecord = Extract<ParsedRecord, { ok: true }>;

/** Among the records of one template the newest, by the platform's date; else the last. */
function onceEach(parsed: readonly ParsedRecord[]): { records: GoodRecord[]; issues: RecordIssue[] } {
  const byId = Map.groupBy(
    parsed.filter((record) => record.ok),
    ({ templateId }) => templateId,
  );
  const records = [...byId.values()].flatMap((own) => {
    const ordered = own.toSorted((one, other) => changedAt(one.vendors) - changedAt(other.vendors));
    return ordered.slice(-1);
  });
  const rest = [...byId.values()].flat().filter((record) => !records.includes(record));
  return {
    records,
    issues: rest.map(({ number: record }) => ({ record, field: "templateId", problem: "twice" })),
  };
}

/** 0 where the record doesn't say. */
function changedAt(vendors: readonly VendorSighting[]): number {
  return parseDate(vendors[0]?.content.dateUpdated ?? null)?.getTime() ?? 0;
}

/** By the platform's own dates: a record without one, or compared with none, is not older. */
export function isOlder(vendors: readonly VendorSighting[], seen: SeenTemplate | null): boolean {
  const given = changedAt(vendors);
  const known = parseDate(seen?.content?.dateUpdated ?? null);
  return given > 0 && known !== null && given < known.getTime();
}

function numberOf([first]: readonly RecordIssue[]): number {
  return first?.record ?? 0;
}

type Broken = { issues: RecordIssue[]; called?: string };

function toBroken({ issues, called = "" }: Broken): ImportEntry {
  return {
    state: "broken",
    templateId: null,
    says: { issues, ...(called === "" ? {} : { called }) } satisfies EntrySays,
    newest: 0,
    vendors: [],
  };
}

function compare({ templateId, vendors }: GoodRecord, seen: SeenTemplate | null): ImportEntry {
  const content = vendors[0]?.content;
  const differing = parts.filter((part) => {
    if (part === "name" || part === "content" || part === "buttons")
      return content !== undefined && !saysSame(part, content, seen?.content ?? null);
    return vendors.some((vendor) => differs(vendor[part], knownOf(vendor, seen)?.[part]));
  });
  const statuses = vendors.flatMap(({ vendor, status }) => {
    const before = knownOf({ vendor }, seen)?.status ?? null;
    return status === null || status === before ? [] : [{ vendor, before, status }];
  });
  const [before, after] = [seen?.content?.content ?? null, content?.content ?? null];
  const isRewritten = differing.includes("content") && before !== null && after !== null;
  const says = {
    name: content?.name ?? seen?.content?.name ?? null,
    ...(seen === null ? { isNew: true as const } : {}),
    ...(isRewritten ? { content: firstDifference(before, after) } : {}),
    parts: differing,
    statuses,
  };
  const isSame = differing.length === 0 && statuses.length === 0;
  const against = isOlder(vendors, seen) ? "older" : isSame ? "same" : "changed";
  const state = seen === null ? "new" : against;
  return { state, templateId, says: says satisfies EntrySays, newest: seen?.newest ?? 0, vendors };
}

/** Characters of a text around a difference, and of the difference itself. */
const shownApart = { around: 20, all: 60 };

/** The first words that go or come, between a little of what stays. */
function firstDifference(before: string, after: string): Stretch[] {
  const [old, fresh] = [before, after].map((text) => text.replace(/\r\n?/g, "\n"));
  const stretches = showChanges(compareTexts(old ?? "", fresh ?? "")).map(({ kind, text }) => ({
    kind,
    text: text.replace(/\s+/g, " "),
  }));
  const at = stretches.findIndex(({ kind }) => kind !== "same");
  const rest = stretches.findIndex(({ kind }, index) => index > at && kind === "same");
  return stretches
    .slice(Math.max(0, at - 1), rest < 0 ? undefined : rest + 1)
    .map(({ kind, text }, index) => {
      if (kind !== "same") return { kind, text: shorten(text, shownApart.all) };
      if (index > 0) return { kind, text: shorten(text, shownApart.around) };
      const characters = [...text];
      const tail = characters.slice(-shownApart.around).join("");
      return { kind, text: characters.length > shownApart.around ? `…${tail}` : text };
    });
}

function knownOf({ vendor }: Pick<VendorSighting, "vendor">, seen: SeenTemplate | null) {
  return seen?.vendors.find((known) => known.vendor === vendor);
}

/** A field that a record leaves out says nothing; an empty one is none. */
function differs(given: unknown, known: unknown): boolean {
  const isNone = (value: unknown) => value === undefined || value === null || JSON.stringify(value) === "[]";
  return !isNone(given) && JSON.stringify(given) !== JSON.stringify(known);
}

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
