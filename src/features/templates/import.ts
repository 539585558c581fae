import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import { withoutInvisible } from "../../blank-text.ts";
import { normalizeTexts } from "../../composed-text.ts";
import { findDuplicateName, findJsonFault, type JsonFault, toPlainJson } from "../../json-text.ts";
import { isJsonTooLarge, isRawJsonTooLarge, parseTemplateRecord } from "../../platform/index.ts";
import type {
  ImportEntry,
  ObservationTable,
  ObservedTemplate,
  VendorObservation,
} from "../../store/index.ts";
import { parseTemplateId } from "./ids.ts";
import { readCommentReply } from "./shown.ts";
import { readDate } from "./status.view.ts";

export const maxImportKilobytes = 512;
export const maxImportBytes = maxImportKilobytes * 1024;
/** Lifetime of an unconfirmed import. */
export const importLifetimeMs = 24 * 60 * 60_000;

export const maxRecords = 100;
/** Limit of JSON values in a text, far more than `maxRecords` templates have; larger text is refused. */
export const maxValues = 30_000;
/** Limits of a record: JSON values, and their depth. Larger records are not imported. */
const recordLimits = { values: 2000, depth: 20 };
const maxIssues = 3;

const RecordIssue = z.object({
  /** Number of the record, from 1. */
  record: z.number(),
  /** Platform's name of the field, as a dotted path (`codes.0.service`); empty for the whole record. */
  field: z.string(),
  problem: z.enum(["missing", "malformed", "too_many", "nothing", "twice", "older"]),
});
export type RecordIssue = z.infer<typeof RecordIssue>;

/** Stored facts of an entry, from which plan and post are rendered. */
export const EntryDetails = z.union([
  z.object({ issues: z.array(RecordIssue) }),
  z.object({
    name: z.string().nullable(),
    /** Statuses that differ from the last observation. */
    statuses: z.array(z.object({ vendor: z.string(), before: z.string().nullable(), status: z.string() })),
  }),
]);
type EntryDetails = z.infer<typeof EntryDetails>;

export type RecordsProblem =
  | ({ problem: "json" } & JsonFault)
  | { problem: "name_twice"; name: string }
  | { problem: "no_records" | "too_many" };

/** Field names that identify an object as a record. */
const recordNames = ["templateId", "content", "codes"];

/** Finds records in a text: a list's items, a single record, the items of an object's lists, or an object's objects. */
export function parseRecords(given: string): { records: unknown[] } | RecordsProblem {
  const text = toPlainJson(given);
  if (isRawJsonTooLarge({ values: maxValues }, Buffer.from(text))) return { problem: "too_many" };
  const json = parseJson(text);
  if (json === undefined) return { problem: "json", ...findJsonFault(text) };
  const twice = findDuplicateName(text);
  if (twice !== null) return { problem: "name_twice", name: twice };
  const records = chooseRecords(json);
  if (records.length === 0) return { problem: "no_records" };
  return records.length > maxRecords ? { problem: "too_many" } : { records };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
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

type ParsedRecord = { templateId: string; vendors: VendorObservation[] } | { issues: RecordIssue[] };

/** Parses a record as in the platform's replies; ignores unknown fields. `number`: from 1. */
export function parseRecord(json: unknown, number: number): ParsedRecord {
  const refuse = (problem: RecordIssue["problem"], field = "") => ({
    issues: [{ record: number, field, problem }],
  });
  if (typeof json !== "object" || json === null || Array.isArray(json)) return refuse("malformed");
  if (isJsonTooLarge(recordLimits, json)) return refuse("too_many");
  const read = parseTemplateRecord(normalizeTexts(json, (name) => withoutInvisible(name).trim()));
  if ("issues" in read) {
    const issues = read.issues.slice(0, maxIssues);
    return { issues: issues.flatMap(({ field }) => refuse("malformed", field).issues) };
  }
  const { record } = read;
  const given = record.templateId ?? "";
  const templateId = parseTemplateId(given);
  if (templateId === null) return refuse(given === "" ? "missing" : "malformed", "templateId");
  const unnamed = (record.codes ?? []).findIndex(({ service }) => (service ?? "") === "");
  if (unnamed >= 0) return refuse("missing", `codes.${unnamed}.service`);
  const { vendors } = readCommentReply({ ...record, templateId }, templateId);
  return vendors.some(saysAnything) ? { templateId, vendors } : refuse("nothing");
}

function saysAnything({ status, code, comments, content }: VendorObservation): boolean {
  return [status, code, comments, ...Object.values(content)].some((said) => said !== null);
}

/** Order in the plan: broken records first, so that people correct them. */
const order: readonly ImportEntry["state"][] = ["broken", "known", "new"];

/** Compares records with the last observations. Repeated templates and older records count as broken. */
export async function toImportEntries(
  records: readonly unknown[],
  observations: Pick<ObservationTable, "getAll">,
): Promise<ImportEntry[]> {
  const parsed: ParsedRecord[] = [];
  const ids = new Set<string>();
  for (const [index, record] of records.entries()) {
    const one = parseRecord(record, index + 1);
    const isTwice = "templateId" in one && ids.has(one.templateId);
    if ("templateId" in one) ids.add(one.templateId);
    parsed.push(isTwice ? { issues: [{ record: index + 1, field: "", problem: "twice" }] } : one);
    // Lets other work run between two records.
    await setImmediate();
  }
  const seen = await observations.getAll([...ids]);
  const entries = parsed.map((one, index): ImportEntry => {
    if ("issues" in one) return toBroken(one.issues);
    const known = seen.find(({ templateId }) => templateId === one.templateId) ?? null;
    if (isOlderThanSeen(one.vendors, known))
      return toBroken([{ record: index + 1, field: "dateUpdated", problem: "older" }]);
    return compare(one.templateId, one.vendors, known);
  });
  return entries.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state));
}

/** Compares the platform's dates; false if one of the dates is missing. */
export function isOlderThanSeen(
  vendors: readonly VendorObservation[],
  seen: ObservedTemplate | null,
): boolean {
  const given = readDate(vendors[0]?.content.dateUpdated ?? null);
  const known = readDate(seen?.content?.dateUpdated ?? null);
  return given !== null && known !== null && given < known;
}

function toBroken(issues: RecordIssue[]): ImportEntry {
  return {
    state: "broken",
    templateId: null,
    says: { issues } satisfies EntryDetails,
    newest: 0,
    vendors: [],
  };
}

function compare(
  templateId: string,
  vendors: readonly VendorObservation[],
  seen: ObservedTemplate | null,
): ImportEntry {
  const statuses = vendors.flatMap(({ vendor, status }) => {
    const before = seen?.vendors.find((known) => known.vendor === vendor)?.status ?? null;
    return status === null || status === before ? [] : [{ vendor, before, status }];
  });
  const says = { name: vendors[0]?.content.name ?? seen?.content?.name ?? null, statuses };
  return {
    state: seen === null ? "new" : "known",
    templateId,
    says: says satisfies EntryDetails,
    newest: seen?.newest ?? 0,
    vendors: [...vendors],
  };
}
