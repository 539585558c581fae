import type { KnownBlock } from "@slack/types";
import { parseISO } from "date-fns/parseISO";
import { z } from "zod";
import { shortenId, toShownId } from "../../foreign-id.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { maskDigits } from "../../phone-number.ts";
import { type Answer, compose } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { fillLine, type Line, renderContext, renderLines } from "../../slack/blocks/rich-text.ts";
import type { ObservedContent, ObservedVendor, RecordedVendor } from "../../store/index.ts";
import { ObservationSource, ObservedComment } from "../../store/observations/shown.ts";

/** Limit in characters of a comment within a line; the template's view shows more. */
export const maxCommentLength = 1000;
/** Limit in characters of a status, which may be any text of the platform. */
const maxStatusLength = 64;

/** Shortens foreign text for a conversation, and masks long numbers. */
export function maskAndShorten(said: string, longest = maxStatusLength): string {
  return shorten(maskDigits(said), longest);
}

/** Time and source of an observation, since an old one must not look like the current state. */
function seenLine({ kind, at, by }: ObservationSource, { templates: { seen } }: Catalogue): Line {
  return fillLine(seen[kind], { at: { at }, by: { user: by } });
}

export function capitalizedSeenLine(from: ObservationSource, words: Catalogue): Line {
  const [first = "", ...rest] = seenLine(from, words);
  return [typeof first === "string" ? `${first.charAt(0).toUpperCase()}${first.slice(1)}` : first, ...rest];
}

/** Source of an observation, and its age, which Slack keeps up to date ("2 days ago"). */
export function seenLineWithAge(
  { kind, at, by }: ObservationSource,
  { templates: { seen } }: Catalogue,
): Line {
  return fillLine(seen[kind], { at: { at, to: "age" }, by: { user: by } });
}

export function sourcesOf({
  from,
  nameFrom = from,
  buttonsFrom = from,
}: ObservedContent): ObservationSource[] {
  return [...new Map([from, nameFrom, buttonsFrom].map((one) => [JSON.stringify(one), one])).values()];
}

export function sourceLine(seen: ObservedContent, words: Catalogue): Line {
  return sourcesOf(seen).flatMap(
    (from, index): Line => [...(index === 0 ? [] : [", "]), ...seenLineWithAge(from, words)],
  );
}

export function formatStatus(status: string | null, { templates }: Catalogue): string {
  if (status === null || status === "") return templates.noStatus;
  return entryFor(templates.statuses, status) ?? maskAndShorten(status);
}

/** Whether a vendor rejected the template. A vendor with two codes has both statuses: "APPROVED / REJECTED". */
export function isRejected({ status }: Pick<ObservedVendor, "status">): boolean {
  return /\bREJECTED\b/.test(status ?? "");
}

export function isApproved({ status }: Pick<ObservedVendor, "status">): boolean {
  return status === "APPROVED";
}

/** True while the vendor is pending: usually its review hasn't been requested yet. */
export function isPending({ status }: Pick<ObservedVendor, "status">): boolean {
  return status === "PENDING";
}

/** Vendors' statuses, then time and source; vendors with the same source share a line. */
export function reviewLineGroups(vendors: readonly ObservedVendor[], words: Catalogue): Line[][] {
  const together = Map.groupBy(vendors, ({ statusFrom }) => JSON.stringify(statusFrom));
  return [...together.values()].map((seen) => [
    [
      seen
        .map(({ vendor, status }) => `${maskAndShorten(vendor)} ${formatStatus(status, words)}`)
        .join(" · "),
    ],
    ...seen.slice(0, 1).map(({ statusFrom }) => seenLineWithAge(statusFrom, words)),
  ]);
}

/** A vendor's status (and the status before, if it changed), the newest comments, and in grey the source and the code. */
export function renderStatus(
  vendor: ObservedVendor & Partial<Pick<RecordedVendor, "statusBefore">>,
  words: Catalogue,
  ...above: Line[]
): Answer {
  const { vendor: name, status, statusFrom, code, codeFrom, statusBefore = null } = vendor;
  const before = isStatusChange({ status, statusBefore }) ? `${formatStatus(statusBefore, words)} → ` : "";
  const says = renderLines([
    ...above,
    [{ bold: maskAndShorten(name) }, ` · ${before}${formatStatus(status, words)}`],
    ...newestCommentLines(vendor, words),
  ]);
  const source = capitalizedSeenLine(statusFrom, words);
  const codes: Line[] = code === null || code === "" ? [] : [[{ code: toShownId(code) ?? "…" }]];
  // The code has a line of its own if its source isn't the status's.
  const apart =
    codeFrom === undefined ? [[source, ...codes]] : [[source], [...codes, seenLine(codeFrom, words)]];
  return compose(says, ...apart.map((parts) => renderContext(parts)));
}

/** Differences of a reply from the platform's API document, or from the sent change. */
export type Deviations = Record<"missing" | "others" | "differing", readonly string[]>;

