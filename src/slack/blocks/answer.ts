import type { KnownBlock } from "@slack/types";
import { nameUndrawn } from "../../blank-text.ts";
import { type Line, type Quote, renderLines } from "./rich-text.ts";
import { withCommands } from "./sentence.ts";

/** A personal answer or a post: blocks for the eye, and all that they say again as `text`. */
export type Answer = { text: string; blocks: KnownBlock[] };

/** Buttons and other blocks that follow the lines; what they say has to be in the lines as well. */
export function renderAnswer(lines: readonly (Line | Quote)[], ...blocks: KnownBlock[]): Answer {
  const { text, block } = renderLines(lines);
  return { text, blocks: [block, ...blocks] };
}

/** Lines that Slack sets apart from those before; none where there are no lines. */
export function renderParagraphs(paragraphs: readonly (readonly Line[])[]): Answer {
  const parts = paragraphs.filter((lines) => lines.length > 0).map((lines) => renderLines([...lines]));
  return { text: parts.map(({ text }) => text).join("\n"), blocks: parts.map(({ block }) => block) };
}

/** A sentence of the app's; what isn't drawn in the words that it repeats is named. */
export function plainAnswer(text: string): Answer {
  return renderAnswer([withCommands(nameUndrawn(text))]);
}

/**
 * Set on everything this app posts: Slack fetches no address in a text (one-time links would be used up), and
 * reads neither markup nor names into it.
 */
export const inert = { unfurl_links: false, unfurl_media: false, mrkdwn: false, link_names: false } as const;
