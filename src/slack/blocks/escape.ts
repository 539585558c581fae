import { nameUndrawn } from "../../blank-text.ts";

/**
 * What isn't drawn is named, and Slack's three control characters are escaped, so that foreign words in a `text` can't become a mention, a
 * broadcast or a link (docs.slack.dev/messaging/formatting-message-text).
 */
export function escapeText(text: string): string {
  return nameUndrawn(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/**
 * Others' words within Slack's markup, beside a mention, where nothing of them may be read: as code where there is
 * anything but letters, digits and what Slack reads as nothing (a run of marks such as `****` is none to it). Its place
 * must not be turned into links (`verbatim`).
 */
export function toLiteral(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return isInert.test(line) ? escapeText(line) : `\`${escapeText(line.replaceAll("`", "'"))}\``;
}

const isInert =
  /^(?!.*\*{4}.*\*{4})(?:\uFE0F|\p{M}|[\p{L}\p{N}\p{Extended_Pictographic} .,;!?()[\]“”‘’'"·…–+/#%&$₩-]|:(?= )|(?<!\*)\*{4}(?!\*))*$/u;

/** As much of a top-level text as fits, ending in no half of an entity, a mention or a character. */
export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, limit - 1).replace(/(?:&[a-z]*|<[^<>]*|[\uD800-\uDBFF])$/, "")}…`;
}

/** What a person typed, of a text that Slack delivers escaped. */
export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };
