import type { InputBlock, KnownBlock, ModalView, PlainTextElement, PlainTextOption } from "@slack/types";
import { isBlank, replaceInvisible } from "../../blank-text.ts";
import { cutToField, shorten, slackLimits } from "./limits.ts";
import { type Line, renderLines } from "./rich-text.ts";

export function plainText(text: string, longest: number = slackLimits.sectionText): PlainTextElement {
  return { type: "plain_text", text: shorten(replaceInvisible(text), longest), emoji: true };
}

/** Shows other people's text without markup or emoji names. Replaces blank text by "␣", since Slack refuses it. */
export function verbatim(text: string): PlainTextElement {
  const shown = text.trim() === "" ? "␣" : shorten(replaceInvisible(text), slackLimits.sectionText);
  return { type: "plain_text", text: shown, emoji: false };
}

export function banner(text: string): KnownBlock {
  return { type: "section", text: plainText(`⚠️ ${text}`) };
}

export function renderWarning(line: Line): KnownBlock {
  return renderLines([["⚠️ ", ...line]]).block;
}

/** Length in characters above which a line gets blocks of its own. */
const maxLineLength = 300;

/** Renders lines without cutting them: people must read them in full before something costs money. */
export function renderUncut(lines: readonly Line[]): KnownBlock[] {
  const isLong = (line: Line) => foreignText(line).length > maxLineLength;
  return [
    renderLines(lines.filter((line) => !isLong(line))).block,
    ...lines.filter(isLong).flatMap((line) => splitForSections(foreignText(line)).map(toSection)),
  ];
}

function foreignText(line: Line): string {
  return line
    .map((piece) => (typeof piece === "string" ? piece : "bold" in piece ? piece.bold : ""))
    .join("");
}

const maxEmojiLength = 40;

export function splitForSections(text: string): string[] {
  if (text === "") return [];
  const named = replaceInvisible(text);
  const parts = Array.from({ length: maxEmojiLength }, (_, less) =>
    cutToField(named, slackLimits.sectionText - less),
  );
  // A part must not begin with a character that belongs to the emoji before it.
  const isApart = (one: string) => !/^\p{Default_Ignorable_Code_Point}/u.test(named.slice(one.length));
  const part = parts.find(isApart) ?? cutToField(named, slackLimits.sectionText);
  return [part, ...splitForSections(named.slice(part.length))];
}

function toSection(text: string): KnownBlock {
  return { type: "section", text: verbatim(text) };
}

type FieldElement = InputBlock["element"];

/** Uses the platform's field name as block id, so that its errors can be shown on it; element ids are `value`. */
export function renderInput(
  name: string,
  label: string,
  element: FieldElement,
  options: { hint?: string | undefined; optional?: boolean; dispatch?: boolean } = {},
): InputBlock {
  return {
    type: "input",
    block_id: name,
    label: plainText(label),
    element: { ...element, action_id: "value" },
    optional: options.optional ?? false,
    ...(options.hint === undefined ? {} : { hint: plainText(options.hint) }),
    ...(options.dispatch === true ? { dispatch_action: true } : {}),
  };
}

export function textInput(options: {
  initial?: string | undefined;
  multiline?: boolean;
  /** Limit in characters. @default Slack's limit */
  longest?: number;
  /** Dispatches at each character instead of only on Enter. */
  dispatches?: "as_typed";
}): FieldElement {
  const longest = options.longest ?? slackLimits.inputLength;
  return {
    type: "plain_text_input",
    multiline: options.multiline ?? false,
    max_length: longest,
    ...(options.dispatches === undefined
      ? {}
      : { dispatch_action_config: { trigger_actions_on: ["on_character_entered"] } }),
    ...(options.initial === undefined || options.initial === ""
      ? {}
      : { initial_value: cutToField(options.initial, longest) }),
  };
}

export function select(
  choices: readonly Choice[],
  initial: string | undefined,
  placeholder?: string,
): FieldElement {
  const options = toOptions(choices);
  const chosen = options.find(({ value }) => value === initial);
  return {
    type: "static_select",
    options,
    ...(placeholder === undefined ? {} : { placeholder: plainText(placeholder) }),
    ...(chosen === undefined ? {} : { initial_option: chosen }),
  };
}

/** Makes a select of several options; the app suggests options during typing if there are more than Slack takes. */
export function multiSelect(
  choices: readonly Choice[],
  chosen: readonly Choice[],
  most: number,
  placeholder?: string,
): FieldElement {
  const initial = toOptions(chosen);
  const says = placeholder === undefined ? {} : { placeholder: plainText(placeholder) };
  const common = {
    max_selected_items: most,
    ...says,
    ...(initial.length === 0 ? {} : { initial_options: initial }),
  };
  return choices.length <= slackLimits.options
    ? { type: "multi_static_select", options: toOptions(choices), ...common }
    : { type: "multi_external_select", min_query_length: 0, ...common };
}

export function suggestedSelect(initial: Choice | undefined): FieldElement {
  const [chosen] = toOptions(initial === undefined ? [] : [initial]);
  return {
    type: "external_select",
    min_query_length: 0,
    ...(chosen === undefined ? {} : { initial_option: chosen }),
  };
}

/** Offers the organisation's conversations; without `initial`, the command's conversation is preselected. */
export function conversationSelect(initial: string | null): FieldElement {
  return {
    type: "conversations_select",
    filter: {
      include: ["public", "private"],
      exclude_external_shared_channels: true,
      exclude_bot_users: true,
    },
    ...(initial === null ? { default_to_current_conversation: true } : { initial_conversation: initial }),
  };
}

type Modal = {
  callbackId: string;
  title: string;
  close: string;
  submit?: string;
  /** Data that submission and clicks return: ids, never rights. At most 3,000 characters as JSON. */
  carries?: object;
  closesAll?: boolean;
  blocks: KnownBlock[];
};

export function renderModal(modal: Modal): ModalView {
  return {
    type: "modal",
    callback_id: modal.callbackId,
    title: plainText(modal.title, slackLimits.viewTitle),
    close: plainText(modal.close),
    ...(modal.submit === undefined ? {} : { submit: plainText(modal.submit) }),
    ...(modal.carries === undefined ? {} : { private_metadata: JSON.stringify(modal.carries) }),
    ...(modal.closesAll === true ? { clear_on_close: true } : {}),
    blocks: modal.blocks,
  };
}

export type Choice = { value: string; label: string };

/** Leaves out options with a blank or too long value, or beyond Slack's limit; cuts labels. */
export function toOptions(choices: readonly Choice[]): PlainTextOption[] {
  const labels = new Map<string, string>();
  for (const { value, label } of choices) {
    const isFit = !isBlank(value) && value.length <= slackLimits.optionValue;
    if (isFit && !labels.has(value)) labels.set(value, isBlank(label) ? value : label);
  }
  return [...labels].slice(0, slackLimits.options).map(([value, label]) => ({
    value,
    text: {
      type: "plain_text",
      text: shorten(replaceInvisible(label), slackLimits.optionText),
      emoji: false,
    },
  }));
}
