import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { minDigits, normalizeDigits } from "../../phone-number.ts";
import emojiLines from "./emoji.json" with { type: "json" };
import { unescapeText } from "./rich-text.ts";

/** Notation that Slack writes into text: links, mentions and dates in angle brackets, emoji names between colons. */
const address = "(?:[a-zA-Z][\\w+.-]*:\\/\\/|(?:mailto|tel|sms):)[^\\s<>|]+";
const mention = "@[UW][A-Z0-9]+|#[CGD][A-Z0-9]+|!(?:here|channel|everyone|subteam\\^[A-Z0-9]+)";
const bracketed = `<(${address}|${mention})(?:\\|([^<>]*))?>|<!date\\^[^<>|]+\\|([^<>]+)>`;
const emoji = "(?<![\\w:])(?::[\\w+-]+:)+|(?<=[a-zA-Z])(?::[\\w+-]{2,}:)+(?!\\w)";
/** Code and addresses, in which Slack replaces nothing. */
const literal = '```[\\s\\S]*?```|`[^`\\n]+`|https?:\\/\\/[^\\s<>")\\]}\\u0080-\\uffff]+';

const inBrackets = new RegExp(bracketed, "g");
const names = new RegExp(emoji, "g");
const named = /:([\w+-]+(?:::skin-tone-[2-6](?:-[2-6])?)?):/g;
const anywhere = new RegExp(`${literal}|${bracketed}|${emoji}`, "g");

/** Replaces Slack's notation in typed text by the text that a reader sees. Unknown emoji names stay. */
export function withoutNotation(text: string): string {
  return text.replace(anywhere, (whole, target?: string, label?: string, date?: string) =>
    whole.startsWith(":") ? toEmoji(whole) : toReadable(whole, target, label, date),
  );
}

function withEmoji(text: string): string {
  return text.replace(names, toEmoji);
}

function toEmoji(run: string): string {
  return run.replace(named, (whole, name: string) => emojiCalled(name) ?? whole);
}

/** Converts code as Slack delivers it to what a reader sees: entities become `<`, `>`, `&`; emoji names stay. */
export function toReadableText(text: string): string {
  return unescapeText(text.replace(inBrackets, toReadable));
}

/** Returns a link's address; for mail addresses and phone numbers, the label if it contains them. */
function linkText(target: string, label = ""): string {
  const [, scheme, path = ""] = /^(mailto|tel|sms):([^?]*)/i.exec(target) ?? [];
  if (scheme === undefined) return target;
  const isMail = scheme.toLowerCase() === "mailto";
  const named = isMail ? label.toLowerCase().includes(path.toLowerCase()) : isSameNumber(label, path);
  return named ? label : path;
}

function isSameNumber(label: string, number: string): boolean {
  const [shown, whole] = [normalizeDigits(label), normalizeDigits(number)];
  return shown === whole || (shown.length >= minDigits && whole.endsWith(shown));
}

function toReadable(whole: string, target?: string, label = "", date?: string): string {
  if (target === undefined) return date ?? whole;
  if (target.includes(":")) return linkText(target, label);
  const sign = /^[@#!]/.exec(target)?.[0].replace("!", "@") ?? "";
  if (label !== "") return label.startsWith(sign) ? label : `${sign}${label}`;
  return target.replace(/^!(?:subteam\^)?/, "@");
}

/** Slack's emoji by name, from `emoji-datasource` 16 (MIT, © Cal Henderson). A line has an emoji, then its names. */
const byName: ReadonlyMap<string, string> = readNames(emojiLines);

function readNames(lines: readonly string[]): Map<string, string> {
  const names = new Map<string, string>();
  let character = "";
  for (const word of lines.flatMap((line) => line.split(" "))) {
    if (/^[\w+-]+$/.test(word)) names.set(word, character);
    else character = word;
  }
  return names;
}

/** Returns the flag for a name such as `flag-kr`; undefined if there is none. Sark (CQ) has the name `flag-sark`. */
function flagCalled(name: string): string | undefined {
  const code = /^flag-(?!cq)([a-z]{2})$/.exec(name)?.[1] ?? "";
  const flag = code.replace(/./g, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x1f1e6 - 0x61),
  );
  return /^\p{RGI_Emoji_Flag_Sequence}$/v.test(flag) ? flag : undefined;
}

/** First of Unicode's five skin tones, which Slack numbers 2 to 6. */
const lightestTone = 0x1f3fb;

function emojiCalled(name: string): string | undefined {
  const [, base = name, ...numbers] = /^(.*?)::skin-tone-([2-6])(?:-([2-6]))?$/.exec(name) ?? [];
  const character = byName.get(base) ?? flagCalled(base);
  const tones = numbers.flatMap((number) =>
    number === undefined ? [] : [String.fromCodePoint(lightestTone + Number(number) - 2)],
  );
  const [tone] = tones;
  if (character === undefined || tone === undefined) return character;
  // Joined hands between two people take no skin tone.
  const people = /(?!(?<=\u200d)🤝)(\p{Emoji_Modifier_Base})\ufe0f?/gu;
  const count = character.match(people)?.length ?? 0;
  // Slack shows the tone after an emoji that has no variant for it.
  if (count === 0) return `${character}${tones.join("")}`;
  if (count < tones.length) return undefined;
  const toned = character.replace(people, (_, one: string) => `${one}${tones.shift() ?? tone}`);
  return /^\p{RGI_Emoji}$/v.test(toned) ? toned : undefined;
}

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
  z.looseObject({ type: z.literal("raw_number"), value: z.number(), text: z.string().optional() }),
  z.looseObject({ type: z.literal("plain_text"), text: z.string(), emoji: z.boolean().optional() }),
]);