export function deviationLines({ missing, others, differing }: Deviations, words: Catalogue): Line[] {
  const { status } = words.templates;
  return [
    ...others.map((id) => [status.otherTemplate(toShownId(id) ?? "…")]),
    ...missing.map((vendor) => [status.noVendor(maskAndShorten(vendor))]),
    ...differing.map((vendor) => [status.differs(maskAndShorten(vendor))]),
  ];
}

export function newestCommentLines(
  { reason, comments }: ObservedVendor,
  words: Catalogue,
  longest: number = maxCommentLength,
): Line[] {
  const ordered = sortByDate(comments);
  const reviewers = ordered.findLast(({ isAdmin }) => isAdmin === true);
  const newest = new Set([reviewers, ordered.at(-1)].filter((one) => one !== undefined));
  return [
    ...(reason ? [[`${words.templates.status.reason}: “${maskAndShorten(reason, longest)}”`]] : []),
    ...[...newest].map((comment) => commentLine(comment, longest, words)),
  ];
}

function commentLine(comment: ObservedComment, longest: number, words: Catalogue): Line {
  const { content, dateCreated } = comment;
  const at = readDate(dateCreated);
  const when: Line = at === null ? [] : [" · ", { at }];
  return [sideOf(comment, words), ...when, `: “${maskAndShorten(content ?? "", longest)}”`];
}

function sideOf({ isAdmin }: ObservedComment, { templates: { sides } }: Catalogue): string {
  if (isAdmin === null) return sides.unknown;
  return isAdmin ? sides.reviewer : sides.account;
}

/** Time as the platform writes it: `2026-02-01T09:00:00.000Z`. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Parses a time of the platform; null for other text, since JavaScript finds a year in almost any number. */
export function readDate(written: string | null): Date | null {
  if (written === null || !moment.test(written)) return null;
  const date = parseISO(written);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Sorts comments by date, oldest first; keeps the platform's order if a date is invalid. */
export function sortByDate(comments: readonly ObservedComment[]): ObservedComment[] {
  const dated = comments.flatMap((comment) => {
    const at = readDate(comment.dateCreated);
    return at === null ? [] : [{ comment, at }];
  });
  if (dated.length < comments.length) return [...comments];
  return dated.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(({ comment }) => comment);
}

const text = z.string().nullable();

export const StoredVendor = z.object({
  ...{
    vendor: z.string(),
    status: text,
    statusBefore: text,
    statusFrom: ObservationSource,
    reason: text,
    code: text,
  },
  codeFrom: ObservationSource.exactOptional(),
  comments: z.array(ObservedComment),
  commentsFrom: ObservationSource.nullable(),
});

export function isStatusChange({
  status,
  statusBefore,
}: Pick<RecordedVendor, "status" | "statusBefore">): boolean {
  return statusBefore !== null && status !== null && status !== statusBefore;
}

/** Limit in characters of a foreign name or date. */
const maxNameLength = 64;

/** Newest comments of all vendors, oldest first. `hidden`: number of earlier comments. */
export function renderComments(
  vendors: readonly ObservedVendor[],
  { most, longest }: { most: number; longest: number },
  words: Catalogue,
): { blocks: KnownBlock[]; hidden: number } {
  const said = inTime(vendors);
  return {
    blocks: said.slice(-most).map((one) => renderComment(one, longest, words)),
    hidden: Math.max(0, said.length - most),
  };
}

/** Limits of comments above a form: count, and characters of each. */
const last = { most: 3, longest: 600 };

export function renderLastComments(vendors: readonly ObservedVendor[], words: Catalogue): KnownBlock[] {
  return renderComments(vendors, last, words).blocks;
}

/** Reviewer's newest comment of all vendors that haven't approved; a change has to answer it. */
export function renderReviewerComment(vendors: readonly ObservedVendor[], words: Catalogue): KnownBlock[] {
  const waiting = vendors.filter(({ status }) => status !== "APPROVED");
  const newest = inTime(waiting).findLast(({ comment }) => comment.isAdmin === true);
  return newest === undefined ? [] : [renderComment(newest, last.longest, words)];
}

type Said = { vendor: string; comment: ObservedComment };

/** Sorts all vendors' comments by time; vendor by vendor if a date is invalid. */
function inTime(vendors: readonly ObservedVendor[]): Said[] {
  const all = vendors.flatMap(({ vendor, comments }) =>
    sortByDate(comments).map((comment) => ({ vendor, comment, at: readDate(comment.dateCreated) })),
  );
  if (all.some(({ at }) => at === null)) return all;
  return all.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0));
}

function renderComment({ vendor, comment }: Said, longest: number, words: Catalogue): KnownBlock {
  const { content, dateCreated, memberId } = comment;
  const who = [vendor, shortenId(memberId ?? "")]
    .filter((name) => name !== "")
    .map((name) => ` · ${shorten(name, maxNameLength)}`)
    .join("");
  const at = readDate(dateCreated);
  const when: Line = at === null ? [shorten(dateCreated ?? "", maxNameLength)] : [{ at }];
  const said = content === null || content === "" ? "–" : shorten(content, longest);
  return renderLines([[{ bold: sideOf(comment, words) }, `${who} · `, ...when], { quote: [[said]] }]).block;
}
