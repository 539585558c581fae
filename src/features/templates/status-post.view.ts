import type { ActionsBlock } from "@slack/types";
import { z } from "zod";
import { shortenId } from "../../foreign-id.ts";
import { findLocale } from "../../languages.ts";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { QueuedPost } from "../../post-queue.ts";
import { type Answer, compose, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button, joinRows } from "../../slack/blocks/buttons.ts";
import { type Line, renderContext, renderLines } from "../../slack/blocks/rich-text.ts";
import type {
  ImportEntry,
  Notification,
  ObservedVendor,
  RecordedVendor,
  StoreTransaction,
} from "../../store/index.ts";
import type { TemplateContext } from "./context.ts";
import { ids } from "./ids.ts";
import { EntryDetails } from "./import.ts";
import { proposalSubject } from "./proposal.ts";
import {
  capitalizedSeenLine,
  formatStatus,
  isApproved,
  isRejected,
  isStatusChange,
  maskAndShorten,
  maxCommentLength,
  newestCommentLines,
  StoredVendor,
} from "./status.view.ts";

export const statusKind = "status";
export const importKind = "import";

/** `id`: id of the act or form. `locale`: language of direct messages to the person. */
export type StatusChangeOptions = {
  id: string;
  template: { templateId: string; name: string | null };
  by: string;
  locale: Locale | null;
  /** Review conversation; if null, the person gets direct messages. */
  review: string | null;
};

export function notificationOfStatusChanges(
  recorded: readonly RecordedVendor[],
  options: StatusChangeOptions,
): Notification {
  const { id, template, by, locale, review } = options;
  const posts = recorded.filter(isStatusChange).map((vendor) => ({
    subject: `${statusKind}:${id}:${vendor.vendor}`,
    audience: "review",
    kind: statusKind,
    destinations: review === null ? [by] : [review, by],
    facts: { template, vendor, locale },
  }));
  return { posts };
}

const Transition = z.object({
  template: z.object({ templateId: z.string(), name: z.string().nullable() }),
  vendor: StoredVendor,
  locale: z.string().nullable(),
});

const Imported = z.object({
  by: z.string(),
  at: z.coerce.date(),
  locale: z.string().nullable(),
  changes: z.array(
    z.object({
      templateId: z.string(),
      name: z.string().nullable(),
      vendor: z.string(),
      before: z.string(),
      status: z.string(),
    }),
  ),
});
type Imported = z.infer<typeof Imported>;
type Change = Imported["changes"][number];

/** Refreshes cards. Posts changed statuses together, to the review conversation or else to the importing person. */
export async function notificationOfImport(
  entries: readonly ImportEntry[],
  { id, by, locale, trx }: { id: string; by: string; locale: Locale | null; trx: StoreTransaction },
  { proposals, review, now }: Pick<TemplateContext, "proposals" | "review" | "now">,
): Promise<Notification> {
  const templateIds = entries.flatMap(({ templateId }) => templateId ?? []);
  const cards = templateIds.length === 0 ? [] : await proposals.listShowing(templateIds, trx);
  const changed = cards.map(proposalSubject);
  const facts: Imported = { by, at: now(), locale, changes: entries.flatMap(changesOf) };
  if (facts.changes.length === 0) return { changed };
  const destinations = review === null ? [by] : [review, by];
  const post = { subject: `${importKind}:${id}`, audience: "review", kind: importKind, destinations, facts };
  return { posts: [post], changed };
}

function changesOf({ templateId, says: stored }: ImportEntry): Change[] {
  const says = EntryDetails.safeParse(stored).data;
  if (templateId === null || says === undefined || "issues" in says) return [];
  const { name, statuses } = says;
  return statuses.flatMap(({ vendor, before, status }) =>
    before === null ? [] : [{ templateId, name, vendor, before, status }],
  );
}

type Post = Pick<QueuedPost, "facts" | "destination">;
type WordsFor = (person: Locale | null) => Catalogue;

/** Words of a post: a direct message is in its reader's language, any other post in the team's. */
function wordsOfPost({ destination }: Post, locale: string | null, wordsFor: WordsFor): Catalogue {
  const isPersons = /^[UW]/.test(destination) && locale !== null;
  return wordsFor(isPersons ? (findLocale(locale) ?? null) : null);
}

const maxLines = 20;
const maxNameLength = 80;

export function renderImportPost(post: Post, wordsFor: WordsFor): Answer {
  const { by, at, locale, changes } = Imported.parse(post.facts);
  const words = wordsOfPost(post, locale, wordsFor);
  const { imports, find } = words.templates;
  const ordered = changes.toSorted((one, other) => Number(isRejected(other)) - Number(isRejected(one)));
  const left = changes.length - maxLines;
  return renderAnswer(
    [
      [{ bold: imports.changed(changes.length) }],
      ...ordered.slice(0, maxLines).map((change) => changeLine(change, words)),
      ...(left > 0 ? [[`+${left}`]] : []),
      capitalizedSeenLine({ kind: "import", by, at, operationId: null }, words),
    ],
    ...actions([button(ids.open, find.title)]),
  );
}

function changeLine({ templateId, name, vendor, before, status }: Change, words: Catalogue): Line {
  return [
    name === null ? { code: templateId } : { bold: maskAndShorten(name, maxNameLength) },
    ` · ${maskAndShorten(vendor)} ${formatStatus(before, words)} → ${formatStatus(status, words)}`,
  ];
}

export function renderStatusChange(post: Post, wordsFor: WordsFor): Answer {
  const { locale, template, vendor } = Transition.parse(post.facts);
  const words = wordsOfPost(post, locale, wordsFor);
  const { statusBefore, statusFrom } = vendor;
  const { name, templateId } = template;
  const says = renderLines([
    [
      { bold: statusTitle(vendor, words) },
      ` · ${maskAndShorten(name ?? shortenId(templateId), maxCommentLength)}`,
    ],
    [words.templates.status.before(formatStatus(statusBefore, words))],
    // An approval makes the vendor's earlier comments obsolete.
    ...newestCommentLines(isApproved(vendor) ? { ...vendor, comments: [] } : vendor, words),
  ]);
  const from = capitalizedSeenLine(statusFrom, words);
  // The plain text has the whole id, for search and screen readers.
  const grey = renderContext([from], [from, [templateId]]);
  const buttons = joinRows([
    ...(isRejected(vendor) ? createRejectionButtons(templateId, words) : []),
    ...actions([button(`${ids.open}:${templateId}`, words.templates.find.open, templateId)]),
  ]);
  return compose(says, grey, ...buttons);
}

function statusTitle(vendor: Pick<ObservedVendor, "vendor" | "status">, words: Catalogue): string {
  const { rejected, approved, changed, unusual } = words.templates.status;
  const name = maskAndShorten(vendor.vendor);
  if (isRejected(vendor)) return rejected(name);
  if (isApproved(vendor)) return approved(name);
  const isUnusual = vendor.status !== null && entryFor(words.templates.statuses, vendor.status) === undefined;
  return (isUnusual ? unusual : changed)(name, formatStatus(vendor.status, words));
}

export function createRejectionButtons(
  templateId: string,
  { proposals: { card } }: Catalogue,
): ActionsBlock[] {
  return actions([
    button(ids.update, card.buttons.fix, templateId, "primary"),
    button(ids.copy, card.buttons.copy, templateId),
  ]);
}
