import { type ComponentChild, h } from "preact";
import { renderLink } from "./text.ts";

/** A markdown block, the usual subset: headings, lists, quotes, fences, emphasis, code, links. Everything else is text. */
export function renderMarkdown(source: string): ComponentChild {
  const parts = source.split(/^```[^\n]*\n([\s\S]*?)^```[^\n]*$/m);
  return h(
    "div",
    { class: "markdown" },
    parts.flatMap((part, index) =>
      index % 2 === 1
        ? [h("pre", { class: "pre" }, part.replace(/\n$/, ""))]
        : part.split(/\n{2,}/).map(renderParagraph),
    ),
  );
}

function renderParagraph(text: string): ComponentChild {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0) return null;
  if (lines.every((line) => /^\s*[-*+] /.test(line))) return renderItems("ul", lines, /^\s*[-*+] /);
  if (lines.every((line) => /^\s*\d+[.)] /.test(line))) return renderItems("ol", lines, /^\s*\d+[.)] /);
  if (lines.every((line) => line.startsWith(">"))) {
    return h(
      "blockquote",
      { class: "quote" },
      lines.map((line) => h("div", null, renderLine(line.replace(/^> ?/, "")))),
    );
  }
  if (lines.length === 1 && /^(?:-{3,}|\*{3,})$/.test(lines[0] ?? "")) return h("hr", { class: "divider" });
  return h("div", { class: "markdown-paragraph" }, lines.map(renderTextLine));
}

function renderTextLine(line: string): ComponentChild {
  const heading = /^#{1,6} +(.*)$/.exec(line);
  return heading === null
    ? h("div", null, renderLine(line))
    : h("h2", { class: "block-header" }, renderLine(heading[1] ?? ""));
}

function renderItems(tag: "ul" | "ol", lines: readonly string[], mark: RegExp): ComponentChild {
  return h(
    tag,
    { class: "rich-list" },
    lines.map((line) => h("li", null, renderLine(line.replace(mark, "")))),
  );
}

const PIECE = /`([^`]+)`|\*\*(.+?)\*\*|~~(.+?)~~|[*_](.+?)[*_]|\[([^\]]+)\]\(([^)\s]+)\)/g;

function renderLine(line: string): ComponentChild[] {
  const drawn: ComponentChild[] = [];
  let at = 0;
  for (const match of line.matchAll(PIECE)) {
    const [whole, code, bold, strike, italic, label, url] = match;
    drawn.push(line.slice(at, match.index));
    if (code !== undefined) drawn.push(h("code", { class: "code" }, code));
    else if (bold !== undefined) drawn.push(h("strong", null, renderLine(bold)));
    else if (strike !== undefined) drawn.push(h("s", null, renderLine(strike)));
    else if (italic !== undefined) drawn.push(h("em", null, renderLine(italic)));
    else drawn.push(renderLink(url ?? "", label ?? ""));
    at = match.index + whole.length;
  }
  drawn.push(line.slice(at));
  return drawn;
}
