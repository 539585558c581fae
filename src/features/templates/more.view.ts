import type { Button, KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { renderModal, renderWhole, verbatim } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Proposal } from "../../store/index.ts";
import { moreButtons } from "./card-buttons.view.ts";
import { cardTitle } from "./card-title.view.ts";
import { type ChangedField, changedFields, toContent } from "./change.view.ts";
import { ids } from "./ids.ts";

/** What fits a section's field. */
const longestBeside = 2000;
/** What was seen may be longer than anything that is proposed: as much as a modal surely holds. */
const longestWhole = 12_000;

/** What the card has no room for: the rest of what can be done, and old and new side by side, each whole. */
export function renderMore(
  proposal: Proposal,
  words: Catalogue,
  toConsole: readonly Button[] = [],
): ModalView {
  const fields = changedFields(toContent(proposal.basis), proposal.change, words);
  return renderView(words, [
    renderLines([[{ bold: cardTitle(proposal, words) }]]).block,
    ...moreButtons(proposal, words, toConsole),
    ...fields.flatMap((field) => renderBeside(field, words)),
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

/** In two columns, or one below the other where they have no room. */
function renderBeside({ field, before, after }: ChangedField, words: Catalogue): KnownBlock[] {
  const { more, card } = words.proposals;
  const name = words.templates.fieldNames[field];
  const old = before ?? card.neverSeen;
  const fresh = after === "" ? card.noButtons : after;
  const heads = [more.before, more.after].map(
    (when) => ({ type: "mrkdwn", text: `*${name} · ${when}*` }) as const,
  );
  if ([old, fresh].every((column) => column.length <= longestBeside)) {
    return [{ type: "divider" }, { type: "section", fields: [...heads, verbatim(old), verbatim(fresh)] }];
  }
  if (old.length > longestWhole)
    return [{ type: "divider" }, renderLines([[words.proposals.card.tooLong]]).block];
  return [
    { type: "divider" },
    ...renderWhole([[{ bold: `${name} · ${more.before}` }], [old]]),
    ...renderWhole([[{ bold: `${name} · ${more.after}` }], [fresh]]),
  ];
}
