import { type ComponentChild, h, type TargetedInputEvent } from "preact";
import { useRef } from "preact/hooks";
import { textOf, toObject, toStrings } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { type FieldProps, namingAttributes } from "./naming.ts";
import { enter, flush, type Placed, pressEnter, textIn } from "./surface.ts";

/** Typing pauses that long before a field that dispatches on each character asks the bot. */
const PAUSE_MS = 400;

/** A line or an area of text. */
export function TextField({ placed, naming }: FieldProps): ComponentChild {
  const { element } = placed;
  const pause = useRef<ReturnType<typeof setTimeout> | null>(null);
  const dispatch = dispatchOf(placed);
  const isArea = element["multiline"] === true;
  const value = textIn(placed);
  const most = Number(element["max_length"] ?? 3000);
  const onInput = (text: string): void => {
    void enter(placed, text === "" ? null : text);
    if (!dispatch.onCharacter) return;
    if (pause.current !== null) clearTimeout(pause.current);
    pause.current = setTimeout(() => void flush(placed, text === "" ? null : text), PAUSE_MS);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || isArea || event.isComposing || !dispatch.onEnter) return;
    event.preventDefault();
    event.stopPropagation();
    void pressEnter(placed);
  };
  const shared = {
    ...namingAttributes(naming),
    class: "text-input",
    value,
    placeholder: textOf(element["placeholder"]),
    maxLength: most,
    onKeyDown,
    ...(element["focus_on_load"] === true ? { "data-focus": true } : {}),
  };
  const control = isArea
    ? h("textarea", {
        ...shared,
        rows: 4,
        onInput: (event: TargetedInputEvent<HTMLTextAreaElement>) => onInput(event.currentTarget.value),
      })
    : h("input", {
        ...shared,
        type: "text",
        onInput: (event) => onInput(event.currentTarget.value),
      });
  return [control, renderCounter(element, value, most)];
}

/** Where a limit is given, how much of it is left, once it matters. */
function renderCounter(element: JsonObject, value: string, most: number): ComponentChild {
  if (element["max_length"] === undefined || value.length < most * 0.8) return null;
  return h("p", { class: "hint", "aria-live": "polite" }, `${most - value.length} characters left`);
}

function dispatchOf({ block, element }: Placed): { onEnter: boolean; onCharacter: boolean } {
  if (block["dispatch_action"] !== true) return { onEnter: false, onCharacter: false };
  const given = toStrings(toObject(element["dispatch_action_config"])["trigger_actions_on"]);
  return {
    onEnter: given.length === 0 || given.includes("on_enter_pressed"),
    onCharacter: given.includes("on_character_entered"),
  };
}
