import type { ActionsBlock, ActionsBlockElement, Button, KnownBlock } from "@slack/types";
import { plain } from "./modal.ts";

/** `value` is what comes back with the click. */
export function button(actionId: string, text: string, value?: string, style?: Button["style"]): Button {
  return {
    type: "button",
    action_id: actionId,
    text: plain(text),
    ...(value === undefined ? {} : { value }),
    ...(style === undefined ? {} : { style }),
  };
}

/** A row of them; none where there is nothing to press, since Slack refuses an empty one. */
export function actions(elements: readonly ActionsBlockElement[]): ActionsBlock[] {
  return elements.length === 0 ? [] : [{ type: "actions", elements: [...elements] }];
}

/** Those with nothing between them are one row. */
export function joinRows(blocks: readonly KnownBlock[]): KnownBlock[] {
  const joined: KnownBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last?.type === "actions" && block.type === "actions")
      joined.splice(-1, 1, { ...last, elements: [...last.elements, ...block.elements] });
    else joined.push(block);
  }
  return joined;
}
