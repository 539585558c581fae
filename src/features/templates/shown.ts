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

const vendors = ["vendorA", "vendorB"] as const;
/** Each vendor has one code; each is kept with the whole content, and tells of its changes in a line. */
const mostCodes = 10;

const list = z.array(z.string()).catch([]);
const Shown = z.object({
  vendors: z.array(VendorObservation).catch([]),
  /** Those of the two of whose review an update's reply says nothing. */
  missing: list,
  /** Ids of other templates that it was about instead. */
  others: list,
  /** Vendors with whom something else stands than what was sent. */
  differing: list,
});
/** What a reply showed of a template, as it is kept with its operation. */
export type Shown = z.infer<typeof Shown>;

/** The reply to an update: of each vendor its own record's code, since the other's may be older. */
export function readUpdated(
  reply: UpdatedTemplate,
  { templateId, change }: { templateId: string; change: ProposedChange },
): Shown {
  const records = vendors.map((vendor) => ({ vendor, record: reply[vendor] }));
  const own = records.filter(({ record }) => isOf(record, templateId) && !isEmpty(record));
  const shown = own.flatMap(({ vendor, record }) =>
    toObservations(record).filter((observation) => observation.vendor === vendor),
  );
  const [last] = own.slice(-1);
  return {
    vendors: shown.length > 0 || last === undefined ? shown : [toUncoded(last.record)],
    missing: vendors.filter((vendor) => shown.every((observation) => observation.vendor !== vendor)),
    others: toOthers(
      records.map(({ record }) => record),
      templateId,
    ),
    differing: own
      .filter(({ record }) => differs(ShownContent.parse(record), change))
      .map(({ vendor }) => vendor),
  };
}

/** The reply to a comment: one record with every vendor's code. */
export function readCommented(record: TemplateRecord, templateId: string): Shown {
  const shown = isOf(record, templateId) ? toObservations(record) : [];
  const isUncoded = isOf(record, templateId) && shown.length === 0;
  return {
    vendors: isUncoded && !isEmpty(record) ? [toUncoded(record)] : shown,
    missing: [],
    others: toOthers([record], templateId),
    differing: [],
  };
}

/** A record without an id is about the template that was asked for. */
function isOf(record: TemplateRecord, templateId: string): boolean {
  return (record.templateId ?? templateId) === templateId;
}

/** As the platform client gives a record that isn't there. */
function isEmpty(record: TemplateRecord): boolean {
  return Object.keys(record).length === 0;
}

/** What it says without any vendor's code is seen all the same. */
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
    .slice(0, mostCodes)
    .map(([vendor, all]) => [vendor, all.slice(0, mostCodes)] as const);
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

/** A vendor whose codes come twice and disagree is shown as it came: neither may be taken for the true one. */
function joined(values: readonly (string | null | undefined)[]): string | null {
  const known = new Set(values.filter((value) => value !== null && value !== undefined && value !== ""));
  return known.size === 0 ? null : [...known].join(" / ");
}

/** Only what was sent and is shown can be compared: a field that isn't there says nothing. */
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

/** A line ends where it ends, however that was written. */
function lined(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** A link of nothing is none. */
function toSaid(button: ProposedButton | ObservedButton): (string | null)[] {
  return Object.values(ObservedButton.parse(button)).map((said) => said || null);
}

/** Whether what was seen last of a template is something else than what a proposal was made against. */
export function hasChangedSince(basis: ObservedContent | null, seen: ObservedContent | null): boolean {
  if (seen === null) return false;
  if (basis === null) return true;
  return digestOfObserved(basis) !== digestOfObserved(seen);
}

const Kept = z.object({ reply: Shown });

/** What an operation's stored result shows; null when nothing of it can be read. */
export function readShown(result: unknown): Shown | null {
  return Kept.safeParse(result).data?.reply ?? null;
}

/** What an accepted operation's reply showed, to be kept beside its end; null when it showed nothing. */
export function observationOf(
  { id, author, outcome, result, correctedAt, closedAt, startedAt, createdAt }: Operation,
  kind: Observation["from"]["kind"],
  templateId: string,
): Observation | null {
  const shown = outcome === "accepted" ? readShown(result) : null;
  if (shown === null) return null;
  return {
    templateId,
    from: { kind, by: author, operationId: id },
    askedAt: correctedAt === null ? null : startedAt,
    seenAt: correctedAt ?? closedAt ?? createdAt,
    vendors: shown.vendors,
  };
}

/** What approvals stand for: the SHA-256 of the canonical body, in hexadecimal. */
export function digestOf(change: ProposedChange): string {
  return hashOf(ProposedChange.parse(change));
}

/** What somebody was shown that stands there, as far as a proposal is compared with it. */
export function digestOfObserved(seen: ObservedContent | null): string {
  return hashOf(seen && [seen.name, seen.content, seen.buttons]);
}

function hashOf(value: object | null): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}
