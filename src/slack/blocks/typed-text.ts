import { z } from "zod";
import { emojiCalled, withEmoji } from "./emoji-names.ts";
import { mrkdwnWords } from "./mrkdwn-words.ts";

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

const TextObject = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("mrkdwn"), text: z.string() }),
  z.looseObject({ type: z.literal("plain_text"), text: z.string(), emoji: z.boolean().optional() }),
]);
const list = z.array(z.unknown()).catch([]);
/** Section, header and context: what apps write. */
const Written = z.looseObject({ text: z.unknown().optional(), fields: list, elements: list });

/**
 * What is read in a message: in its rich text, which says what is style and what a character, in the blocks of apps, else
 * in its text, where Slack has written links and mentions in angle brackets.
 */
export function toTypedText({ text, blocks }: { text: string; blocks: unknown }): string {
  const parts = list.parse(blocks).flatMap(readBlock);
  return parts.length === 0 ? mrkdwnWords(text) : parts.join("\n");
}

function readBlock(block: unknown): string[] {
  const rich = RichText.safeParse(block).data;
  if (rich !== undefined) return rich.elements.map(readPart);
  const written = Written.safeParse(block).data;
  return written === undefined
    ? []
    : [written.text, ...written.fields, ...written.elements].flatMap(readWords);
}

function readWords(value: unknown): string[] {
  const known = TextObject.safeParse(value).data;
  if (known === undefined) return [];
  if (known.type === "mrkdwn") return [mrkdwnWords(known.text)];
  return [known.emoji === false ? known.text : withEmoji(known.text)];
}

function readPart(part: unknown): string {
  const list = List.safeParse(part).data;
  if (list !== undefined) {
    const { elements, style, offset = 0 } = list;
    const mark = (index: number) => (style === "ordered" ? `${offset + index + 1}. ` : "• ");
    return elements.map((item, index) => `${mark(index)}${readPart(item)}`).join("\n");
  }
  const leaves = Section.safeParse(part).data?.elements ?? [];
  // A part ends with its own line break where another follows.
  return leaves.map(readLeaf).join("").replace(/\n$/, "");
}

function readLeaf(leaf: unknown): string {
  const known = Leaf.safeParse(leaf).data;
  return known === undefined ? "" : leafText(known);
}

function leafText(leaf: Leaf): string {
  switch (leaf.type) {
    case "link":
      return linkText(leaf);
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

/** An address is what can be followed; a number and a mail address are what is read. */
function linkText({ url = "", text }: Leaf): string {
  return /^https?:/.test(url) ? url : (text ?? url.replace(/^(?:mailto|tel):/, ""));
}

function toEmoji(unicode: string | undefined): string | null {
  const points = (unicode ?? "").split("-").map((point) => Number.parseInt(point, 16));
  const isReal = points.every((point) => point > 0 && point <= 0x10ffff);
  return isReal ? String.fromCodePoint(...points) : null;
}
