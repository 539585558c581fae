import { type ComponentChild, h, type TargetedInputEvent } from "preact";
import { useState } from "preact/hooks";
import { isObject, textOf } from "../../slack/json.ts";
import { parseTyped, toTyped } from "./markup.ts";
import { type FieldProps, namingAttributes } from "./naming.ts";
import { enter, heldOf } from "./surface.ts";

/** Formatted text, written with markup as Slack's preference "Format messages with markup" has it. */
export function RichTextField({ placed, naming }: FieldProps): ComponentChild {
  const held = heldOf(placed);
  const [text, setText] = useState(isObject(held) ? toTyped(held) : "");
  return [
    h("textarea", {
      ...namingAttributes(naming),
      class: "text-input",
      rows: 5,
      value: text,
      placeholder: textOf(placed.element["placeholder"]),
      onInput: (event: TargetedInputEvent<HTMLTextAreaElement>) => {
        const typed = event.currentTarget.value;
        setText(typed);
        void enter(placed, typed === "" ? null : { kind: "rich_text", block: parseTyped(typed) });
      },
    }),
    h("p", { class: "hint" }, "Formats with markup: *bold*, _italic_, ~strike~, `code`, > quote, - list."),
  ];
}
