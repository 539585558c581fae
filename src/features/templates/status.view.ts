import type { KnownBlock } from "@slack/types";
import { parseISO } from "date-fns/parseISO";
import { z } from "zod";
import { shortenId, toShownId } from "../../foreign-id.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import { maskDigits } from "../../phone-number.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { fillLine, type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { ObservedContent, ObservedVendor, Recorded } from "../../store/index.ts";
import { ObservedComment, ObservedFrom } from "../../store/observations/shown.ts";

/** As much of a comment as a line has room for; the template's view has all that a view holds, as it came. */
export const longestComment = 1000;
/** A status is foreign words too, and may be anything. */
const longestStatus = 64;

/** Words of the platform, a vendor or a person in a conversation: no number of somebody's is in them. */
export function foreign(said: string, longest = longestStatus): string {
  return shorten(maskDigits(said), longest);
}

/** When and from what something was seen: nothing may claim to be current. */
function seenLine(from: ObservedFrom, { templates: { seen } }: Catalogue): Line {
  return fillLine(seen[from.kind], from);
}

/** The same where a line begins with it. */
export function seenAlone(from: ObservedFrom, words: Catalogue): Line {
  const [first = "", ...rest] = seenLine(from, words);
  return [typeof first === "string" ? `${first.charAt(0).toUpperCase()}${first.slice(1)}` : first, ...rest];
}

/** The same with its age in the moment's place: Slack keeps counting it. */
export function agedLine({ kind, at, by }: ObservedFrom, { templates: { seen } }: Catalogue): Line {
  return fillLine(seen[kind], { at, by, isAge: true });
}

/** Sources of a template's texts, each once. */
function sourcesOf({ from, nameFrom = from, buttonsFrom = from }: ObservedContent): ObservedFrom[] {
  return [...new Map([from, nameFrom, buttonsFrom].map((one) => [JSON.stringify(one), one])).values()];
}

/** From what all of a template's texts were seen. */
export function sourceLine(seen: ObservedContent, words: Catalogue): Line {
  return sourcesOf(seen).flatMap(
    (from, index): Line => [...(index === 0 ? [] : [", "]), ...agedLine(from, words)],
  );
}

/** A status as people read it, or as it came. */
export function statusWords(status: string | null, { templates }: Catalogue): string {
  if (status === null || status === "") return templates.noStatus;
  return entryFor(templates.statuses, status) ?? foreign(status);
}

/** A vendor whose codes come twice has both in its status. */
export function isRejected({ status }: Pick<ObservedVendor, "status">): boolean {
  return /\bREJECTED\b/.test(status ?? "");
}

export function isApproved({ status }: Pick<ObservedVendor, "status">): boolean {
  return status === "APPROVED";
}

/** Usually nobody has asked that vendor for its review yet. */
export function isPending({ status }: Pick<ObservedVendor, "status">): boolean {
  return status === "PENDING";
}

/** Each vendor's status, and apart from it when and from what it was seen; vendors that were seen together share a line. */
export function reviewParts(vendors: readonly ObservedVendor[], words: Catalogue): Line[][] {
  const together = Map.groupBy(vendors, ({ statusFrom }) => JSON.stringify(statusFrom));
  return [...together.values()].map((seen) => [
    [seen.map(({ vendor, status }) => `${foreign(vendor)} ${statusWords(status, words)}`).join(" · ")],
    ...seen.slice(0, 1).map(({ statusFrom }) => agedLine(statusFrom, words)),
  ]);
}

/** One vendor's review, and where that differs, what was seen of it before; with its newest comment below it. */
export function statusLines(
  vendor: ObservedVendor & Partial<Pick<Recorded, "statusBefore">>,
  words: Catalogue,
): Line[] {
  const { vendor: name, status, statusFrom, code, statusBefore = null } = vendor;
  const before = isTransition({ status, statusBefore }) ? `${statusWords(statusBefore, words)} → ` : "";
  return [
    [
      { bold: foreign(name) },
      ` · ${before}${statusWords(status, words)} · `,
      ...seenLine(statusFrom, words),
      ...(code === null || code === ""
        ? []
        : [" · ", { code: toShownId(code) ?? "…" }, ...codeSource(vendor, words)]),
    ],
    ...newestWords(vendor, words),
  ];
}

/** In brackets behind a vendor's code that was seen at another time than its status. */
function codeSource({ codeFrom }: Pick<ObservedVendor, "codeFrom">, words: Catalogue): Line {
  return codeFrom === undefined ? [] : [" (", ...seenLine(codeFrom, words), ")"];
}

/** Where a reply is not what the description shows, or not what was sent. */
export type Deviations = Record<"missing" | "others" | "differing", readonly string[]>;

export function deviationLines({ missing, others, differing }: Deviations, words: Catalogue): Line[] {
  const { status } = words.templates;
  return [
    ...others.map((id) => [status.otherTemplate(toShownId(id) ?? "…")]),
    ...missing.map((vendor) => [status.noVendor(foreign(vendor))]),
    ...differing.map((vendor) => [status.differs(foreign(vendor))]),
  ];
}

/** What a person reported beside the status, the reviewer's newest comment, and the newest of all where that is another. */
export function newestWords(
  { reason, comments }: ObservedVendor,
  words: Catalogue,
  longest: number = longestComment,
): Line[] {
  const ordered = inOrder(comments);
  const reviewers = ordered.findLast(({ isAdmin }) => isAdmin === true);
  const newest = new Set([reviewers, ordered.at(-1)].filter((one) => one !== undefined));
  return [
    ...(reason ? [[`${words.templates.status.reason}: “${foreign(reason, longest)}”`]] : []),
    ...[...newest].map((comment) => commentLine(comment, longest, words)),
  ];
}

function commentLine(comment: ObservedComment, longest: number, words: Catalogue): Line {
  const { content, dateCreated } = comment;
  const at = parseDate(dateCreated);
  const when: Line = at === null ? [] : [" · ", { at }];
  return [sideOf(comment, words), ...when, `: “${foreign(content ?? "", longest)}”`];
}

function sideOf({ isAdmin }: ObservedComment, { templates: { sides } }: Catalogue): string {
  if (isAdmin === null) return sides.unknown;
  return isAdmin ? sides.reviewer : sides.account;
}

/** A moment as the platform writes it. */
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})$/;

