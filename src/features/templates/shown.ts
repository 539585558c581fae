import { createHash } from "node:crypto";
import { z } from "zod";
import type { TemplateRecord, UpdatedTemplate } from "../../platform/index.ts";
import type { Observation, ObservedContent, Operation, ProposedButton } from "../../store/index.ts";
import {
  ObservedButton,
  ObservedComment,
  ShownContent,
  VendorObservation,
} from "../../store/observations/shown.ts";
import { ProposedChange } from "../../store/proposals/proposal.ts";
import { vendorNames } from "./report.input.ts";

/** Limit of vendors kept of a reply, and of each vendor's codes. */
const maxCodes = 10;

const list = z.array(z.string()).catch([]);
const Shown = z.object({
  vendors: z.array(VendorObservation).catch([]),
  missing: list,
  /** Ids of other templates in the reply. */
  others: list,
  /** Vendors whose record differs from the sent change. */
  differing: list,
});
/** Facts about a template in a reply, stored with the operation. */
export type Shown = z.infer<typeof Shown>;

/** Reads the reply to an update: each vendor's code from its own record, since the other record may be older. */
export function readUpdateReply(
  reply: UpdatedTemplate,
  { templateId, change }: { templateId: string; change: ProposedChange },
): Shown {
  const records = vendorNames.map((vendor) => ({ vendor, record: reply[vendor] }));
  const own = records.filter(({ record }) => isOf(record, templateId) && !isEmpty(record));
  const shown = own.flatMap(({ vendor, record }) =>
    toObservations(record).filter((observation) => observation.vendor === vendor),
  );
  const [last] = own.slice(-1);
  return {
    vendors: shown.length > 0 || last === undefined ? shown : [toUncoded(last.record)],
    missing: vendorNames.filter((vendor) => shown.every((observation) => observation.vendor !== vendor)),
    others: toOthers(
      records.map(({ record }) => record),
      templateId,
    ),
    differing: own
      .filter(({ record }) => differs(ShownContent.parse(record), change))
      .map(({ vendor }) => vendor),
  };
}

/** Reads the reply to a comment: one record with every vendor's code. */
export function readCommentReply(record: TemplateRecord, templateId: string): Shown {
  const shown = isOf(record, templateId) ? toObservations(record) : [];
  const isUncoded = isOf(record, templateId) && shown.length === 0;
  return {
    vendors: isUncoded && !isEmpty(record) ? [toUncoded(record)] : shown,
    missing: [],
    others: toOthers([record], templateId),
    differing: [],
  };
}

/** A record without an id is about the requested template. */
function isOf(record: TemplateRecord, templateId: string): boolean {
  return (record.templateId ?? templateId) === templateId;
}

function isEmpty(record: TemplateRecord): boolean {
  return Object.keys(record).length === 0;
}

/** Observation of a record without any vendor's code; its vendor is empty. */
function toUncoded(record: TemplateRecord): VendorObservation {
  return { vendor: "", status: null, code: null, comments: null, content: ShownContent.parse(record) };
}

function toOthers(records: readonly TemplateRecord[], templateId: string): string[] {
  const ids = records.map((record) => record.templateId ?? templateId);
  return [...new Set(ids)].filter((id) => id !== templateId);
}

function toObservations(record: TemplateRecord): VendorObservation[] {
  const codes = (record.codes ?? []).filter(({ service }) => (service ?? "") !== "");
  const byVendor = Map.groupBy(codes, ({ service }) => service ?? "");
  const few = [...byVendor]
    .slice(0, maxCodes)
    .map(([vendor, all]) => [vendor, all.slice(0, maxCodes)] as const);
  return few.map(([vendor, own]) => ({
    vendor,
    status: joined(own.map(({ status }) => status)),
    code: joined(own.map(({ code }) => code)),
    comments: own.every(({ comments }) => comments == null) ? null : own.flatMap(toComments),
    content: ShownContent.parse(record),
  }));
}

function toComments({ comments }: NonNullable<TemplateRecord["codes"]>[number]) {
  return (comments ?? []).map((comment) => ObservedComment.parse(comment));
}

/** Joins values of a vendor's codes; different ones are all kept ("APPROVED / REJECTED"), as either may be right. */
function joined(values: readonly (string | null | undefined)[]): string | null {
  const known = new Set(values.filter((value) => value !== null && value !== undefined && value !== ""));
  return known.size === 0 ? null : [...known].join(" / ");
}

/** Compares only fields that were sent and that the reply has. */
function differs(
  shown: Pick<ObservedContent, "name" | "content" | "buttons">,
  change: ProposedChange,
): boolean {
  const { name, content, buttons } = change;
  return (
    (name !== undefined && shown.name !== null && shown.name !== name) ||
    (content !== undefined && shown.content !== null && lined(shown.content) !== lined(content)) ||
    (buttons !== undefined &&
      shown.buttons !== null &&
      JSON.stringify(shown.buttons.map(toSaid)) !== JSON.stringify(buttons.map(toSaid)))
  );
}

function lined(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Values to compare; an empty link counts as missing. */
function toSaid(button: ProposedButton | ObservedButton): (string | null)[] {
  return Object.values(ObservedButton.parse(button)).map((said) => said || null);
}

/** Whether the last observation differs from the content on which the proposal is based. */
export function hasChangedSince(basis: ObservedContent | null, seen: ObservedContent | null): boolean {
  if (seen === null) return false;
  if (basis === null) return true;
  return digestOfContent(basis) !== digestOfContent(seen);
}

const Kept = z.object({ reply: Shown });

export function readTemplateReply(result: unknown): Shown | null {
  return Kept.safeParse(result).data?.reply ?? null;
}

/** Observation to record when the operation ends; null without an accepted reply. */
export function toObservation(
  { id, author, outcome, result, correctedAt, closedAt, startedAt, createdAt }: Operation,
  kind: Observation["from"]["kind"],
  templateId: string,
): Observation | null {
  const shown = outcome === "accepted" ? readTemplateReply(result) : null;
  if (shown === null) return null;
  return {
    templateId,
    from: { kind, by: author, operationId: id },
    askedAt: correctedAt === null ? null : startedAt,
    seenAt: correctedAt ?? closedAt ?? createdAt,
    vendors: shown.vendors,
  };
}

/** Digest that approvals are given for: SHA-256 of the canonical body, hexadecimal. */
export function digestOfChange(change: ProposedChange): string {
  return hashOf(ProposedChange.parse(change));
}

export function digestOfContent(seen: ObservedContent | null): string {
  return hashOf(seen && [seen.name, seen.content, seen.buttons]);
}

function hashOf(value: object | null): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