const list = z.array(z.unknown()).catch([]);
const words = z.union([z.string(), z.number().transform(String)]).catch("");
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

/** Texts that Slack puts in place of missing content. */
const placeholders = ["This content can't be displayed.", "[no preview available]"];

/** Reads a Slack message and its attachments from their blocks, else from `text` without Slack's notation. */
export function toTypedText(message: { text: string; blocks: unknown; attachments?: unknown }): string {
  return readMessage(message).join("\n").replaceAll(nothing, "");
}

const Message = z.looseObject({ text: words, blocks: z.unknown().optional(), attachments: list });

function readMessage(value: unknown, depth = 0): string[] {
  const message = Message.safeParse(value).data;
  if (message === undefined) return [];
  const [drawn, text] = [readBlocks(message.blocks, depth), [mrkdwnWords(message.text)]];
  const own = drawn.some((part) => part.includes(nothing)) ? firstOf(text, drawn) : firstOf(drawn, text);
  return [...own, ...message.attachments.flatMap((one) => readAttachment(one, depth))];
}

function firstOf(...candidates: readonly string[][]): string[] {
  const saysSomething = (part: string) => !isBlank(part) && !placeholders.includes(part);
  return candidates.find((parts) => parts.some(saysSomething)) ?? [];
}

/** Reads a forwarded message or an app's attachment; empty for a link preview, which repeats the text. */
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

/** Limit of recursion; Slack nests blocks less deep. */
const deepest = 20;
/** Interactive elements, whose text is skipped. */
const controls: readonly unknown[] = ["actions", "context_actions", "input", "button"];

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
    if (key === "title" && typeof part === "string") return [part];
    if (key === "message") return readMessage(part, inner);
    if (key === "attachments") return list.parse(part).flatMap((one) => readAttachment(one, inner));
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
    case "raw_number":
      return known.text ?? String(known.value);
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
  // Slack ends a part with a line break if another part follows.
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
      return fromUnicode(leaf.unicode) ?? emojiCalled(leaf.name ?? "") ?? `:${leaf.name ?? ""}:`;
    case "broadcast":
      return `@${leaf.range ?? ""}`;
    case "user":
      return `@${leaf.user_id ?? ""}`;
    case "usergroup":
      return `@${leaf.usergroup_id ?? ""}`;
    case "channel":
      return `#${leaf.channel_id ?? ""}`;
    // Only Slack can format a date without a fallback, in the reader's zone; the message's `text` may contain it.
    case "date":
      return leaf.fallback ?? nothing;
    default:
      return leaf.text ?? leaf.fallback ?? leaf.value ?? "";
  }
}

function fromUnicode(unicode: string | undefined): string | null {
  const points = (unicode ?? "").split("-").map((point) => Number.parseInt(point, 16));
  const isReal = points.every((point) => point > 0 && point <= 0x10ffff);
  return isReal ? String.fromCodePoint(...points) : null;
}

/** Code and notation in angle brackets, in which style marks have no meaning. */
const unformatted = /```([\s\S]*?)```|`([^`\n]+)`|<[^<>]*>/g;
const nothing = "\u0000";
const toPlaceholder = (part: string, kept: string[]) => `${nothing}${kept.push(part) - 1}${nothing}`;
const placeholder = new RegExp(`${nothing}(\\d+)${nothing}`, "g");

/** Style marks as Slack pairs them: closest first, not within a word, and with no space inside. */
const styles = ["*", "_", "~"].map(
  (mark) =>
    new RegExp(`(?<![\\p{L}\\p{N}])[${mark}](?=\\S)([^\\n${mark}]*?\\S)[${mark}](?![\\p{L}\\p{N}])`, "gu"),
);

const mrkdwnWords = (text: string): string => readMarks(text.replaceAll(nothing, ""), []);

/** Removes style marks, except in the texts that `kept` has for the placeholders in `text`. */
function readMarks(text: string, kept: string[]): string {
  const masked = text.replace(unformatted, (whole, block?: string, code?: string) =>
    toPlaceholder(toReadableText(block ?? code ?? whole), kept),
  );
  const bare = styles.reduce((words, style) => words.replace(style, "$1"), masked);
  return restore(unescapeText(withoutNotation(bare.replace(/^(?:&gt;)+ ?/gm, ""))), kept);
}

/** Restores kept texts; recursive, since these may contain earlier placeholders. */
function restore(text: string, kept: readonly string[]): string {
  return text.replace(placeholder, (_, index: string) => restore(kept[Number(index)] ?? "", kept));
}

const codeOrEscape = /```(?:\w*\n)?([\s\S]*?)\n?```|`([^`\n]+)`|\\([!-/:-@[-`{-~])/g;

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
