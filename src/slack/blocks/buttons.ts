import type { ActionsBlock, ActionsBlockElement, Button } from "@slack/types";
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
