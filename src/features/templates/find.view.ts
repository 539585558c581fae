import type { KnownBlock, ModalView } from "@slack/types";
import { shortenId } from "../../foreign-id.ts";
import type { Catalogue } from "../../locales/index.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import type { Choice } from "../../slack/blocks/choices.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { field, renderModal, suggestedSelect, textInput, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import type { SeenTemplate } from "../../store/index.ts";
import type { ShownProposal } from "./card-title.view.ts";
import { fields, ids } from "./ids.ts";
import { sightsOf, sourceLines } from "./status.view.ts";
import { renderRow } from "./template.view.ts";

export type Finder = {
  seen: readonly SeenTemplate[];
  /** That this person could approve. */
  waiting: readonly ShownProposal[];
  mine: readonly ShownProposal[];
  mayImport: boolean;
};

/** What waits for this person and their own, what was seen last, then what looks for any other template. */
export function renderFinder({ seen, waiting, mine, mayImport }: Finder, words: Catalogue): ModalView {
  const { find } = words.templates;
  return renderModal({
    callbackId: ids.open,
    title: find.title,
    submit: find.submit,
    close: words.common.cancel,
    blocks: [
      ...renderProposals(find.waiting, waiting, words),
      ...renderProposals(find.mine, mine, words, true),
      ...(seen.length === 0 ? [] : [heading(find.seen)]),
      ...seen.flatMap((template) => renderSeen(template, words)),
      ...(seen.length === 0 ? [renderLines([[find.noneSeen]]).block] : []),
      seen.length === 0
        ? field(fields.templateId, find.typed, textInput({}), { hint: find.typedHint })
        : field(fields.templateId, find.choose, suggestedSelect(undefined)),
      ...(mayImport ? actions([button(ids.import, words.templates.imports.title)]) : []),
    ],
  });
}

function heading(text: string): KnownBlock {
  return renderLines([[{ bold: text }]]).block;
}

function renderProposals(
  title: string,
  proposals: readonly ShownProposal[],
  words: Catalogue,
  isOwn = false,
): KnownBlock[] {
  if (proposals.length === 0) return [];
  return [heading(title), ...proposals.flatMap((shown) => renderRow(shown, words, { opens: true, isOwn }))];
}

/** A small grey line has no room for more. */
const mostSights = 5;
/** As many as one reply's are kept. */
const mostVendors = 10;

/** With its statuses, and below when and from what they were seen; where none was, the content. */
function renderSeen(seen: SeenTemplate, words: Catalogue): KnownBlock[] {
  const { templateId, vendors, content } = seen;
  const sights = sightsOf(vendors.slice(0, mostVendors), words);
  const isOne = sights.length === 1;
  const from = sights.map(({ names, from }): Line => (isOne ? from : [`${names}: `, ...from]));
  const grey = from.length > 0 || content === null ? from : sourceLines(content, words);
  return [
    {
      type: "section",
      text: verbatim(
        [toLabel(seen, shortenId), sights.map(({ says }) => says).join(" · ")].join("\n").trim(),
      ),
      accessory: button(`${ids.open}:${templateId}`, words.templates.find.open, templateId),
    },
    ...(grey.length === 0 ? [] : [renderContext(grey.slice(0, mostSights)).block]),
  ];
}

const longestLabel = 200;

function toLabel({ content, templateId }: SeenTemplate, show = (id: string) => id): string {
  const name = content?.name ?? null;
  return name === null ? templateId : `${shorten(name, longestLabel)} (${show(templateId)})`;
}

/** What the select offers for what was typed: those that were seen, and the typed id itself. */
export function toTemplateChoices(
  seen: readonly SeenTemplate[],
  typedId: string | null,
  { templates: { find } }: Catalogue,
): Choice[] {
  const known = seen.map((template) => ({ value: template.templateId, label: toLabel(template) }));
  const isNew = typedId !== null && known.every(({ value }) => value !== typedId);
  return isNew ? [...known, { value: typedId, label: find.asTyped(typedId) }] : known;
}
