import type { JsonObject } from "../../slack/types.ts";

/**
 * What Slack calls mrkdwn is parsed into a rich_text block, which `text.ts` draws. What is no markup is text; nothing
 * throws.
 */
const fence = /\n?```\n?([\s\S]+?)\n?```\n?/;
const quote = /^(?:&gt;|>) ?/;
const styles: { readonly [mark: string]: string } = { "*": "bold", _: "italic", "~": "strike" };
const code = "`(?<code>[^`\\n]+)`";
/** A mark opens and closes at the edge of words only, not around blanks, and not in a run of marks as `****`. */
const emphasis =
  "(?<![\\p{L}\\p{N}])(?<mark>[*_~])(?<!\\k<mark>\\k<mark>)(?!\\s|\\k<mark>)(?<inside>.+?)(?<!\\s|\\k<mark>)\\k<mark>(?![\\p{L}\\p{N}]|\\k<mark>)";
/** By the names of its groups: `code`, `angle`, or `mark` around `inside`. */
const piece = new RegExp(`${code}|<(?<angle>[^<>\\n]+)>|${emphasis}`, "gu");

/** A mrkdwn text object, or a message's text. */
export function parseMrkdwn(source: string): JsonObject {
  const elements = source.split(fence).flatMap((part, index) => {
    if (index % 2 === 0) return part === "" ? [] : parseParts(part.replace(/\n$/, ""));
    return [{ type: "rich_text_preformatted", elements: [toLeaf(toPlain(part), {})] }];
  });
  return { type: "rich_text", elements };
}

function parseParts(text: string): JsonObject[] {
  const parts: { isQuote: boolean; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const isQuote = quote.test(line);
    const bare = line.replace(quote, "");
    const last = parts.at(-1);
    if (last?.isQuote === isQuote) last.lines.push(bare);
    else parts.push({ isQuote, lines: [bare] });
  }
  return parts.map(({ isQuote, lines }) => ({
    type: isQuote ? "rich_text_quote" : "rich_text_section",
    elements: parseLine(lines.join("\n"), {}),
  }));
}

function parseLine(line: string, style: JsonObject): JsonObject[] {
  const leaves: JsonObject[] = [];
  const pushText = (text: string): void => {
    if (text !== "") leaves.push(toLeaf(toPlain(text), style));
  };
  let at = 0;
  for (const match of line.matchAll(piece)) {
    pushText(line.slice(at, match.index));
    leaves.push(...toLeaves(match.groups ?? {}, style));
    at = match.index + match[0].length;
  }
  pushText(line.slice(at));
  return leaves;
}

function toLeaves(
  { code: fixed, angle, mark = "", inside = "" }: { [group: string]: string },
  style: JsonObject,
): JsonObject[] {
  if (fixed !== undefined) return [toLeaf(toPlain(fixed), { ...style, code: true })];
  if (angle !== undefined) return [{ ...toReference(angle), ...styleOf(style) }];
  return parseLine(inside, { ...style, [styles[mark] ?? ""]: true });
}

/** Without the angles that are no markup here, as in code. */
function toPlain(text: string): string {
  return decodeEntities(text.replace(/<(?:[^<>|\n]+\|)?([^<>|\n]+)>/g, "$1"));
}

function toLeaf(text: string, style: JsonObject): JsonObject {
  return { type: "text", text, ...styleOf(style) };
}

function styleOf(style: JsonObject): JsonObject {
  return Object.keys(style).length === 0 ? {} : { style };
}

/** What stands in angles, with the words that its sender has for it. */
function toReference(inside: string): JsonObject {
  const [target = "", ...rest] = inside.split("|");
  const text = decodeEntities(rest.join("|"));
  const date = /^!date\^(\d+)\^([^^]+)(?:\^(.*))?$/.exec(target);
  if (date !== null) return { type: "date", timestamp: Number(date[1]), format: date[2], fallback: text };
  const group = /^!subteam\^(\w+)/.exec(target);
  if (group !== null) return { type: "usergroup", usergroup_id: group[1], text };
  if (/^!(?:here|channel|everyone)$/.test(target)) return { type: "broadcast", range: target.slice(1) };
  if (/^@[UW]\w+$/.test(target)) return { type: "user", user_id: target.slice(1), text };
  if (/^#[CGD]\w+$/.test(target)) return { type: "channel", channel_id: target.slice(1), text };
  const url = decodeEntities(target);
  if (/^(?:https?|mailto|tel):/i.test(url)) return { type: "link", url, text: text || url };
  return { type: "text", text: `<${decodeEntities(inside)}>` };
}

/** Slack knows these three entities and no others. */
export function decodeEntities(text: string): string {
  return text.replace(/&(lt|gt|amp);/g, (_, name) => (name === "lt" ? "<" : name === "gt" ? ">" : "&"));
}
