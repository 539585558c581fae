import { type ComponentChild, Fragment, h } from "preact";
import { textOf, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { renderField } from "./fields.ts";
import type { Naming } from "./naming.ts";
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
  return element["type"] === "button" ? renderButton(placed) : renderField(placed, namingOf(placed));
}

function namingOf(placed: Placed): Naming {
  const { element } = placed;
  const name = textOf(element["placeholder"]) || toText(element["type"]).replaceAll("_", " ");
  const { viewId, blockId, actionId } = fieldAt(placed);
  return { id: `e-${viewId}-${blockId}-${actionId}`, label: name, describedBy: null, isInvalid: false };
}

function renderButton(placed: Placed): ComponentChild {
  const { element } = placed;
  const url = toText(element["url"]);
  const style = toText(element["style"]);
  const name = toText(element["accessibility_label"]);
  const onClick = (): void => {
    void press(placed);
    if (/^https?:/i.test(url)) window.open(url, "_blank", "noopener,noreferrer");
  };
  return h(
    "button",
    {
      type: "button",
      class: `button ${style === "primary" || style === "danger" ? style : ""}`,
      ...(name === "" ? {} : { "aria-label": name }),
      "data-action": toText(element["action_id"]),
      onClick,
    },
    renderText(element["text"]),
  );
}