/** Null of what is none: JavaScript itself would make a year of almost any number in it. */
export function parseDate(written: string | null): Date | null {
  if (written === null || !moment.test(written)) return null;
  const date = parseISO(written);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** By their dates; where any is none, in the platform's own order. */
export function inOrder(comments: readonly ObservedComment[]): ObservedComment[] {
  const dated = comments.flatMap((comment) => {
    const at = parseDate(comment.dateCreated);
    return at === null ? [] : [{ comment, at }];
  });
  if (dated.length < comments.length) return [...comments];
  return dated.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map(({ comment }) => comment);
}

const text = z.string().nullable();

/** What was seen of a vendor, as an event or a post keeps it. */
export const KeptVendor = z.object({
  ...{
    vendor: z.string(),
    status: text,
    statusBefore: text,
    statusFrom: ObservedFrom,
    reason: text,
    code: text,
  },
  codeFrom: ObservedFrom.exactOptional(),
  comments: z.array(ObservedComment),
  commentsFrom: ObservedFrom.nullable(),
});

/** What was never known before is no change. */
export function isTransition({ status, statusBefore }: Pick<Recorded, "status" | "statusBefore">): boolean {
  return statusBefore !== null && status !== null && status !== statusBefore;
}

/** A date is foreign words too, and may be anything. */
const longestName = 64;

/** The newest comments of all vendors, the oldest first; `hidden`: how many there are before them. */
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

/** What reminds of a conversation. */
const last = { most: 3, longest: 600 };

/** The end of the conversation, for whoever answers. */
export function renderLastWords(vendors: readonly ObservedVendor[], words: Catalogue): KnownBlock[] {
  return renderComments(vendors, last, words).blocks;
}

/** What the reviewers' side wrote last about what isn't approved: what a change answers. */
export function renderReviewersWords(vendors: readonly ObservedVendor[], words: Catalogue): KnownBlock[] {
  const waiting = vendors.filter(({ status }) => status !== "APPROVED");
  const newest = inTime(waiting).findLast(({ comment }) => comment.isAdmin === true);
  return newest === undefined ? [] : [renderComment(newest, last.longest, words)];
}

type Said = { vendor: string; comment: ObservedComment };

/** All in the order of time; where a date is none, vendor by vendor in theirs. */
function inTime(vendors: readonly ObservedVendor[]): Said[] {
  const all = vendors.flatMap(({ vendor, comments }) =>
    inOrder(comments).map((comment) => ({ vendor, comment, at: parseDate(comment.dateCreated) })),
  );
  if (all.some(({ at }) => at === null)) return all;
  return all.toSorted((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0));
}

/** Who is the heading, what they wrote is plain text of which nothing is read. */
function renderComment({ vendor, comment }: Said, longest: number, words: Catalogue): KnownBlock {
  const { content, dateCreated, memberId } = comment;
  const who = [vendor, shortenId(memberId ?? "")]
    .filter((name) => name !== "")
    .map((name) => ` · ${shorten(name, longestName)}`)
    .join("");
  const at = parseDate(dateCreated);
  const when: Line = at === null ? [shorten(dateCreated ?? "", longestName)] : [{ at }];
  const said = content === null || content === "" ? "–" : shorten(content, longest);
  return renderLines([[{ bold: sideOf(comment, words) }, `${who} · `, ...when], { quote: [[said]] }]).block;
}
