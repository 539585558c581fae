import { isObject } from "../json.ts";
import { ELEMENT, ELEMENT_SURFACES } from "../limits.ts";
import {
  choiceOption,
  confirm,
  imageElement,
  offeredOnce,
  optionGroups,
  overflowOption,
  plainText,
  selectOption,
  selectOptions,
  valuesDiffer,
} from "./objects.ts";
import { richTextObject } from "./rich-text.ts";
import {
  anything,
  boolean,
  byType,
  type Fields,
  integer,
  list,
  object,
  oneOf,
  type Rule,
  string,
} from "./rules.ts";
import { day, minute, url, userId } from "./values.ts";

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
const ids = list(string({ min: 1 }), { min: 0 });
const id = string({ min: 1 });
const choices = list(choiceOption, { max: ELEMENT.choices });
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

const feedback = object(
  { text: plainText(ELEMENT.buttonText), value: string({ max: ELEMENT.buttonValue }) },
  { accessibility_label: accessibilityLabel },
);

const ELEMENTS: { readonly [type: string]: Rule } = {
  button: object({ text: plainText(ELEMENT.buttonText) }, buttonFields),
  workflow_button: object(
    { text: plainText(ELEMENT.buttonText), workflow: anything },
    { ...actionable, style, accessibility_label: accessibilityLabel },
  ),
  icon_button: object(
    { icon: oneOf("trash"), text: plainText(ELEMENT.buttonText) },
    { ...buttonFields, visible_to_user_ids: ids },
  ),
  feedback_buttons: object({ positive_button: feedback, negative_button: feedback }, actionable),
  checkboxes: object({ options: choices }, { ...chosen, initial_options: choices }, offeredOnce),
  radio_buttons: object({ options: choices }, { ...chosen, initial_option: choiceOption }, offeredOnce),
  overflow: object(
    { options: list(overflowOption, { max: ELEMENT.overflowOptions }) },
    { ...actionable, confirm },
    valuesDiffer,
  ),
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
  users_select: object({}, { ...select, initial_user: userId }),
  multi_users_select: object({}, { ...many, initial_users: list(userId, { min: 0 }) }),
  conversations_select: object(
    {},
    { ...select, ...conversations, response_url_enabled: boolean, initial_conversation: id },
  ),
  multi_conversations_select: object({}, { ...many, ...conversations, initial_conversations: ids }),
  channels_select: object({}, { ...select, response_url_enabled: boolean, initial_channel: id }),
  multi_channels_select: object({}, { ...many, initial_channels: ids }),
  datepicker: object({}, { ...select, initial_date: day }),
  timepicker: object({}, { ...select, initial_time: minute, timezone: string({}) }),
  datetimepicker: object(
    {},
    { ...chosen, initial_date_time: integer({ min: 1_000_000_000, max: 9_999_999_999 }) },
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
  email_text_input: object({}, { ...typed, initial_value: string({}) }),
  url_text_input: object({}, { ...typed, initial_value: string({}) }),
  number_input: object(
    { is_decimal_allowed: boolean },
    { ...typed, initial_value: string({}), min_value: string({}), max_value: string({}) },
  ),
  rich_text_input: object(
    {},
    {
      ...typed,
      initial_value: richTextObject,
      min_lines: integer({ min: 1, max: 100 }),
      max_lines: integer({ min: 1, max: 100 }),
    },
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

const SELECTS = [
  "static_select",
  "external_select",
  "users_select",
  "conversations_select",
  "channels_select",
];
const MULTI_SELECTS = [
  "multi_static_select",
  "multi_external_select",
  "multi_users_select",
  "multi_conversations_select",
  "multi_channels_select",
];
const ANYWHERE = [...SELECTS, "checkboxes", "radio_buttons", "datepicker", "timepicker"];
const TYPED = ["plain_text_input", "email_text_input", "url_text_input", "number_input", "rich_text_input"];

function elementOf(allowed: readonly string[], more: { readonly [type: string]: Rule } = {}): Rule {
  const rules = Object.fromEntries(
    Object.entries(ELEMENTS)
      .filter(([type]) => allowed.includes(type))
      .map(([type, rule]): [string, Rule] => [type, onItsSurface(type, rule)]),
  );
  return byType({ ...rules, ...more }, "element");
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

export const accessory: Rule = elementOf(
  [...ANYWHERE, ...MULTI_SELECTS, "button", "overflow", "workflow_button"],
  { image: imageElement },
);
/** No multi-select: those stand in a section or an input. */
export const actionsElement: Rule = elementOf([
  ...ANYWHERE,
  "button",
  "overflow",
  "workflow_button",
  "datetimepicker",
  "rich_text_input",
]);
export const inputElement: Rule = elementOf([
  ...ANYWHERE,
  ...MULTI_SELECTS,
  ...TYPED,
  "datetimepicker",
  "file_input",
]);
export const contextActionsElement: Rule = elementOf(["feedback_buttons", "icon_button"]);
export const cardButton: Rule = elementOf(["button"]);
