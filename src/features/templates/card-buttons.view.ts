import type { ActionsBlock, Button, KnownBlock } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { historyId } from "../../outcomes/card.view.ts";
import { button } from "../../slack/blocks/buttons.ts";
import { plain } from "../../slack/blocks/modal.ts";
import type { Proposal } from "../../store/index.ts";
import { ids, toDecisionValue } from "./ids.ts";

/** It can still be edited and withdrawn. */
export function isUndecided({ state }: Pick<Proposal, "state">): boolean {
  return state === "open" || state === "changes_requested";
}

/** Gone once it is decided; what there was to the update is in the history. */
export function cardButtons(proposal: Proposal, words: Catalogue): KnownBlock[] {
  const { card } = words.proposals;
  const value = toDecisionValue(proposal);
  const { operation, state } = proposal;
  if (isUndecided(proposal)) {
    const approve: Button[] =
      state === "open"
        ? [
            // It asks once more by itself, since Slack's own question would come before anybody knows who asks.
            button(ids.approve, card.buttons.approve, value, "primary"),
            button(ids.requestChanges, card.buttons.requestChanges, value),
          ]
        : [];
    const elements = [
      ...approve,
      button(ids.edit, card.buttons.edit, value),
      button(ids.note, card.buttons.note, value),
      button(ids.comment, card.buttons.comment, value),
      {
        ...button(ids.withdraw, card.buttons.withdraw, value, "danger"),
        confirm: toConfirm(card.confirmWithdraw),
      },
    ];
    return [{ type: "actions", elements }];
  }
  if (operation === null) return [];
  const more: ActionsBlock = {
    type: "actions",
    elements: [
      {
        type: "overflow",
        action_id: historyId,
        options: [{ text: plain(words.outcomes.more), value: operation.id }],
      },
    ],
  };
  return [more];
}

type Confirm = Catalogue["proposals"]["card"]["confirmWithdraw"];

function toConfirm({ title, says, yes, no }: Confirm): NonNullable<Button["confirm"]> {
  return { title: plain(title), text: plain(says), confirm: plain(yes), deny: plain(no) };
}
