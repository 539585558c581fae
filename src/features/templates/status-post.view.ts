import type { ActionsBlock, KnownBlock } from "@slack/types";
import { z } from "zod";
import { shortenId } from "../../foreign-id.ts";
import { findLocale } from "../../languages.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { QueuedPost } from "../../post-queue.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button, joinRows } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { withCommands } from "../../slack/blocks/sentence.ts";
import type { ImportEntry, Recorded, SeenVendor, StoreTransaction, Telling } from "../../store/index.ts";
import { ids } from "./ids.ts";
import { EntrySays } from "./import.ts";
import { proposalSubject } from "./proposal.ts";
import {
  foreign,
  isApproved,
  isRejected,
  isTransition,
  KeptVendor,
  longestComment,
  newestWords,
  seenAlone,
  statusWords,
} from "./status.view.ts";
import type { TemplateDeps } from "./templates-deps.ts";

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

/** What a vendor's new status is, in the title's place. */
function statusTitle(vendor: Pick<SeenVendor, "vendor" | "status">, { templates }: Catalogue): string {
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
  const says = renderLines([
    [{ bold: statusTitle(vendor, words) }, ` · ${foreign(name ?? shortenId(templateId), longestComment)}`],
    [`${statusWords(statusBefore, words)} → `, { bold: statusWords(status, words) }],
    ...newestWords(vendor, words),
  ]);
  const from = seenAlone(statusFrom, words);
  // Its id is whole where it is searched and read to somebody.
  const grey = renderContext([from], [from, [templateId]]);
  const buttons = transitionButtons({ templateId, status }, words);
  return { text: `${says.text}\n${grey.text}`, blocks: [says.block, grey.block, ...buttons] };
}

/** Under a status that changed: the way to its template, whose id stands there in full. */
function transitionButtons(
  { templateId, status }: { templateId: string; status: string | null },
  words: Catalogue,
): KnownBlock[] {
  return joinRows([
    ...(isRejected({ status }) ? rejectedButtons(templateId, words) : []),
    ...actions([button(`${ids.open}:${templateId}`, words.templates.find.open, templateId)]),
  ]);
}

/** Under what a vendor rejected. */
export function rejectedButtons(templateId: string, { proposals: { card } }: Catalogue): ActionsBlock[] {
  return actions([
    button(ids.update, card.buttons.fix, templateId, "primary"),
    button(ids.copy, card.buttons.copy, templateId),
  ]);
}

/** Renders the statuses that an import changed. */
export const importKind = "import";

const mostLines = 20;
const longestName = 80;

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

/**
 * Refreshes the templates' cards. All changed statuses are one post where proposals are reviewed, else to whose word it is; a
 * single one is told as any other is.
 */
export async function tellImported(
  entries: readonly ImportEntry[],
  { id, by, locale, trx }: { id: string; by: string; locale: Locale | null; trx: StoreTransaction },
  { proposals, sightings, review, now }: Pick<TemplateDeps, "proposals" | "sightings" | "review" | "now">,
): Promise<Telling> {
  const templateIds = entries.flatMap(({ templateId }) => templateId ?? []);
  const cards = templateIds.length === 0 ? [] : await proposals.listShowing(templateIds, trx);
  const changed = cards.map(proposalSubject);
  const changes = entries.flatMap(changesOf);
  const [only, ...others] = changes;
  if (only === undefined) return { changed };
  if (others.length === 0) {
    const seen = await sightings.read(trx, only.templateId);
    const recorded = (seen?.vendors ?? [])
      .filter(({ vendor }) => vendor === only.vendor)
      .map((vendor) => ({ ...vendor, statusBefore: only.before }));
    return { ...tellTransitions(recorded, { id, template: only, by, locale, review }), changed };
  }
  const facts: Imported = { by, at: now(), locale, changes };
  const destinations = review === null ? [by] : [review, by];
  const post = { subject: `${importKind}:${id}`, place: "review", kind: importKind, destinations, facts };
  return { posts: [post], changed };
}

/** A status that was known before and differs now. */
function changesOf({ templateId, says: stored }: ImportEntry): Change[] {
  const says = EntrySays.safeParse(stored).data;
  if (templateId === null || says === undefined || "issues" in says) return [];
  const { name, statuses } = says;
  return statuses.flatMap(({ vendor, before, status }) =>
    before === null ? [] : [{ templateId, name, vendor, before, status }],
  );
}

/** In the language of the person whose import it is, or of the team; rejected ones first. */
export function drawImported(
  { facts, destination }: Pick<QueuedPost, "facts" | "destination">,
  wordsFor: (person: Locale | null) => Catalogue,
): Answer {
  const { by, at, locale, changes } = Imported.parse(facts);
  const words = wordsFor(destination === by && locale !== null ? (findLocale(locale) ?? null) : null);
  const { imports } = words.templates;
  const [rejected, others] = [changes.filter(isRejected), changes.filter((change) => !isRejected(change))];
  const lines = [...rejected, ...others].slice(0, mostLines).map((change) => changeLine(change, words));
  const left = changes.length - lines.length;
  return renderAnswer(
    [
      [{ bold: imports.changed(changes.length) }],
      ...lines,
      ...(left > 0 ? [withCommands(imports.more(left))] : []),
      seenAlone({ kind: "import", by, at, operationId: null }, words),
    ],
    ...actions([button(ids.open, words.templates.find.title)]),
  );
}

function changeLine({ templateId, name, vendor, before, status }: Change, words: Catalogue): Line {
  return [
    name === null ? { code: templateId } : { bold: foreign(name, longestName) },
    ` · ${foreign(vendor)} ${statusWords(before, words)} → ${statusWords(status, words)}`,
  ];
}
