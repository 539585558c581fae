import type { KnownBlock } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { buttonLinks } from "../../platform/index.ts";
import { type Answer, plainAnswer, renderAnswer } from "../../slack/blocks/answer.ts";
import { escapeText } from "../../slack/blocks/escape.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import { textSize } from "../../slack/blocks/size.ts";
import type { SeenContent } from "../../store/index.ts";
import { sourceLines } from "./status.view.ts";

/** A template's texts, each in a block that Slack copies whole. */
export function renderCopy(templateId: string, seen: SeenContent | null, words: Catalogue): Answer {
  const { copy } = words.proposals;
  if (seen === null) return plainAnswer(copy.nothing);
  const head = renderAnswer([[copy.says], [{ code: templateId }], ...sourceLines(seen, words)]);
  const texts = textsOf(seen, words);
  const blocks = [...head.blocks, ...texts.map(({ label, text }) => renderText(label, text))];
  // What is cut would be pasted so.
  const fits =
    textSize(blocks) <= slackLimits.messageBlocksText && blocks.length <= slackLimits.messageBlocks;
  if (!fits) return plainAnswer(copy.tooLong);
  return { text: [head.text, ...texts.map(({ text }) => escapeText(text))].join("\n"), blocks };
}

function textsOf({ name, content, buttons }: SeenContent, { templates }: Catalogue) {
  const { fieldNames, links } = templates;
  const texts = [
    { label: fieldNames.name, text: name },
    { label: fieldNames.content, text: content },
    ...(buttons ?? []).flatMap((button, index) => [
      { label: `${fieldNames.buttons} ${index + 1} · ${button.buttonType ?? ""}`, text: button.buttonName },
      ...buttonLinks.map((link) => ({ label: links[link], text: button[link] })),
    ]),
  ];
  return texts.flatMap(({ label, text }) => (text === null || text === "" ? [] : [{ label, text }]));
}

/** One block, of which a message has fifty: five buttons of four links each are twenty-seven texts. */
function renderText(label: string, text: string): KnownBlock {
  return {
    type: "rich_text",
    elements: [
      { type: "rich_text_section", elements: [{ type: "text", text: label, style: { bold: true } }] },
      { type: "rich_text_preformatted", elements: [{ type: "text", text }] },
    ],
  };
}
