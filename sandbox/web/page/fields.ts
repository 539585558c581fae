import { type ComponentChild, h } from "preact";
import { textOf, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { Combobox } from "./combobox.ts";
import { FileField } from "./file-field.ts";
import { type FieldProps, type Naming, namingAttributes } from "./naming.ts";
import { RichTextField } from "./rich-text-field.ts";
import { chosenIn, enter, fieldAt, type Placed, textIn } from "./surface.ts";
import { renderText } from "./text.ts";
import { TextField } from "./text-field.ts";

/** The control of an element that a person types or chooses in. */
export function renderField(placed: Placed, naming: Naming): ComponentChild {
  const type = toText(placed.element["type"]);
  const key = JSON.stringify(fieldAt(placed));
  switch (type) {
    case "plain_text_input":
    case "email_text_input":
    case "url_text_input":
    case "number_input":
      return h(TextField, { placed, naming, key });
    case "datepicker":
      return renderDateField({ placed, naming }, "date");
    case "timepicker":
      return renderDateField({ placed, naming }, "time");
    case "datetimepicker":
      return renderMomentField({ placed, naming });
    case "checkboxes":
      return renderChoices({ placed, naming }, "checkbox");
    case "radio_buttons":
      return renderChoices({ placed, naming }, "radio");
    case "file_input":
      return h(FileField, { placed, naming, key });
    case "rich_text_input":
      return h(RichTextField, { placed, naming, key });
    default:
      return type.endsWith("_select")
        ? h(Combobox, { placed, naming, key })
        : h("p", { class: "undrawn" }, `This page doesn't draw the element ${type || "without a type"}.`);
  }
}

function renderDateField({ placed, naming }: FieldProps, type: "date" | "time"): ComponentChild {
  return h("input", {
    ...namingAttributes(naming),
    type,
    class: "text-input short",
    value: textIn(placed),
    onChange: (event) =>
      void enter(placed, event.currentTarget.value === "" ? null : event.currentTarget.value),
  });
}

/** Slack counts in seconds, the browser writes local time. */
function renderMomentField({ placed, naming }: FieldProps): ComponentChild {
  const seconds = Number(textIn(placed));
  return h("input", {
    ...namingAttributes(naming),
    type: "datetime-local",
    class: "text-input short",
    value: seconds > 0 ? toLocalMinute(seconds) : "",
    onChange: (event) => {
      const moment = new Date(event.currentTarget.value).getTime();
      void enter(placed, Number.isNaN(moment) ? null : Math.floor(moment / 1000));
    },
  });
}

function toLocalMinute(seconds: number): string {
  const date = new Date(seconds * 1000);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function renderChoices({ placed, naming }: FieldProps, type: "checkbox" | "radio"): ComponentChild {
  const chosen = chosenIn(placed);
  const choose = (value: string, isOn: boolean): void => {
    const others = chosen.filter((other) => other !== value);
    void enter(placed, type === "radio" ? value : isOn ? [...others, value] : others);
  };
  return h(
    "div",
    {
      class: "choices",
      ...(naming.label === null
        ? {}
        : { role: type === "radio" ? "radiogroup" : "group", "aria-label": naming.label }),
    },
    toObjects(placed.element["options"]).map((option) =>
      renderChoice(option, {
        type,
        name: naming.id,
        isOn: chosen.includes(toText(option["value"])),
        choose,
      }),
    ),
  );
}

type Choosing = {
  readonly type: "checkbox" | "radio";
  readonly name: string;
  readonly isOn: boolean;
  choose(value: string, isOn: boolean): void;
};

function renderChoice(option: JsonObject, { type, name, isOn, choose }: Choosing): ComponentChild {
  const value = toText(option["value"]);
  const description = textOf(option["description"]);
  return h("label", { class: "choice", key: value }, [
    h("input", {
      type,
      name,
      checked: isOn,
      onChange: (event) => choose(value, event.currentTarget.checked),
    }),
    h("span", null, [
      renderText(option["text"]),
      description === "" ? null : h("small", { class: "hint" }, renderText(option["description"])),
    ]),
  ]);
}
