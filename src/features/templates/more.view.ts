import type { Button, KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { renderModal } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Proposal } from "../../store/index.ts";
import { moreButtons } from "./card-buttons.view.ts";
import { cardTitle } from "./card-title.view.ts";
import { ids } from "./ids.ts";

/** The buttons that the card has no room for. */
export function renderMore(
  proposal: Proposal,
  words: Catalogue,
  toConsole: readonly Button[] = [],
): ModalView {
  return renderView(words, [
    renderLines([[{ bold: cardTitle(proposal, words) }]]).block,
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
