import { type ComponentChild, h } from "preact";
import { isObject, toObject, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { fieldErrorOf } from "./field-errors.ts";
import { renderField } from "./fields.ts";
import { icon } from "./icon.ts";
import type { Naming } from "./naming.ts";
import { getState } from "./state.ts";
import type { Placed, Surface } from "./surface.ts";
import { renderText } from "./text.ts";
import { word } from "./words.ts";

/** A field with its label, hint and error. */
export function InputBlock({
  block,
  surface,
}: {
  readonly block: JsonObject;
  readonly surface: Surface;
}): ComponentChild {
  const element = toObject(block["element"]);
  const blockId = toText(block["block_id"]);
  const id = `f-${surface.key}-${blockId}-${toText(element["action_id"])}`;
  const error = errorOf(surface, blockId);
  const placed: Placed = { surface, block, element };
  const described = [isObject(block["hint"]) ? `${id}-hint` : "", error === null ? "" : `${id}-error`].join(
    " ",
  );
  const naming: Naming = {
    id,
    label: null,
    describedBy: described.trim() || null,
    isInvalid: error !== null,
  };
  const label = [
    renderText(block["label"]),
    block["optional"] === true ? h("span", { class: "optional" }, ` ${word("optional")}`) : null,
  ];
  return h("div", { class: `input-block${error === null ? "" : " invalid"}`, "data-block": blockId }, [
    h("label", { class: "label", for: id, id: `${id}-label` }, label),
    renderField(placed, naming),
    error === null
      ? null
      : h("p", { class: "field-error", id: `${id}-error`, role: "alert" }, [icon("bad"), error]),
    isObject(block["hint"]) ? h("p", { class: "hint", id: `${id}-hint` }, renderText(block["hint"])) : null,
  ]);
}

/** The client's own word first, then what the bot answered. */
function errorOf(surface: Surface, blockId: string): string | null {
  const own = fieldErrorOf(surface.key, blockId);
  if (own !== null) return own;
  const view = getState().snapshot?.views.find(({ id }) => id === surface.key);
  return view?.errors[blockId] ?? null;
}
