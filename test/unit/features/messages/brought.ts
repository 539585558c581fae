import { renderSendForm } from "../../../../src/features/messages/send.view.ts";
import type { SendForm } from "../../../../src/features/messages/send-form.ts";
import { Fields } from "../../../../src/slack/edge/fields.ts";
import { metadataOf } from "../../../support/spoken.ts";
import { en } from "../../../support/words.ts";
import { deps } from "./some-deps.ts";

/** The form's metadata and fields as Slack submits them, with the values of `chosen` selected. */
export function brought(shown: SendForm, chosen: Record<string, string> = {}, rules = deps.rules) {
  const view = renderSendForm(shown, { rules, words: en, mayAttach: false });
  const values = Object.fromEntries(
    view.blocks.flatMap((block) => {
      if (!("element" in block) || block.block_id === undefined) return [];
      const { element } = block;
      const typed = "initial_value" in element ? element.initial_value : undefined;
      const option = "initial_option" in element ? element.initial_option : undefined;
      const value = chosen[block.block_id];
      const selected = value === undefined ? option : { value };
      return [[block.block_id, { value: { type: element.type, value: typed, selected_option: selected } }]];
    }),
  );
  return {
    ...metadataOf(view.private_metadata ?? ""),
    fields: new Fields(JSON.parse(JSON.stringify(values))),
  };
}
