import { toObject, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";

/** Each markup is parsed into a rich_text block, which `text.ts` draws. What is no markup is text; nothing throws. */
type Dialect = {
  /** Around preformatted parts. */
  readonly fence: RegExp;
  /** What a line begins with to be more than a line. */
  readonly starts: readonly (readonly [Start, RegExp])[];
  /** By the names of its groups: `code`, `mark` around `inside`, `label` before `url`, `angle` or `emoji`. */
  readonly piece: RegExp;
  readonly styles: { readonly [mark: string]: string };
  readonly plain: (text: string) => string;
  /** A style within another one stays as it was typed. */
  readonly isFlat?: boolean;
};
type Start = "bullet" | "ordered" | "quote" | "heading" | "divider" | "blank";

const fence = /\n?```\n?([\s\S]+?)\n?```\n?/;
const styles = { "*": "bold", _: "italic", "~": "strike" };
const code = "`(?<code>[^`\\n]+)`";
/** A mark opens and closes at the edge of words only, not around blanks, and not in a run of marks as `****`. */
const emphasis =
  "(?<![\\p{L}\\p{N}])(?<mark>[*_~])(?<!\\k<mark>\\k<mark>)(?!\\s|\\k<mark>)(?<inside>.+?)(?<!\\s|\\k<mark>)\\k<mark>(?![\\p{L}\\p{N}]|\\k<mark>)";

const mrkdwn: Dialect = {
  fence,
  starts: [["quote", /^(?:&gt;|>) ?/]],
  piece: new RegExp(`${code}|<(?<angle>[^<>\\n]+)>|:(?<emoji>[a-z0-9_+'-]+):|${emphasis}`, "gu"),
  styles,
  plain: (text) => decodeEntities(text.replace(/<(?:[^<>|\n]+\|)?([^<>|\n]+)>/g, "$1")),
};

const typed: Dialect = {
  fence,
  starts: [
    ["bullet", /^[-•] /],
    ["ordered", /^\d+\. /],
    ["quote", /^> ?/],
  ],
  piece: new RegExp(`${code}|${emphasis}`, "gu"),
  styles,
  plain: String,
  isFlat: true,
};

const markdown: Dialect = {
  fence: /^```[^\n]*\n([\s\S]*?)\n?^```[^\n]*$/m,
  starts: [
    ["bullet", /^\s*[-*+] /],
    ["ordered", /^\s*\d+[.)] /],
    ["quote", /^> ?/],
    ["heading", /^#{1,6} +/],
    ["divider", /^(?:-{3,}|\*{3,})$/],
    ["blank", /^\s*$/],
  ],
  piece: new RegExp(
    `${code}|(?<mark>\\*\\*|~~|[*_])(?<inside>.+?)\\k<mark>|\\[(?<label>[^\\]]+)\\]\\((?<url>[^)\\s]+)\\)`,
    "gu",
  ),
  styles: { "**": "bold", "~~": "strike", "*": "italic", _: "italic" },
  plain: String,
};

/** A mrkdwn text object, or a message's text. */
export const parseMrkdwn = (source: string): JsonObject => parse(source, mrkdwn);

/** A markdown block, the usual subset. */
export const parseMarkdown = (source: string): JsonObject => parse(source, markdown);

/** What a person typed in a field for rich text. */
export const parseTyped = (source: string): JsonObject => parse(source, typed);

function parse(source: string, dialect: Dialect): JsonObject {
  const elements = source.split(dialect.fence).flatMap((part, index) => {
    if (index % 2 === 0) return part === "" ? [] : parseParts(part.replace(/\n$/, ""), dialect);
    return [{ type: "rich_text_preformatted", elements: [toLeaf(dialect.plain(part), {})] }];
  });
  return { type: "rich_text", elements };
}

function parseParts(text: string, dialect: Dialect): JsonObject[] {
  const parts: { kind: Start | "text"; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [kind = "text", mark = ""] = dialect.starts.find(([, start]) => start.test(line)) ?? [];
    const bare = line.replace(mark, "");
    const last = parts.at(-1);
    if (last?.kind === kind && kind !== "heading") last.lines.push(bare);
    else parts.push({ kind, lines: [bare] });
  }
  return parts.flatMap(({ kind, lines }) => toPart(kind, lines, dialect));
}

function toPart(kind: Start | "text", lines: readonly string[], dialect: Dialect): JsonObject[] {
  if (kind === "blank") return [];
  if (kind === "heading" || kind === "divider") {
    return [{ type: kind, elements: parseLines(lines, dialect) }];
  }
  if (kind === "bullet" || kind === "ordered") {
    const items = lines.map((line) => ({
      type: "rich_text_section",
      elements: parseLine(line, dialect, {}),
    }));
    return [{ type: "rich_text_list", style: kind, elements: items }];
  }
  const type = kind === "quote" ? "rich_text_quote" : "rich_text_section";
  return [{ type, elements: parseLines(lines, dialect) }];
}

function parseLines(lines: readonly string[], dialect: Dialect): JsonObject[] {
  return parseLine(lines.join("\n"), dialect, {});
}

function parseLine(line: string, dialect: Dialect, style: JsonObject): JsonObject[] {
  const leaves: JsonObject[] = [];
  const pushText = (text: string): void => {
    if (text !== "") leaves.push(toLeaf(dialect.plain(text), style));
  };
  let at = 0;
  for (const match of line.matchAll(dialect.piece)) {
    pushText(line.slice(at, match.index));
    leaves.push(...toLeaves(match.groups ?? {}, dialect, style));
    at = match.index + match[0].length;
  }
  pushText(line.slice(at));
  return leaves;
}

function toLeaves(
  { code: fixed, angle, emoji, mark, inside = "", label = "", url = "" }: { [group: string]: string },
  dialect: Dialect,
  style: JsonObject,
): JsonObject[] {
  if (fixed !== undefined) return [toLeaf(dialect.plain(fixed), { ...style, code: true })];
  if (angle !== undefined) return [{ ...toReference(angle), ...styleOf(style) }];
  if (emoji !== undefined) return [{ type: "emoji", name: emoji }];
  if (mark === undefined) return [{ type: "link", url, text: label, ...styleOf(style) }];
  const styled = { ...style, [dialect.styles[mark] ?? ""]: true };
  return dialect.isFlat === true ? [toLeaf(inside, styled)] : parseLine(inside, dialect, styled);
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

/** What a person would have typed for a block; what has no markup stays as plain text. */
export function toTyped(block: JsonObject): string {
  return toObjects(block["elements"]).map(partToTyped).join("\n");
}

function partToTyped(part: JsonObject): string {
  const elements = toObjects(part["elements"]);
  const text = elements.map(leafToTyped).join("");
  switch (part["type"]) {
    case "rich_text_preformatted":
      return `\`\`\`\n${text}\n\`\`\``;
    case "rich_text_quote":
      return text.replace(/^/gm, "> ");
    case "rich_text_list":
      return elements
        .map((item, index) => (part["style"] === "ordered" ? `${index + 1}. ` : "- ") + partToTyped(item))
        .join("\n");
    default:
      return text;
  }
}

function leafToTyped(leaf: JsonObject): string {
  const text = toText(leaf["text"]) || toText(leaf["url"]);
  const style = toObject(leaf["style"]);
  const found = [...Object.entries(styles), ["`", "code"] as const].find(([, name]) => style[name] === true);
  return found === undefined ? text : found[0] + text + found[0];
}
