import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { emojiCalled, linkText, toReadableText, withEmoji, withoutNotation } from "./notation.ts";
import { unescapeText } from "./rich-text.ts";

const Leaf = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  url: z.string().optional(),
  name: z.string().optional(),
  /** Code points in hexadecimal: `1f44d-1f3fd`. */
  unicode: z.string().optional(),
  range: z.string().optional(),
  fallback: z.string().optional(),
  value: z.string().optional(),
  user_id: z.string().optional(),
  channel_id: z.string().optional(),
  usergroup_id: z.string().optional(),
});
type Leaf = z.infer<typeof Leaf>;

const Section = z.looseObject({ type: z.string(), elements: z.array(z.unknown()) });
const List = Section.extend({
  type: z.literal("rich_text_list"),
  style: z.string().optional(),
  offset: z.number().optional(),
});
const RichText = z.looseObject({ type: z.literal("rich_text"), elements: z.array(z.unknown()) });

const Words = z.discriminatedUnion("type", [
  z.looseObject({ type: z.enum(["mrkdwn", "markdown", "raw_text"]), text: z.string() }),
  z.looseObject({ type: z.literal("plain_text"), text: z.string(), emoji: z.boolean().optional() }),
]);

const list = z.array(z.unknown()).catch([]);
const words = z.string().catch("");
const Attachment = z.looseObject({
  is_share: z.boolean().catch(false),
  from_url: words,
  original_url: words,
  pretext: words,
  author_name: words,
  title: words,
  text: words,
  fields: z.array(z.looseObject({ title: words, value: words })).catch([]),
  footer: words,
  fallback: words,
});

/** Slack's stand-ins for missing text. */
const placeholders = ["This content can't be displayed.", "[no preview available]"];

/**
 * Text of a message and its attachments: what its blocks say, else its text, in which Slack writes links and mentions in
 * angle brackets.
 */
export function toTypedText(message: { text: string; blocks: unknown; attachments?: unknown }): string {
  return readMessage(message).join("\n");
}

const Message = z.looseObject({ text: words, blocks: z.unknown().optional(), attachments: list });

function readMessage(value: unknown, depth = 0): string[] {
  const message = Message.safeParse(value).data;
  if (message === undefined) return [];
  const own = firstOf(readBlocks(message.blocks, depth), [mrkdwnWords(message.text)]);
  return [...own, ...message.attachments.flatMap((one) => readAttachment(one, depth))];
}

function firstOf(...candidates: readonly string[][]): string[] {
  const saysSomething = (part: string) => !isBlank(part) && !placeholders.includes(part);
  return candidates.find((parts) => parts.some(saysSomething)) ?? [];
}

/** A forwarded message, or one of an app; not a link's preview, which the text has. */
function readAttachment(value: unknown, depth: number): string[] {
  const one = Attachment.safeParse(value).data;
  if (one === undefined) return [];
  const { is_share: isForwarded, pretext, author_name, title, text, footer, fallback } = one;
  if (!isForwarded && `${one.from_url}${one.original_url}` !== "") return [];
  const fields = one.fields.map((field) =>
    [field.title, field.value].filter((part) => part !== "").join(": "),
  );
  const written = isForwarded ? [text] : [pretext, author_name, title, text, ...fields, footer];
  const own = firstOf(
    readBlocks([one["message_blocks"], one["blocks"]], depth),
    written.filter((part) => part !== "").map(mrkdwnWords),
  );
  const inside = readBlocks({ attachments: one["attachments"] }, depth);
  return firstOf([...own, ...inside], isForwarded ? [] : [mrkdwnWords(fallback)]);
}

/** Deeper than Slack nests blocks. */
const deepest = 20;
/** Elements to press or choose. */
const controls: readonly unknown[] = ["actions", "context_actions", "input", "button"];

/** Texts in blocks of any kind, in order. */
function readBlocks(value: unknown, depth = 0): string[] {
  if (typeof value !== "object" || value === null || depth > deepest) return [];
  const inner = depth + 1;
  if (Array.isArray(value)) return value.flatMap((one) => readBlocks(one, inner));
  const rich = RichText.safeParse(value).data;
  if (rich !== undefined) return rich.elements.map(readPart);
  const known = Words.safeParse(value).data;
  if (known !== undefined) return [readWords(known)];
  if ("type" in value && controls.includes(value.type)) return [];
  return Object.entries(value).flatMap(([key, part]) => {
    if (key === "accessory") return [];
    if (key === "message") return readMessage(part, inner);
    if (key === "attachments") return list.parse(part).flatMap((one) => readAttachment(one, inner));
    // A table: a line for each row.
    if (key === "rows") return list.parse(part).map((row) => readBlocks(row, inner).join(" "));
    return readBlocks(part, inner);
  });
}

