import { type ComponentChild, h } from "preact";
import { isObject, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { renderElement, renderElements } from "./elements.ts";
import { renderInput } from "./fields.ts";
import type { Surface } from "./surface.ts";
import { renderTable } from "./tables.ts";
import { renderRichText, renderText } from "./text.ts";

type Draw = (block: JsonObject, surface: Surface) => ComponentChild;

/** Every block this page draws, by its type. */
const DRAW: Readonly<Record<string, Draw>> = {
  section: renderSection,
  header: (block, { place }) =>
    h(place.kind === "view" ? "h3" : "h2", { class: "block-header" }, renderText(block["text"])),
  divider: () => h("hr", { class: "divider" }),
  context: renderContext,
  actions: renderActions,
  input: renderInput,
  rich_text: (block) => renderRichText(block),
  table: (block) => renderTable(block),
};

/** Draws blocks in order; one that this page can't draw says so instead of vanishing. */
export function renderBlocks(blocks: readonly JsonObject[], surface: Surface): ComponentChild {
  const seen = new Map<string, number>();
  return blocks.map((block) => {
    const type = toText(block["type"]);
    const draw = DRAW[type];
    const count = (seen.get(type) ?? 0) + 1;
    seen.set(type, count);
    // An edit gives a message's blocks new ids: those of a kind are told apart by their order, and stay what they are.
    const ownId = surface.place.kind === "view" ? toText(block["block_id"]) : "";
    const key = ownId || `${type} ${count}`;
    const drawn =
      draw === undefined
        ? h("p", { class: "undrawn" }, `This page doesn't draw blocks of type ${type || "unknown"}.`)
        : draw(block, surface);
    return h("div", { key, class: `block block-${type.replaceAll("_", "-")}` }, drawn);
  });
}

function renderSection(block: JsonObject, surface: Surface): ComponentChild {
  const { text, accessory } = block;
  const fields = toObjects(block["fields"]);
  return h("div", { class: "section" }, [
    h("div", { class: "section-body" }, [
      isObject(text) ? h("div", { class: "section-text" }, renderText(text)) : null,
      fields.length > 0
        ? h(
            "div",
            { class: "fields" },
            fields.map((field) => h("div", { class: "field" }, renderText(field))),
          )
        : null,
    ]),
    isObject(accessory)
      ? h("div", { class: "accessory" }, renderElement({ surface, block, element: accessory }))
      : null,
  ]);
}

function renderContext(block: JsonObject): ComponentChild {
  return h(
    "div",
    { class: "context" },
    toObjects(block["elements"]).map((element) => h("span", { class: "context-text" }, renderText(element))),
  );
}

function renderActions(block: JsonObject, surface: Surface): ComponentChild {
  return h("div", { class: "actions" }, renderElements(toObjects(block["elements"]), { surface, block }));
}
