import type { Button, KnownBlock, ModalView } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { historyId } from "../../outcomes/card.view.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { plain, renderModal } from "../../slack/blocks/modal.ts";
import { renderLines } from "../../slack/blocks/rich-text.ts";
import type { Proposal } from "../../store/index.ts";
import { cardTitle } from "./card-title.view.ts";
import { ids, toDecisionValue } from "./ids.ts";

/** It can still be edited and withdrawn. */
export function isUndecided({ state }: Pick<Proposal, "state">): boolean {
  return state === "open" || state === "changes_requested";
}

/**
 * What there is to do about it: before it is decided, and after it was sent. `left`: the approvals that it still takes;
 * `vendors`: what they did with what was sent; `isToAsk`: somebody's review is to be requested in the console.
 */
export function cardButtons(
  proposal: Proposal,
  {
    left,
    vendors,
    isToAsk,
    toConsole,
  }: {
    left: number;
    vendors: "rejected" | "awaited" | null;
    isToAsk: boolean;
    toConsole: readonly Button[];
  },
  words: Catalogue,
): KnownBlock[] {
  const { buttons } = words.proposals.card;
  const { operation, state, templateId } = proposal;
  const value = toDecisionValue(proposal);
  const more = button(ids.more, buttons.more, value);
  if (state === "open") {
    return actions([
      // It asks once more by itself, since Slack's own question would come before anybody knows who asks.
      button(ids.approve, left <= 1 ? buttons.approveLast : buttons.approve, value, "primary"),
      button(ids.requestChanges, buttons.requestChanges, value),
      more,
    ]);
  }
  if (state === "changes_requested") return actions([button(ids.edit, buttons.edit, value, "primary"), more]);
  if (operation === null) return [];
  const history = button(historyId, words.outcomes.more, operation.id);
  if (operation.outcome !== "accepted") return actions([history]);
  return actions([
    ...(vendors === "rejected"
      ? [
          button(ids.update, buttons.fix, templateId, "primary"),
          button(ids.comment, words.templates.view.answer, templateId),
        ]
      : []),
    ...(vendors === "awaited"
      ? toConsole.map((link): Button => (isToAsk ? { ...link, style: "primary" } : link))
      : []),
    button(ids.copy, buttons.copy, templateId),
    ...(vendors === "awaited" ? [reportButton(proposal, words)] : []),
    history,
  ]);
}

function reportButton({ templateId }: Proposal, { templates }: Catalogue): Button {
  return button(ids.report, templates.view.report, templateId);
}

/** Behind More: what else can be done with it, and apart from that what ends it. */
function moreButtons(proposal: Proposal, words: Catalogue, toConsole: readonly Button[]): KnownBlock[] {
  const { buttons, confirmWithdraw } = words.proposals.card;
  const value = toDecisionValue(proposal);
  const { title, says, yes } = confirmWithdraw;
  const withdraw: Button = {
    ...button(ids.withdraw, buttons.withdraw, value, "danger"),
    confirm: {
      ...{ title: plain(title), text: plain(says) },
      ...{ confirm: plain(yes), deny: plain(words.common.cancel) },
    },
  };
  const talk = [
    button(ids.comment, buttons.comment, proposal.templateId),
    reportButton(proposal, words),
    ...toConsole,
  ];
  if (!isUndecided(proposal)) return actions(talk);
  return [
    ...actions([button(ids.edit, buttons.edit, value), ...talk]),
    { type: "divider" },
    ...actions([withdraw]),
  ];
}

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
