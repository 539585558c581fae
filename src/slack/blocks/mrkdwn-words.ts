import { unescapeText } from "./escape.ts";
import { toReadableText, withoutNotation } from "./notation.ts";

/** Whatever is in these is meant as it stands. */
const literal = /```([\s\S]*?)```|`([^`\n]+)`|<[^<>]*>/g;
const nothing = "\u0000";
const placeholder = new RegExp(`${nothing}(\\d+)${nothing}`, "g");

/** Of the closest pair of marks, as Slack reads them: not within a word, and not beside a space of its own. */
const styles = ["*", "_", "~"].map(
  (mark) =>
    new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?=\\S)([^\\n${mark}]*?\\S)[${mark}](?![\\p{L}\\p{N}])`, "gu"),
);

/** What is read in Slack's markup: words without marks of style, emoji as characters, links and mentions as read. */
export function mrkdwnWords(text: string): string {
  return readMarks(text.replaceAll(nothing, ""), []);
}

/** `kept`: what stands in the text as a placeholder, since marks in it mean nothing. */
function readMarks(text: string, kept: string[]): string {
  const masked = text.replace(literal, (whole, block?: string, code?: string) =>
    keep(toReadableText(block ?? code ?? whole), kept),
  );
  const bare = styles.reduce((words, style) => words.replace(style, "$1"), masked);
  const quoted = bare.replace(/^(?:&gt;)+ ?/gm, "");
  return restore(unescapeText(withoutNotation(quoted)), kept);
}

function keep(part: string, kept: string[]): string {
  return `${nothing}${kept.push(part) - 1}${nothing}`;
}

/** A part may hold placeholders of earlier ones. */
function restore(text: string, kept: readonly string[]): string {
  return text.replace(placeholder, (_, index: string) => restore(kept[Number(index)] ?? "", kept));
}

const codeOrEscape = /```(?:\w*\n)?([\s\S]*?)\n?```|`([^`\n]+)`|\\([!-/:-@[-`{-~])/g;

/** The same of Markdown, which a block of its own has. */
export function markdownWords(text: string): string {
  const kept: string[] = [];
  const marked = text
    .replaceAll(nothing, "")
    .replace(codeOrEscape, (_, block?: string, code?: string, sign?: string) =>
      keep(sign ?? toReadableText(block ?? code ?? ""), kept),
    )
    .replace(/\\$/gm, "")
    .replace(/^ {0,3}(?:#{1,6} +|> ?)/gm, "")
    .replace(/^( *)[-*+] +/gm, "$1• ")
    .replace(/!?\[([^\]\n]*)\]\(([^()\s]+)[^()\n]*\)/g, "<$2|$1>")
    .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, "$2");
  return readMarks(marked, kept);
}
