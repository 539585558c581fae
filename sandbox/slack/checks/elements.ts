import { isObject } from "../json.ts";
import { ELEMENT, ELEMENT_SURFACES } from "../limits.ts";
import { confirm, offeredOnce, optionGroups, plainText, selectOption, selectOptions } from "./objects.ts";
import { boolean, byType, type Fields, integer, list, object, oneOf, type Rule, string } from "./rules.ts";
import { url } from "./values.ts";

const actionable: Fields = { action_id: string({ min: 1, max: ELEMENT.actionId }) };
const focusable: Fields = { ...actionable, focus_on_load: boolean };
const labelled: Fields = { placeholder: plainText(ELEMENT.placeholder) };
const typed: Fields = {
  ...focusable,
  ...labelled,
  dispatch_action_config: object(
    {},
    { trigger_actions_on: list(oneOf("on_enter_pressed", "on_character_entered")) },
  ),
};
const chosen: Fields = { ...focusable, confirm };
const select: Fields = { ...chosen, ...labelled };
const many: Fields = { ...select, max_selected_items: integer({ min: 1, max: 1000 }) };
const id = string({ min: 1 });
const minQuery = integer({ min: 0, max: 255 });
const accessibilityLabel = string({ max: ELEMENT.accessibilityLabel });
const style = oneOf("primary", "danger");

const conversationFilter: Rule = object(
  {},
  {
    include: list(oneOf("im", "mpim", "private", "public")),
    exclude_external_shared_channels: boolean,
    exclude_bot_users: boolean,
  },
  (value, at, check) => {
    if (isObject(value) && Object.keys(value).length === 0) check.fail(at, "must provide one of its fields");
  },
);

const conversations: Fields = {
  default_to_current_conversation: boolean,
  filter: conversationFilter,
};

/** min_length, max_length and the starting value agree. */
const lengthsAgree: Rule = (value, at, check) => {
  if (!isObject(value)) return;
  const least = Number(value["min_length"] ?? 0);
  const most = Number(value["max_length"] ?? ELEMENT.textInput);
  if (least > most) check.fail(at, "min_length must not be greater than max_length");
  const initial = value["initial_value"];
  if (typeof initial === "string" && initial.length > most) {
    check.fail(`${at}/initial_value`, `must be less than ${most + 1} characters`);
  }
};

const buttonFields: Fields = {
  ...actionable,
  confirm,
  value: string({ max: ELEMENT.buttonValue }),
  url: url(ELEMENT.url),
  style,
  accessibility_label: accessibilityLabel,
};

const ELEMENTS: { readonly [type: string]: Rule } = {
  button: object({ text: plainText(ELEMENT.buttonText) }, buttonFields),
  static_select: object(
    {},
    { ...select, options: selectOptions, option_groups: optionGroups, initial_option: selectOption },
    offeredOnce,
  ),
  multi_static_select: object(
    {},
    { ...many, options: selectOptions, option_groups: optionGroups, initial_options: selectOptions },
    offeredOnce,
  ),
  external_select: object({}, { ...select, min_query_length: minQuery, initial_option: selectOption }),
  multi_external_select: object({}, { ...many, min_query_length: minQuery, initial_options: selectOptions }),
  conversations_select: object(
    {},
    { ...select, ...conversations, response_url_enabled: boolean, initial_conversation: id },
  ),
  plain_text_input: object(
    {},
    {
      ...typed,
      initial_value: string({ max: ELEMENT.textInput }),
      multiline: boolean,
      min_length: integer({ min: 0, max: ELEMENT.textInput }),
      max_length: integer({ min: 1, max: ELEMENT.textInput }),
    },
    lengthsAgree,
  ),
  file_input: object(
    {},
    {
      ...actionable,
      filetypes: list(string({ min: 1 })),
      max_files: integer({ min: 1, max: ELEMENT.maxFiles }),
    },
  ),
};

const SELECTS = ["static_select", "external_select", "conversations_select"];
const MULTI_SELECTS = ["multi_static_select", "multi_external_select"];

function elementOf(allowed: readonly string[]): Rule {
  const rules = Object.fromEntries(
    Object.entries(ELEMENTS)
      .filter(([type]) => allowed.includes(type))
      .map(([type, rule]): [string, Rule] => [type, onItsSurface(type, rule)]),
  );
  return byType(rules, "element");
}

function onItsSurface(type: string, rule: Rule): Rule {
  const surfaces = ELEMENT_SURFACES[type];
  return (value, at, check) => {
    if (surfaces !== undefined && !surfaces.includes(check.surface)) {
      check.fail(at, `a ${type} can't be used in a ${check.surface}`);
    }
    rule(value, at, check);
  };
}

export const accessory: Rule = elementOf([...SELECTS, ...MULTI_SELECTS, "button"]);
/** No multi-select: those stand in a section or an input. */
export const actionsElement: Rule = elementOf([...SELECTS, "button"]);
export const inputElement: Rule = elementOf([...SELECTS, ...MULTI_SELECTS, "plain_text_input", "file_input"]);
