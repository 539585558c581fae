import { type ComponentChild, h, type TargetedInputEvent } from "preact";
import { useRef } from "preact/hooks";
import { isObject, textOf, toObject, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { icon } from "./controls.ts";
import { fieldErrorOf } from "./drafts.ts";
import { FileField } from "./file-field.ts";
import { type FieldProps, type Naming, namingAttributes } from "./naming.ts";
import { Checkboxes, Search, Select } from "./select.ts";
import { getState } from "./state.ts";
import { enter, fieldAt, flush, type Placed, type Surface, textIn } from "./surface.ts";
import { renderText } from "./text.ts";
import { word } from "./words.ts";

const FIELDS = {
  plain_text_input: TextField,
  file_input: FileField,
  static_select: Select,
  conversations_select: Select,
  multi_static_select: Checkboxes,
  external_select: Search,
  multi_external_select: Search,
} as const;

function isDrawn(type: string): type is keyof typeof FIELDS {
  return Object.hasOwn(FIELDS, type);
}

/** The control of an element that a person types or chooses in. */
export function renderField(placed: Placed, naming: Naming): ComponentChild {
  const type = toText(placed.element["type"]);
  if (!isDrawn(type)) return h("p", { class: "undrawn" }, `This page doesn't draw the element ${type}.`);
  return h(FIELDS[type], { placed, naming, key: JSON.stringify(fieldAt(placed)) });
}

/** A field with its label, hint and error. */
export function renderInput(block: JsonObject, surface: Surface): ComponentChild {
  const element = toObject(block["element"]);
  const blockId = toText(block["block_id"]);
  const id = `f-${surface.key}-${blockId}-${toText(element["action_id"])}`;
  const error = errorOf(surface, blockId);
  const hint = isObject(block["hint"]) ? renderText(block["hint"]) : null;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const optional = h("span", { class: "optional" }, ` ${word("optional")}`);
  return h("div", { class: error === null ? "input-block" : "input-block invalid", "data-block": blockId }, [
    h("label", { class: "label", for: id, id: `${id}-label` }, [
      renderText(block["label"]),
      block["optional"] === true ? optional : null,
    ]),
    renderField(
      { surface, block, element },
      { id, isInvalid: error !== null, ...(describedBy === "" ? {} : { describedBy }) },
    ),
    error && h("p", { class: "field-error", id: `${id}-error`, role: "alert" }, [icon("bad"), error]),
    hint && h("p", { class: "hint", id: `${id}-hint` }, hint),
  ]);
}

/** The client's own word first, then what the bot answered. */
function errorOf(surface: Surface, blockId: string): string | null {
  const view = getState().snapshot?.views.find(({ id }) => id === surface.key);
  return fieldErrorOf(surface.key, blockId) ?? view?.errors[blockId] ?? null;
}

/** Typing pauses that long before a field that dispatches on each character asks the bot. */
const PAUSE_MS = 400;

/** A line or an area of text. */
function TextField({ placed, naming }: FieldProps): ComponentChild {
  const { element, block } = placed;
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const value = textIn(placed);
  const most = Number(element["max_length"] ?? 3000);
  const onInput = (text: string): void => {
    const entered = text === "" ? null : text;
    void enter(placed, entered);
    if (block["dispatch_action"] !== true) return;
    clearTimeout(pause.current);
    pause.current = setTimeout(() => void flush(placed, entered), PAUSE_MS);
  };
  const shared = {
    ...namingAttributes(naming),
    class: "text-input",
    value,
    placeholder: textOf(element["placeholder"]),
    maxLength: most,
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onInput(currentTarget.value),
  };
  const left = `${most - value.length} characters left`;
  return [
    element["multiline"] === true
      ? h("textarea", { ...shared, rows: 4 })
      : h("input", { ...shared, type: "text" }),
    // How much of a limit is left, once it matters.
    element["max_length"] !== undefined && value.length >= most * 0.8
      ? h("p", { class: "hint", "aria-live": "polite" }, left)
      : null,
  ];
}
