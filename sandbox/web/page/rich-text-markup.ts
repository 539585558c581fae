import { toObject, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";

const MARKS = { "*": "bold", _: "italic", "~": "strike", "`": "code" } as const;
const STYLED = /([*_~`])(\S(?:.*?\S)?)\1/g;

/** A rich_text block for what was typed with markup. */
export function toRichText(typed: string): JsonObject {
  const elements: JsonObject[] = [];
  const parts = typed.split(/```\n?([\s\S]*?)\n?```\n?/);
  for (const [index, part] of parts.entries()) {
    if (index % 2 === 1)
      elements.push({ type: "rich_text_preformatted", elements: [{ type: "text", text: part }] });
    else if (part !== "") elements.push(...toParts(part.replace(/\n$/, "")));
  }
  return { type: "rich_text", elements };
}

function toParts(text: string): JsonObject[] {
  const parts: { kind: string; lines: string[] }[] = [];
  for (const line of text.split("\n")) {
    const kind = /^[-•] /.test(line)
      ? "bullet"
      : /^\d+\. /.test(line)
        ? "ordered"
        : /^> ?/.test(line)
          ? "quote"
          : "text";
    const bare = line.replace(/^(?:[-•] |\d+\. |> ?)/, "");
    const last = parts.at(-1);
    if (last?.kind === kind) last.lines.push(bare);
    else parts.push({ kind, lines: [bare] });
  }
  return parts.map(({ kind, lines }) => toPart(kind, lines));
}

function toPart(kind: string, lines: readonly string[]): JsonObject {
  if (kind === "bullet" || kind === "ordered") {
    const items = lines.map((line) => ({ type: "rich_text_section", elements: toLeaves(line) }));
    return { type: "rich_text_list", style: kind, elements: items };
  }
  const type = kind === "quote" ? "rich_text_quote" : "rich_text_section";
  return { type, elements: toLeaves(lines.join("\n")) };
}

function toLeaves(text: string): JsonObject[] {
  const leaves: JsonObject[] = [];
  let at = 0;
  for (const match of text.matchAll(STYLED)) {
    const [whole, mark = "", inside = ""] = match;
    if (match.index > at) leaves.push({ type: "text", text: text.slice(at, match.index) });
    if (isMark(mark)) leaves.push({ type: "text", text: inside, style: { [MARKS[mark]]: true } });
    at = match.index + whole.length;
  }
  if (at < text.length) leaves.push({ type: "text", text: text.slice(at) });
  return leaves;
}

function isMark(mark: string): mark is keyof typeof MARKS {
  return mark in MARKS;
}

/** The text a person would have typed for a block; what has no markup stays as plain text. */
export function fromRichText(block: JsonObject): string {
  return toObjects(block["elements"]).map(fromPart).join("\n");
}

function fromPart(part: JsonObject): string {
  const elements = toObjects(part["elements"]);
  const text = elements.map(fromLeaf).join("");
  switch (part["type"]) {
    case "rich_text_preformatted":
      return `\`\`\`\n${text}\n\`\`\``;
    case "rich_text_quote":
      return text.replace(/^/gm, "> ");
    case "rich_text_list":
      return elements
        .map((item, index) => (part["style"] === "ordered" ? `${index + 1}. ` : "- ") + fromPart(item))
        .join("\n");
    default:
      return text;
  }
}

function fromLeaf(leaf: JsonObject): string {
  const text = toText(leaf["text"]) || toText(leaf["url"]);
  const style = toObject(leaf["style"]);
  for (const [mark, name] of Object.entries(MARKS)) if (style[name] === true) return mark + text + mark;
  return text;
}
