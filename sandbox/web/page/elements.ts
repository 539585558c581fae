import { type ComponentChild, Fragment, h } from "preact";
import { textOf, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { button } from "./controls.ts";
import { renderField } from "./fields.ts";
import { fieldAt, type Placed, press } from "./surface.ts";
import { renderText } from "./text.ts";

/** Elements in a row. What does the same after an edit stays the same control, with the focus and the pointer on it. */
export function renderElements(
  elements: readonly JsonObject[],
  within: Omit<Placed, "element">,
): ComponentChild {
  return elements.map((element) =>
    h(
      Fragment,
      { key: `${toText(element["action_id"])} ${toText(element["value"])}` },
      renderElement({ ...within, element }),
    ),
  );
}

/** An element outside an input block: it acts at once. */
export function renderElement(placed: Placed): ComponentChild {
  const { element } = placed;
  if (element["type"] === "button") return renderButton(placed);
  const label = textOf(element["placeholder"]) || toText(element["type"]).replaceAll("_", " ");
  const { viewId, blockId, actionId } = fieldAt(placed);
  return renderField(placed, { id: `e-${viewId}-${blockId}-${actionId}`, label });
}

function renderButton(placed: Placed): ComponentChild {
  const { element } = placed;
  const url = toText(element["url"]);
  const onClick = (): void => {
    void press(placed);
    if (/^https?:/i.test(url)) window.open(url, "_blank", "noopener,noreferrer");
  };
  return button(renderText(element["text"]), onClick, {
    class: `button ${toText(element["style"])}`,
    "data-action": toText(element["action_id"]),
  });
}
