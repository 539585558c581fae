import { type ComponentChild, h } from "preact";
import { toText } from "../../slack/json.ts";
import { Combobox } from "./combobox.ts";
import { FileField } from "./file-field.ts";
import type { Naming } from "./naming.ts";
import { fieldAt, type Placed } from "./surface.ts";
import { TextField } from "./text-field.ts";

/** The control of an element that a person types or chooses in. */
export function renderField(placed: Placed, naming: Naming): ComponentChild {
  const type = toText(placed.element["type"]);
  const key = JSON.stringify(fieldAt(placed));
  if (type === "plain_text_input") return h(TextField, { placed, naming, key });
  if (type === "file_input") return h(FileField, { placed, naming, key });
  return type.endsWith("_select")
    ? h(Combobox, { placed, naming, key })
    : h("p", { class: "undrawn" }, `This page doesn't draw the element ${type || "without a type"}.`);
}
