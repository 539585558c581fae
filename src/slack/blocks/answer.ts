import type { KnownBlock } from "@slack/types";
import { replaceInvisible } from "../../blank-text.ts";
import { type Line, type Quote, renderLines, toCommandLine } from "./rich-text.ts";

/** Blocks, and the same content as `text` for screen readers and search. */
export type Answer = { text: string; blocks: KnownBlock[] };

/** Block alone, such as buttons: adds nothing to `text`. */
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

export function renderParagraphs(paragraphs: readonly (readonly Line[])[]): Answer {
  return compose(...paragraphs.filter((lines) => lines.length > 0).map(renderLines));
}

/** Renders a sentence; replaces invisible characters in quoted text by their names. */
export function plainAnswer(text: string): Answer {
  return renderAnswer([toCommandLine(replaceInvisible(text))]);
}

/** Options of every post: Slack previews no links, which would use up one-time links, and parses no markup. */
export const inert = { unfurl_links: false, unfurl_media: false, mrkdwn: false, link_names: false } as const;
