import type { KnownBlock } from "@slack/types";
import { replaceInvisible } from "../../blank-text.ts";
import { type Line, type Quote, renderLines, toCommandLine } from "./rich-text.ts";

/** Answer to one person, or a post: blocks, and the same content as `text` for screen readers and search. */
export type Answer = { text: string; blocks: KnownBlock[] };

/** Part of an answer; a bare block, such as buttons, adds no text. */
export type AnswerPart = Answer | { text: string; block: KnownBlock } | KnownBlock;

export function compose(...parts: readonly AnswerPart[]): Answer {
  return {
    text: parts.flatMap((part) => ("type" in part ? [] : [part.text])).join("\n"),
    blocks: parts.flatMap((part) =>
      "type" in part ? [part] : "blocks" in part ? part.blocks : [part.block],
    ),
  };
}

export function renderAnswer(lines: readonly (Line | Quote)[], ...blocks: KnownBlock[]): Answer {
  return compose(renderLines(lines), ...blocks);
}

/** Renders each list of lines as a paragraph; an empty list is left out. */
export function renderParagraphs(paragraphs: readonly (readonly Line[])[]): Answer {
  return compose(...paragraphs.filter((lines) => lines.length > 0).map(renderLines));
}

/** Renders a sentence of the app, with invisible characters in quoted text named. */
export function plainAnswer(text: string): Answer {
  return renderAnswer([toCommandLine(replaceInvisible(text))]);
}

/** Options of every post: Slack fetches none of its addresses (one-time links would be used up), and reads no markup. */
export const inert = { unfurl_links: false, unfurl_media: false, mrkdwn: false, link_names: false } as const;
