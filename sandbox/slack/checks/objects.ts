import { optionsOf } from "../elements.ts";
import { isObject, isSameJson, toObjects } from "../json.ts";
import { BLOCK, ELEMENT } from "../limits.ts";
import { boolean, byType, type Fields, list, object, oneOf, type Rule, string } from "./rules.ts";
import { imageUrl, url, words } from "./values.ts";

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

function option(text: Rule, more: Fields = {}): Rule {
  return object(
    { text, value: string({ min: 1, max: ELEMENT.optionValue }) },
    { description: text, ...more },
  );
}

export const selectOption: Rule = option(plainText(ELEMENT.optionText));
export const choiceOption: Rule = option(anyText(ELEMENT.optionText));
export const overflowOption: Rule = option(plainText(ELEMENT.optionText), {
  url: url(ELEMENT.url),
});

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

export const imageSource: Rule = (value, at, check) => {
  if (!isObject(value)) return;
  if ((value["image_url"] === undefined) === (value["slack_file"] === undefined)) {
    check.fail(at, "must provide either image_url or slack_file");
  }
};

export const IMAGE_FIELDS: Fields = {
  image_url: imageUrl(BLOCK.imageUrl),
  slack_file: object({}, { id: string({ min: 1 }), url: string({ min: 1 }) }),
};

export const imageElement: Rule = object(
  { alt_text: string({ min: 1, max: BLOCK.imageAltText }) },
  IMAGE_FIELDS,
  imageSource,
);
