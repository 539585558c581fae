import type { ActionsBlock } from "@slack/types";
import { parseISO } from "date-fns/parseISO";
import { z } from "zod";
import { shortenId, toShownId } from "../../foreign-id.ts";
import { findLocale } from "../../languages.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import { maskDigits } from "../../phone-number.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { fillLine } from "../../slack/blocks/fill-line.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { QueuedPost } from "../../slack/posts/queue.ts";
import type { Recorded, SeenContent, SeenVendor, Telling } from "../../store/index.ts";
import { SeenComment, SeenFrom } from "../../store/sightings/shown.ts";
import { ids } from "./ids.ts";
import { countSights, sourcesOf, type TextName } from "./sources.ts";

/** As much of a comment as a line has room for; the template's view has all that a view holds, as it came. */
const longestComment = 1000;
/** A status is foreign words too, and may be anything. */
const longestStatus = 64;

/** Words of the platform, a vendor or a person in a conversation: no number of somebody's is in them. */
export function foreign(said: string, longest = longestStatus): string {
  return shorten(maskDigits(said), longest);
}

/** When and from what something was seen: nothing may claim to be current. */
export function seenLine(from: SeenFrom, { templates: { seen } }: Catalogue): Line {
  return fillLine(seen[from.kind], from);
}

/** The same with its age in the moment's place: Slack keeps counting it. */
export function agedLine({ kind, at, by }: SeenFrom, { templates: { seen } }: Catalogue): Line {
  return fillLine(seen[kind], { at, by, isAge: true });
}

/**
 * From what a template's texts, or `some`, were seen: a line each behind `lead`, naming its texts where they differ. None
 * where `vendors`, whose reviews stand beside it, were seen in the same, and in nothing else.
 */
export function sourceLines(
  seen: SeenContent,
  words: Catalogue,
  {
    some,
    lead = [],
    vendors = [],
  }: { some?: readonly TextName[]; lead?: Line; vendors?: readonly SeenVendor[] } = {},
): Line[] {
  const sources = sourcesOf(seen, some);
  const all = [...sources.map(({ from }) => from), ...vendors.map(({ statusFrom }) => statusFrom)];
  if (vendors.length > 0 && countSights(all) === 1) return [];
  return sources.map(({ from, fields }) => {
    const names = fields.map((field) => words.templates.fieldNames[field]).join(", ");
    return [...(sources.length === 1 ? [] : [`${names} · `]), ...lead, ...agedLine(from, words)];
  });
}

/** A status as people read it, or as it came. */
export function statusWords(status: string | null, { templates }: Catalogue): string {
  if (status === null || status === "") return templates.noStatus;
  return entryFor(templates.statuses, status) ?? foreign(status);
}

/** A vendor whose codes come twice has both in its status. */
export function isRejected({ status }: Pick<SeenVendor, "status">): boolean {
  return /\bREJECTED\b/.test(status ?? "");
}

export function isApproved({ status }: Pick<SeenVendor, "status">): boolean {
  return status === "APPROVED";
}

/** A vendor's status in two words. */
function statusInShort({ vendor, status }: SeenVendor, words: Catalogue): string {
  return `${foreign(vendor)} ${statusWords(status, words)}`;
}

/** Each vendor's status, and when and from what it was seen; vendors that were seen together share a line. */
export function reviewLines(vendors: readonly SeenVendor[], words: Catalogue): Line[] {
  const together = Map.groupBy(vendors, ({ statusFrom }) => JSON.stringify(statusFrom));
  return [...together.values()].flatMap((alike) => {
    const [first] = alike;
    if (first === undefined) return [];
    const statuses = alike.map((vendor) => statusInShort(vendor, words)).join(" · ");
    return [[`${statuses} · `, ...agedLine(first.statusFrom, words)]];
  });
}

/** Under what a vendor rejected. */
export function rejectedButtons(templateId: string, { proposals: { card } }: Catalogue): ActionsBlock[] {
  return actions([
    button(ids.update, card.buttons.fix, templateId, "primary"),
    button(ids.copy, card.buttons.copy, templateId),
  ]);
}

