import { z } from "zod";
import { findLocale } from "../../languages.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { QueuedPost } from "../../post-queue.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import { withCommands } from "../../slack/blocks/sentence.ts";
import type { ImportEntry, StoreTransaction, Telling } from "../../store/index.ts";
import { ids } from "./ids.ts";
import { EntrySays } from "./import.ts";
import { proposalSubject } from "./proposal.ts";
import { foreign, isRejected, seenAlone, statusWords } from "./status.view.ts";
import type { TemplateDeps } from "./templates-deps.ts";
import { tellTransitions } from "./transition.view.ts";

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
