import { unescapeText } from "./escape.ts";
import { toReadableText, withoutNotation } from "./notation.ts";

/** Whatever is in these is meant as it stands. */
const literal = /```([\s\S]*?)```|`([^`\n]+)`|<[^<>]*>/g;
const placeholder = "\u0000";

/** Of the closest pair of marks, as Slack reads them: not within a word, and not beside a space of its own. */
const styles = ["*", "_", "~"].map(
  (mark) =>
    new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?=\\S)([^\\n${mark}]*?\\S)[${mark}](?![\\p{L}\\p{N}])`, "gu"),
);

/** What is read in Slack's markup: words without marks of style, emoji as characters, links and mentions as read. */
export function mrkdwnWords(text: string): string {
  const kept: string[] = [];
  const masked = text.replaceAll(placeholder, "").replace(literal, (whole, block?: string, code?: string) => {
    kept.push(toReadableText(block ?? code ?? whole));
    return placeholder;
  });
  const bare = styles.reduce((words, style) => words.replace(style, "$1"), masked);
  const quoted = bare.replace(/^(?:&gt;)+ ?/gm, "");
  return unescapeText(withoutNotation(quoted)).replaceAll(placeholder, () => kept.shift() ?? "");
}

const fenceOrCode = /(```[\s\S]*?```|`[^`\n]+`)/;

/** The same of Markdown, which a block of its own has. */
export function markdownWords(text: string): string {
  const parts = text.split(fenceOrCode).map((part, index) =>
    index % 2 === 1
      ? part.replace(/^```\w*\n/, "```").replace(/\n```$/, "```")
      : part
          .replace(/^ {0,3}(?:#{1,6} +|> ?)/gm, "")
          .replace(/^( *)[-*+] +/gm, "$1• ")
          .replace(/!?\[([^\]\n]*)\]\(([^()\s]+)[^()\n]*\)/g, "<$2|$1>")
          .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, "$2"),
  );
  return mrkdwnWords(parts.join(""));
}
