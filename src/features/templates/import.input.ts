import { z } from "zod";
import { composed } from "../../composed-text.ts";
import { hasMoreThan, readTemplateRecord } from "../../platform/index.ts";
import type { VendorSighting } from "../../store/index.ts";
import { parseTemplateId } from "./ids.ts";
import { readCommented } from "./shown.ts";

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
