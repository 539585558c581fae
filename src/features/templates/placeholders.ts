import type { Line } from "../../slack/blocks/rich-text.ts";

/** `#{name}` stands for what each recipient's message has in its place. */
const placeholder = /#\{([^{}\n]+)\}/gu;

/** Each once, in the order of their first place. */
export function placeholdersOf(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(placeholder) ?? []))];
}

/** What came and what went; a renamed one is both. */
export function comparePlaceholders(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((one) => !before.includes(one)),
    lost: before.filter((one) => !after.includes(one)),
  };
}

/** A placeholder is told apart from what everybody reads. */
export function markPlaceholders(text: string): Line {
  const parts = text.split(/(#\{[^{}\n]+\})/u);
  return parts.flatMap((part, index): Line => {
    if (part === "") return [];
    return [index % 2 === 1 ? { code: part } : part];
  });
}
