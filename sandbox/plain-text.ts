import { type Clock, formatDate } from "./web/page/dates.ts";
import { emojiOf } from "./web/page/emoji.ts";
import { type Inline, type MrkdwnBlock, parseMrkdwn } from "./web/page/mrkdwn.ts";

/** What ids and moments are to a reader. */
export type Reading = {
  /** The name of a person, conversation or group. */
  readonly nameOf: (id: string) => string | undefined;
  readonly clock: Clock;
  readonly nowS: number;
};

/** What a message's `text` says to a reader without marks, links and pictures: a terminal. */
export function toPlainText(source: string, reading: Reading): string {
  return parseMrkdwn(source)
    .map((block) => plainBlock(block, reading))
    .join("\n");
}

function plainBlock(block: MrkdwnBlock, reading: Reading): string {
  if (block.kind === "preformatted") return block.text;
  const lines = block.lines.map((line) => plainLine(line, reading));
  return lines.map((line) => (block.kind === "quote" ? `> ${line}` : line)).join("\n");
}

function plainLine(inlines: readonly Inline[], reading: Reading): string {
  return inlines.map((inline) => plainInline(inline, reading)).join("");
}

function plainInline(inline: Inline, reading: Reading): string {
  const { nameOf, clock, nowS } = reading;
  switch (inline.kind) {
    case "bold":
    case "italic":
    case "strike":
      return plainLine(inline.children, reading);
    case "emoji":
      return emojiOf(inline.name) ?? `:${inline.name}:`;
    case "date":
      return formatDate(inline.timestampS, { format: inline.format, clock, nowS });
    case "broadcast":
      return `@${inline.range}`;
    case "user":
    case "usergroup":
      return `@${nameOf(inline.id) ?? (inline.label.replace(/^@/, "") || inline.id)}`;
    case "conversation":
      return `#${nameOf(inline.id) ?? (inline.label || inline.id)}`;
    default:
      return inline.text;
  }
}
