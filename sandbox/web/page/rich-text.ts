import { type ComponentChild, h } from "preact";
import { toObject, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { renderDate, renderEmoji, renderLink, renderMention } from "./text.ts";

/** A rich_text block: sections, nested lists, quotes, preformatted parts. */
export function renderRichText(block: JsonObject): ComponentChild {
  return h("div", { class: "rich-text" }, toObjects(block["elements"]).map(renderPart));
}

function renderPart(part: JsonObject): ComponentChild {
  const elements = toObjects(part["elements"]);
  switch (part["type"]) {
    case "rich_text_section":
      return h("p", { class: "rich-section" }, elements.flatMap(renderLeaf));
    case "rich_text_quote":
      return h("blockquote", { class: "quote" }, elements.flatMap(renderLeaf));
    case "rich_text_preformatted":
      return h("pre", { class: "pre" }, elements.flatMap(renderLeaf));
    case "rich_text_list":
      return renderList(part, elements);
    default:
      return h(
        "p",
        { class: "undrawn" },
        `This page doesn't draw ${toText(part["type"]) || "that"} in rich text.`,
      );
  }
}

function renderList(part: JsonObject, items: readonly JsonObject[]): ComponentChild {
  const indent = typeof part["indent"] === "number" ? Math.min(part["indent"], 8) : 0;
  const isOrdered = part["style"] === "ordered";
  const offset = typeof part["offset"] === "number" ? part["offset"] : 0;
  const children = items.map((item) => h("li", null, toObjects(item["elements"]).flatMap(renderLeaf)));
  const shape = `rich-list indent-${indent}${part["border"] === 1 ? " bordered" : ""}`;
  return isOrdered
    ? h("ol", { class: shape, start: offset + 1 }, children)
    : h("ul", { class: shape }, children);
}

function renderLeaf(leaf: JsonObject): ComponentChild[] {
  return [styled(renderPlainLeaf(leaf), toObject(leaf["style"]))];
}

function renderPlainLeaf(leaf: JsonObject): ComponentChild {
  switch (leaf["type"]) {
    case "text":
      return h("span", { class: "pre-line" }, toText(leaf["text"]));
    case "link":
      return renderLink(toText(leaf["url"]), toText(leaf["text"]) || toText(leaf["url"]));
    case "user":
      return renderMention("user", toText(leaf["user_id"]));
    case "usergroup":
      return renderMention("usergroup", toText(leaf["usergroup_id"]));
    case "channel":
      return renderMention("conversation", toText(leaf["channel_id"]));
    case "team":
      return h("span", { class: "mention" }, toText(leaf["team_id"]));
    case "emoji":
      return renderEmoji(toText(leaf["name"]));
    case "broadcast":
      return h("span", { class: "mention mention-all" }, `@${toText(leaf["range"])}`);
    case "date":
      return renderDate(Number(leaf["timestamp"]), toText(leaf["format"]), toText(leaf["fallback"]));
    case "color":
      return renderColor(toText(leaf["value"]));
    default:
      return h("span", { class: "undrawn" }, `[${toText(leaf["type"])}]`);
  }
}

function renderColor(value: string): ComponentChild {
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  return h("span", { class: "color" }, [
    isColor ? h("span", { class: "swatch", style: { backgroundColor: value } }) : null,
    value,
  ]);
}

function styled(child: ComponentChild, style: JsonObject): ComponentChild {
  let wrapped = child;
  if (style["code"] === true) wrapped = h("code", { class: "code" }, wrapped);
  if (style["bold"] === true) wrapped = h("strong", null, wrapped);
  if (style["italic"] === true) wrapped = h("em", null, wrapped);
  if (style["strike"] === true) wrapped = h("s", null, wrapped);
  if (style["underline"] === true) wrapped = h("u", null, wrapped);
  return wrapped;
}
