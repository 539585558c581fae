import { type ComponentChild, Fragment, h } from "preact";
import { textOf, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { renderField } from "./fields.ts";
import { renderImage } from "./images.ts";
import { Menu } from "./menu.ts";
import type { Naming } from "./naming.ts";
import { enter, fieldAt, type Placed, press } from "./surface.ts";
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
  switch (element["type"]) {
    case "button":
    case "workflow_button":
      return renderButton(placed);
    case "image":
      return renderImage(element, "thumb");
    case "overflow":
      return renderOverflow(placed);
    case "feedback_buttons":
      return [renderPart(placed, "positive_button"), renderPart(placed, "negative_button")];
    case "icon_button":
      return renderPart({ ...placed, element: { ...element, icon_button: element } }, "icon_button");
    default:
      return renderField(placed, namingOf(placed));
  }
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

/** One of the two faces of feedback buttons, or an icon button. */
function renderPart(placed: Placed, part: string): ComponentChild {
  const face = placed.element[part];
  const value = toText(Object(face)["value"]);
  return h(
    "button",
    { type: "button", class: "button small", onClick: () => void enter(placed, value) },
    renderText(Object(face)["text"]),
  );
}

function renderOverflow(placed: Placed): ComponentChild {
  const options = toObjects(placed.element["options"]);
  return h(Menu, {
    label: "More actions",
    items: options.map((option) => ({
      label: textOf(option["text"]),
      hint: textOf(option["description"]),
      run: () => void enter(placed, toText(option["value"])),
    })),
  });
}
