import { optionsOf } from "../elements.ts";
import { isObject, isSameJson, toObjects } from "../json.ts";
import { ELEMENT } from "../limits.ts";
import { boolean, byType, list, object, oneOf, type Rule, string } from "./rules.ts";
import { words } from "./values.ts";

export function plainText(max: number): Rule {
  return byType({ plain_text: object({ text: words(max) }, { emoji: boolean }) }, "text");
}

export function anyText(max: number): Rule {
  const text = words(max);
  return byType(
    {
      plain_text: object({ text }, { emoji: boolean }),
      mrkdwn: object({ text }, { verbatim: boolean }),
    },
    "text",
  );
}

export const confirm: Rule = object(
  {
    title: plainText(ELEMENT.confirmTitle),
    text: plainText(ELEMENT.confirmText),
    confirm: plainText(ELEMENT.confirmButton),
    deny: plainText(ELEMENT.confirmButton),
  },
  { style: oneOf("primary", "danger") },
);

const optionText = plainText(ELEMENT.optionText);
export const selectOption: Rule = object(
  { text: optionText, value: string({ min: 1, max: ELEMENT.optionValue }) },
  { description: optionText },
);

export const selectOptions: Rule = list(selectOption, { max: ELEMENT.options });
export const optionGroups: Rule = list(
  object({
    label: plainText(ELEMENT.optionGroupLabel),
    options: selectOptions,
  }),
  { max: ELEMENT.optionGroups },
);

/** An option's value is what tells it from the others of its element. */
export const valuesDiffer: Rule = (value, at, check) => {
  if (!isObject(value)) return;
  const values = optionsOf(value).map((one) => one["value"]);
  const twice = values.find((one, place) => values.indexOf(one) !== place);
  if (twice !== undefined) check.fail(at, `option value ${String(twice)} already exists`);
};

/** `options` or `option_groups`, and starting choices that are among them, word for word. */
export const offeredOnce: Rule = (value, at, check) => {
  if (!isObject(value)) return;
  valuesDiffer(value, at, check);
  const isGrouped = value["option_groups"] !== undefined;
  if (isGrouped === (value["options"] !== undefined)) {
    check.fail(at, "must provide either options or option_groups");
  }
  const offered = optionsOf(value);
  const initial = [...toObjects([value["initial_option"]]), ...toObjects(value["initial_options"])];
  for (const one of initial) {
    if (!offered.some((other) => isSameJson(one, other))) {
      check.fail(at, "initial options must exactly match one of the options");
    }
  }
};
