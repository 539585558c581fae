import type { ActionsBlock, KnownBlock } from "@slack/types";
import { z } from "zod";
import { shortenId } from "../../foreign-id.ts";
import { findLocale } from "../../languages.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { QueuedPost } from "../../post-queue.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { actions, button, joinRows } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Recorded, SeenVendor, Telling } from "../../store/index.ts";
import { ids } from "./ids.ts";
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