/** One vendor's review, and where that differs, what was seen of it before; with its newest comment below it. */
export function statusLines(
  vendor: SeenVendor & Partial<Pick<Recorded, "statusBefore">>,
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
function codeSource({ codeFrom }: Pick<SeenVendor, "codeFrom">, words: Catalogue): Line {
  return codeFrom === undefined ? [] : [" (", ...seenLine(codeFrom, words), ")"];
}

/** Where a reply is not what the description shows, or not what was sent. */
export type Deviations = Record<"missing" | "uncoded" | "others" | "differing", readonly string[]>;

export function deviationLines(
  { missing, uncoded, others, differing }: Deviations,
  words: Catalogue,
): Line[] {
  const { status } = words.templates;
  return [
    ...others.map((id) => [status.otherTemplate(toShownId(id) ?? "…")]),
    ...missing.map((vendor) => [status.noVendor(foreign(vendor))]),
    ...uncoded.map((vendor) => [status.noCode(foreign(vendor))]),
    ...differing.map((vendor) => [status.differs(foreign(vendor))]),
  ];
}

/** What a vendor's new status is, in the title's place. */
export function statusTitle(vendor: Pick<SeenVendor, "vendor" | "status">, { templates }: Catalogue): string {
  const { rejected, approved, changed } = templates.status;
  const name = foreign(vendor.vendor);
  if (isRejected(vendor)) return rejected(name);
  return isApproved(vendor) ? approved(name) : changed(name);
}

/** A status that is not the one seen before; null of one seen for the first time. */
function renderTransition(
  { template, vendor }: { template: { templateId: string; name: string | null }; vendor: Recorded },
  words: Catalogue,
): Answer {
  const { statusBefore, status, statusFrom } = vendor;
  const { name, templateId } = template;
  const lines: Line[] = [
    [{ bold: statusTitle(vendor, words) }, ` · ${foreign(name ?? shortenId(templateId), longestComment)}`],
    [`${statusWords(statusBefore, words)} → `, { bold: statusWords(status, words) }],
    ...newestWords(vendor, words),
    [...seenLine(statusFrom, words), " · ", { code: templateId }],
  ];
  return renderAnswer(lines, ...(isRejected(vendor) ? rejectedButtons(templateId, words) : []));
}

/** What a person reported beside the status, the reviewer's newest comment, and the newest of all where that is another. */
export function newestWords({ reason, comments }: SeenVendor, words: Catalogue): Line[] {
  const ordered = inOrder(comments);
  const reviewers = ordered.findLast(({ isAdmin }) => isAdmin === true);
  const newest = new Set([reviewers, ordered.at(-1)].filter((one) => one !== undefined));
  return [
    ...(reason ? [[`${words.templates.status.reason}: “${foreign(reason, longestComment)}”`]] : []),
    ...[...newest].map((comment) => commentLine(comment, words)),
  ];
}

function commentLine(comment: SeenComment, words: Catalogue): Line {
  const { content, dateCreated } = comment;
  const at = parseDate(dateCreated);
  const when: Line = at === null ? [] : [" · ", { at }];
  return [sideOf(comment, words), ...when, `: “${foreign(content ?? "", longestComment)}”`];
}

export function sideOf({ isAdmin }: SeenComment, { templates: { sides } }: Catalogue): string {
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
export function inOrder(comments: readonly SeenComment[]): SeenComment[] {
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
  ...{ vendor: z.string(), status: text, statusBefore: text, statusFrom: SeenFrom, reason: text, code: text },
  codeFrom: SeenFrom.exactOptional(),
  comments: z.array(SeenComment),
  commentsFrom: SeenFrom.nullable(),
});

/** Who draws that a vendor's status changed. */
export const statusKind = "status";

/** What was seen, and by whose act; the person's language is for a direct message. */
export type TransitionOptions = {
  /** The act's. */
  id: string;
  template: { templateId: string; name: string | null };
  by: string;
  locale: Locale | null;
  /** Where proposals are reviewed; null: whose act showed it is told. */
  review: string | null;
};

/** A post for each status that differs from the one seen before. */
export function tellTransitions(recorded: readonly Recorded[], options: TransitionOptions): Telling {
  const { id, template, by, locale, review } = options;
  const posts = recorded.filter(isTransition).map((vendor) => ({
    ...{ subject: `${statusKind}:${id}:${vendor.vendor}`, place: "review", kind: statusKind },
    destinations: review === null ? [by] : [review, by],
    facts: { template, vendor, locale },
  }));
  return { posts };
}

const Transition = z.object({
  template: z.object({ templateId: z.string(), name: z.string().nullable() }),
  vendor: KeptVendor,
  locale: z.string().nullable(),
});

/** `words`: of a conversation, or of a person in that language. */
export function drawTransition(
  { facts, destination }: Pick<QueuedPost, "facts" | "destination">,
  wordsFor: (person: Locale | null) => Catalogue,
): Answer {
  const { locale, ...transition } = Transition.parse(facts);
  const isPersons = /^[UW]/.test(destination) && locale !== null;
  return renderTransition(transition, wordsFor(isPersons ? (findLocale(locale) ?? null) : null));
}

/** What was never known before is no change. */
export function isTransition({ status, statusBefore }: Pick<Recorded, "status" | "statusBefore">): boolean {
  return statusBefore !== null && status !== null && status !== statusBefore;
}
