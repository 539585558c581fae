import type { KnownBlock } from "@slack/types";
import { nameInvisible } from "../../blank-text.ts";
import { type Line, type Quote, renderLines, withCommands } from "./rich-text.ts";

/** A personal answer or a post: blocks for the eye, and all that they say again as `text`. */
export type Answer = { text: string; blocks: KnownBlock[] };

/** Blocks of an answer with what they say; of a block alone, such as buttons, others have to say all. */
export type Part = Answer | { text: string; block: KnownBlock } | KnownBlock;

/** The parts in their order. */
export function compose(...parts: readonly Part[]): Answer {
  return {
    text: parts.flatMap((part) => ("type" in part ? [] : [part.text])).join("\n"),
    blocks: parts.flatMap((part) =>
      "type" in part ? [part] : "blocks" in part ? part.blocks : [part.block],
    ),
  };
}

/** Lines, and blocks that follow them. */
export function renderAnswer(lines: readonly (Line | Quote)[], ...blocks: KnownBlock[]): Answer {
  return compose(renderLines(lines), ...blocks);
}

/** Lines that Slack sets apart from those before; none where there are no lines. */
export function renderParagraphs(paragraphs: readonly (readonly Line[])[]): Answer {
  return compose(...paragraphs.filter((lines) => lines.length > 0).map(renderLines));
}

/** A sentence of the app's; what isn't rendered in the words that it repeats is named. */
export function plainAnswer(text: string): Answer {
  return renderAnswer([withCommands(nameInvisible(text))]);
}

/**
 * Set on everything this app posts: Slack fetches no address in a text (one-time links would be used up), and
 * reads neither markup nor names into it.
 */
export const inert = { unfurl_links: false, unfurl_media: false, mrkdwn: false, link_names: false } as const;
