/**
 * Slack's three control characters, escaped, so that foreign words in a `text` can't become a mention, a
 * broadcast or a link (docs.slack.dev/messaging/formatting-message-text).
 */
export function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What a person typed, of a text that Slack delivers escaped. */
export function unescapeText(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity);
}

const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/**
 * What a person reads in a message's `text`: Slack delivers it escaped, with links and mentions in angle brackets
 * (`<https://a.b|label>`, `<tel:+82…|010…>`, `<@U1|mina>`).
 */
export function toReadableText(text: string): string {
  const bare = text
    .replace(
      /<(mailto:|tel:)?([^<>|]*)\|([^<>]*)>/g,
      (_, scheme: string | undefined, target: string, label: string) =>
        scheme === undefined && /^https?:/.test(target) ? target : label,
    )
    .replace(/<(?:mailto:|tel:)?([^<>]*)>/g, "$1");
  return unescapeText(bare);
}