function readWords(known: z.infer<typeof Words>): string {
  switch (known.type) {
    case "mrkdwn":
      return mrkdwnWords(known.text);
    case "markdown":
      return markdownWords(known.text);
    case "raw_text":
      return known.text;
    case "plain_text":
      return known.emoji === false ? known.text : withEmoji(known.text);
  }
}

function readPart(part: unknown): string {
  const list = List.safeParse(part).data;
  if (list !== undefined) {
    const { elements, style, offset = 0 } = list;
    const mark = (index: number) => (style === "ordered" ? `${offset + index + 1}. ` : "• ");
    return elements.map((item, index) => `${mark(index)}${readPart(item)}`).join("\n");
  }
  const leaves = Section.safeParse(part).data?.elements ?? [];
  // A part ends with a line break where another follows.
  return leaves.map(readLeaf).join("").replace(/\n$/, "");
}

function readLeaf(leaf: unknown): string {
  const known = Leaf.safeParse(leaf).data;
  return known === undefined ? "" : leafText(known);
}

function leafText(leaf: Leaf): string {
  switch (leaf.type) {
    case "link":
      return linkText(leaf.url ?? "", leaf.text);
    case "emoji":
      return toEmoji(leaf.unicode) ?? emojiCalled(leaf.name ?? "") ?? `:${leaf.name ?? ""}:`;
    case "broadcast":
      return `@${leaf.range ?? ""}`;
    case "user":
      return `@${leaf.user_id ?? ""}`;
    case "usergroup":
      return `@${leaf.usergroup_id ?? ""}`;
    case "channel":
      return `#${leaf.channel_id ?? ""}`;
    default:
      return leaf.text ?? leaf.fallback ?? leaf.value ?? "";
  }
}

function toEmoji(unicode: string | undefined): string | null {
  const points = (unicode ?? "").split("-").map((point) => Number.parseInt(point, 16));
  const isReal = points.every((point) => point > 0 && point <= 0x10ffff);
  return isReal ? String.fromCodePoint(...points) : null;
}

/** Taken literally. */
const literal = /```([\s\S]*?)```|`([^`\n]+)`|<[^<>]*>/g;
const nothing = "\u0000";
const toPlaceholder = (part: string, kept: string[]) => `${nothing}${kept.push(part) - 1}${nothing}`;
const placeholder = new RegExp(`${nothing}(\\d+)${nothing}`, "g");

/** Closest pairs of style marks, as Slack reads them: not within a word, not beside a space. */
const styles = ["*", "_", "~"].map(
  (mark) =>
    new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?=\\S)([^\\n${mark}]*?\\S)[${mark}](?![\\p{L}\\p{N}])`, "gu"),
);

/** Words without style marks, emoji as characters, links and mentions as read. */
const mrkdwnWords = (text: string): string => readMarks(text.replaceAll(nothing, ""), []);

/** `kept`: texts replaced by placeholders, since marks in them mean nothing. */
function readMarks(text: string, kept: string[]): string {
  const masked = text.replace(literal, (whole, block?: string, code?: string) =>
    toPlaceholder(toReadableText(block ?? code ?? whole), kept),
  );
  const bare = styles.reduce((words, style) => words.replace(style, "$1"), masked);
  return restore(unescapeText(withoutNotation(bare.replace(/^(?:&gt;)+ ?/gm, ""))), kept);
}

/** A part may hold placeholders of earlier ones. */
function restore(text: string, kept: readonly string[]): string {
  return text.replace(placeholder, (_, index: string) => restore(kept[Number(index)] ?? "", kept));
}

const codeOrEscape = /```(?:\w*\n)?([\s\S]*?)\n?```|`([^`\n]+)`|\\([!-/:-@[-`{-~])/g;

/** The same for Markdown blocks. */
function markdownWords(text: string): string {
  const kept: string[] = [];
  const marked = text
    .replaceAll(nothing, "")
    .replace(codeOrEscape, (_, block?: string, code?: string, sign?: string) =>
      toPlaceholder(sign ?? toReadableText(block ?? code ?? ""), kept),
    )
    .replace(/\\$/gm, "")
    .replace(/^ {0,3}(?:#{1,6} +|> ?)/gm, "")
    .replace(/^( *)[-*+] +/gm, "$1• ")
    .replace(/!?\[([^\]\n]*)\]\(([^()\s]+)[^()\n]*\)/g, "<$2|$1>")
    .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, "$2");
  return readMarks(marked, kept);
}
