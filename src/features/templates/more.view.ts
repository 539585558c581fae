import type { Button, KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { renderModal, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, type Piece, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Proposal } from "../../store/index.ts";
import { moreButtons } from "./card-buttons.view.ts";
import { cardTitle } from "./card-title.view.ts";
import { type ChangedField, changedFields, toContent } from "./change.view.ts";
import { ids } from "./ids.ts";

/** What fits a section's field. */
const longestBeside = 2000;
/** What was seen may be longer than anything that is proposed: as much as a modal surely holds. */
const longestWhole = 12_000;

/** What the card has no room for: old and new side by side, each whole, and the rest of what can be done. */
export function renderMore(
  proposal: Proposal,
  words: Catalogue,
  toConsole: readonly Button[] = [],
): ModalView {
  const fields = changedFields(toContent(proposal.basis), proposal.change, words);
  return renderView(words, [
    renderLines([[{ bold: cardTitle(proposal, words) }]]).block,
    ...fields.flatMap((field) => renderBoth(field, words)),
    ...moreButtons(proposal, words, toConsole),
  ]);
}

/** In its place, once it was withdrawn from there. */
export function renderWithdrawn(words: Catalogue): ModalView {
  return renderView(words, [renderLines([[words.proposals.more.withdrawn]]).block]);
}

function renderView(words: Catalogue, blocks: KnownBlock[]): ModalView {
  return renderModal({
    callbackId: ids.more,
    title: words.proposals.more.title,
    close: words.templates.view.close,
    blocks,
  });
}

/** In two columns; where they have no room, one below the other, with the lines marked that are only in one of them. */
function renderBoth({ field, before, after }: ChangedField, words: Catalogue): KnownBlock[] {
  const { more, card } = words.proposals;
  const name = words.templates.fieldNames[field];
  const fresh = after === "" ? card.noButtons : after;
  const columns = [`${more.before}:\n${before ?? card.neverSeen}`, `${more.after}:\n${fresh}`];
  if (columns.every((column) => column.length <= longestBeside))
    return [{ type: "section", text: { type: "mrkdwn", text: `*${name}*` }, fields: columns.map(verbatim) }];
  if ((before ?? "").length > longestWhole) return [renderLines([[card.tooLong]]).block];
  const old: Line =
    before === null ? [card.neverSeen] : markLines(before, fresh, (text) => ({ removed: text }));
  const now = markLines(fresh, before ?? fresh, (text) => ({ added: text }));
  return [
    renderLines([[{ bold: `${name} · ${more.before}` }], { quote: [old] }]).block,
    renderLines([[{ bold: `${name} · ${more.after}` }], { quote: [now] }]).block,
  ];
}

/** More marks are read by nobody, and a modal has no room for any number of them. */
const mostMarks = 100;

/** Of a text the lines that the other one doesn't have. */
function markLines(text: string, other: string, mark: (lines: string) => Piece): Line {
  const known = new Set(["", ...other.split("\n")]);
  const runs: { isKnown: boolean; lines: string }[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const isKnown = known.has(line.replace(/\n$/, ""));
    const last = runs.at(-1);
    if (last?.isKnown === isKnown) last.lines += line;
    else runs.push({ isKnown, lines: line });
  }
  if (runs.length > mostMarks) return [text];
  return runs.map(({ isKnown, lines }) => (isKnown ? lines : mark(lines)));
}
