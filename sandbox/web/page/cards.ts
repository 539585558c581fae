import { type ComponentChild, h } from "preact";
import { isObject, textOf, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { renderElements } from "./elements.ts";
import { type IconName, icon } from "./icon.ts";
import { hostOf, renderImage } from "./images.ts";

import type { Surface } from "./surface.ts";
import { renderLink, renderRichText, renderText } from "./text.ts";

const ALERT_MARKS: Readonly<Record<string, IconName>> = {
  info: "info",
  success: "good",
  warning: "warning",
  error: "bad",
};

export function renderAlert(block: JsonObject): ComponentChild {
  const level = toText(block["level"]) || "default";
  const isUrgent = level === "error" || level === "warning";
  return h("div", { class: `alert alert-${level}`, role: isUrgent ? "alert" : "status" }, [
    icon(ALERT_MARKS[level] ?? "info"),
    h("div", null, renderText(block["text"])),
  ]);
}

export function renderCard(block: JsonObject, surface: Surface): ComponentChild {
  const { hero_image: hero, icon, title, subtitle, body } = block;
  const actions = toObjects(block["actions"]);
  return h("article", { class: "card" }, [
    isObject(hero) ? renderImage(hero, "large") : null,
    h("div", { class: "card-head" }, [
      isObject(icon) ? renderImage(icon, "tiny") : null,
      h("div", null, [
        isObject(title) ? h("strong", { class: "card-title" }, renderText(title)) : null,
        isObject(subtitle) ? h("div", { class: "card-subtitle" }, renderText(subtitle)) : null,
      ]),
    ]),
    isObject(body) ? h("div", { class: "card-body" }, renderText(body)) : null,
    actions.length > 0 ? h("div", { class: "actions" }, renderElements(actions, { surface, block })) : null,
  ]);
}

export function renderCarousel(block: JsonObject, surface: Surface): ComponentChild {
  return h(
    "div",
    { class: "carousel", tabIndex: 0, role: "group", "aria-label": "Cards" },
    toObjects(block["elements"]).map((card) => renderCard(card, surface)),
  );
}

export function renderContainer(block: JsonObject, children: ComponentChild): ComponentChild {
  const { icon, subtitle, rich_text_title: richTitle } = block;
  const head = [
    isObject(icon) ? renderImage(icon, "tiny") : null,
    h("strong", null, isObject(richTitle) ? renderRichText(richTitle) : renderText(block["title"])),
    isObject(subtitle) ? h("span", { class: "card-subtitle" }, renderText(subtitle)) : null,
  ];
  const isOpen = block["default_collapsed"] !== true;
  return block["is_collapsible"] === true
    ? h(
        "details",
        { class: "container", open: isOpen, "aria-label": textOf(block["title"]) || "Container" },
        [h("summary", null, head), children],
      )
    : h("div", { class: "container" }, [h("div", { class: "card-head" }, head), children]);
}

/** A video is a link here: playing it would ask an outside host. */
export function renderVideo(block: JsonObject): ComponentChild {
  const url = toText(block["title_url"]) || toText(block["video_url"]);
  return h("div", { class: "card video" }, [
    h("span", { class: "picture-away large", role: "img", "aria-label": toText(block["alt_text"]) }, [
      h("span", { class: "picture-alt" }, `▶ ${toText(block["alt_text"])}`),
      h("span", { class: "picture-host" }, `at ${hostOf(toText(block["video_url"]))}, not loaded`),
    ]),
    h("strong", { class: "card-title" }, renderLink(url, textOf(block["title"]))),
    h("div", { class: "card-subtitle" }, toText(block["author_name"])),
    isObject(block["description"])
      ? h("div", { class: "card-body" }, renderText(block["description"]))
      : null,
  ]);
}

const TASK_MARKS: Readonly<Record<string, IconName>> = {
  pending: "pending",
  in_progress: "waiting",
  complete: "good",
  error: "bad",
};

export function renderTask(block: JsonObject): ComponentChild {
  const status = toText(block["status"]);
  const { details, output } = block;
  return h("div", { class: `task task-${status}` }, [
    h("div", null, [
      h(
        "span",
        { class: "task-sign", role: "img", "aria-label": status.replace("_", " ") },
        icon(TASK_MARKS[status] ?? "pending"),
      ),
      ` ${toText(block["title"])}`,
    ]),
    isObject(details) ? renderRichText(details) : null,
    isObject(output) ? renderRichText(output) : null,
    toObjects(block["sources"]).map((source) =>
      h("div", null, renderLink(toText(source["url"]), toText(source["text"]) || toText(source["url"]))),
    ),
  ]);
}
