import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { shorten } from "../../slack/blocks/limits.ts";
import type { ImportEntry, SeenTemplate, SightingTable, VendorSighting } from "../../store/index.ts";
import { compareTexts, type Stretch, showChanges } from "./difference.ts";
import { type ParsedRecord, parseRecord, RecordIssue } from "./import.input.ts";
import { type RecordsProblem, readRecords } from "./records.ts";
import { saysSame } from "./shown.ts";
import { parseDate } from "./status.view.ts";

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
