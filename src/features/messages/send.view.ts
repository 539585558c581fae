import type { InputBlock, KnownBlock, ModalView } from "@slack/types";
import { entryFor } from "../../locales/entry.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { FieldId } from "../../locales/send.ts";
import type { FieldWords } from "../../locales/words.ts";
import { groupDigits } from "../../phone-number.ts";
import { actions, button, joinRows, renderRows, rowKeys } from "../../slack/blocks/buttons.ts";
import { cutToField, slackLimits } from "../../slack/blocks/limits.ts";
import {
  banner,
  type Choice,
  conversationSelect,
  renderInput,
  renderModal,
  select,
  suggestedSelect,
  textInput,
  verbatim,
} from "../../slack/blocks/modal.ts";
import { fields, ids } from "./ids.ts";
import { type Field, type FieldInput, maxRowValueLength, messageKinds, type RowList } from "./kinds/index.ts";
import { usualLimit } from "./kinds/record.ts";
import type { SendRules } from "./send.input.ts";
import {
  FormMetadata,
  rowFields,
  type SendForm,
  templateIdOf,
  visibleFieldsOf,
  visibleListsOf,
} from "./send-form.ts";
import { recipientSelect } from "./suggestions.ts";
import {
  fillVariables,
  findVariables,
  isTemplate,
  isVariable,
  isVariableList,
  variableField,
} from "./template-text.ts";

export type FormOptions = {
  rules: SendRules;
  words: Catalogue;
  mayAttach: boolean;
  picked?: Choice | undefined;
};

export function renderSendForm(form: SendForm, options: FormOptions, notice?: string): ModalView {
  const { send, common } = options.words;
  const values = Object.fromEntries(
    Object.entries(form.values).map(([name, typed]) => [name, cutTo(name, typed)]),
  );
  const body = form.isJson ? renderJson(form, options) : renderFields({ ...form, values }, options);
  const hasImage = body.some(({ block_id: id }) => id === fields.image);
  const notices = [
    ...(notice === undefined ? [] : [notice]),
    // Slack drops an attached file if the next form lacks its field.
    ...(form.image !== null && !hasImage ? [send.imageLeft] : []),
    ...cutNotices(form, options.words),
  ];
  return renderModal({
    callbackId: ids.sendForm,
    title: send.title,
    submit: options.rules.testRecipients.length > 0 ? send.submit.atOnce : send.submit.asksFirst,
    close: common.cancel,
    carries: FormMetadata.parse(form),
    blocks: [...notices.map(banner), ...body],
  });
}

function cutTo(name: string, typed: string): string {
  // Keys of options, not typed text, so they are not cut.
  return name === fields.recipients ? typed : cutToField(typed, roomOf(name));
}

function roomOf(name: string): number {
  return isVariable(name) ? maxRowValueLength : slackLimits.inputLength;
}

/** Warns that values were cut, so that nobody sends a cut text unawares. */
function cutNotices({ values, isJson }: SendForm, { send }: Catalogue): string[] {
  if (isJson) return isTooLong(values[fields.json]) ? [send.jsonTooLong(slackLimits.inputLength)] : [];
  const cut = Object.entries(values).filter(([name, typed]) => cutTo(name, typed) !== typed);
  return [...new Set(cut.map(([name]) => send.cut(roomOf(name))))];
}

function isTooLong(json = ""): boolean {
  return json.length > slackLimits.inputLength;
}

function renderJson(form: SendForm, { words }: FormOptions): KnownBlock[] {
  const { values, conversation } = form;
  const json = values[fields.json] ?? "";
  // Too long JSON is left out, since cut JSON is invalid.
  const initial = isTooLong(json) ? "" : json;
  return [
    inputOf({ id: "json", name: fields.json }, textInput({ initial, multiline: true }), words),
    renderChannel(conversation, words),
    ...actions([button(ids.save, words.runs.save.button)]),
  ];
}

function renderFields(form: SendForm, options: FormOptions): KnownBlock[] {
  const { words } = options;
  const { kind, conversation } = form;
  const shown = visibleFieldsOf(form);
  const hasRare = shown.length < visibleFieldsOf({ ...form, hasMore: true }).length;
  const rows = joinRows(visibleListsOf(form).flatMap((list) => renderRowList(list, form, words)));
  // Rows are content, so they come before the sender's number.
  const rendered = shown.flatMap((one) => [
    ...(one.input.as === "sender" ? rows : []),
    ...renderField(one, form, options),
  ]);
  const { send } = words;
  return [
    inputOf(
      { id: "kind", name: fields.kind, dispatch: true },
      select(
        messageKinds.map(({ id }) => ({ value: id, label: send.kinds[id] })),
        kind.id,
      ),
      words,
    ),
    ...renderTestRecipients(form, options),
    ...rendered,
    renderChannel(conversation, words),
    ...actions([
      ...(hasRare ? [button(ids.more, send.more)] : []),
      button(ids.asJson, send.asJson),
      button(ids.save, words.runs.save.button),
    ]),
  ];
}

/** Limit in characters of a template's id within a block id; real ids are shorter. */
const maxIdSuffixLength = 100;

function renderField(one: Field, form: SendForm, options: FormOptions): KnownBlock[] {
  const { kind, values } = form;
  const { rules, words, mayAttach, picked } = options;
  const { id, input } = one;
  // The field of lines is left out if all variables have fields of their own.
  const variables = isVariableList(input) ? renderVariables(form, words) : [];
  if (variables.length > 0 && (values[id] ?? "") === "") return variables;
  const isAttached = mayAttach && kind.attach?.field === id;
  const hasChoice = input.as === "recipient" && rules.testRecipients.length > 0;
  const isOptional = one.isRequired !== true || isAttached || hasChoice;
  const dispatch = isTemplate(input);
  const element =
    input.as === "sender"
      ? senderElement(values[id], rules)
      : elementOf(input, values[id] ?? "", words, { picked });
  // Another template needs another block id, since Slack keeps the text typed under an unchanged one.
  const name = variables.length === 0 ? id : `${id}~${cutToField(templateIdOf(form), maxIdSuffixLength)}`;
  const isFallback = one.isFallback ?? (one.isByTemplate === true && templateIdOf(form) !== "");
  const row = isFallback ? words.send.fallback : undefined;
  const shown = { id, name, isOptional, dispatch, row, hint: hintOf(one, form, options) };
  if (!isAttached) return [...variables, inputOf(shown, element, words)];
  // The field for an uploaded image is shown after "More fields" is pressed, or if it has a value.
  const isChosen = form.hasMore || (values[id] ?? "") !== "";
  const isNeeded = one.isRequired === true && !isChosen;
  return [attachment(words, isNeeded, isChosen), ...(isChosen ? [inputOf(shown, element, words)] : [])];
}

/** Hint in place of the field's own; undefined to keep that one. */
function hintOf({ id, input }: Field, { kind }: SendForm, { rules, words }: FormOptions): string | undefined {
  const { send, common, issues } = words;
  const usual = id === "text" ? usualLimit(kind) : undefined;
  if (usual !== undefined) return send.usually[usual.unit](common[usual.unit](usual.limit));
  return input.as === "sender" && rules.senderNumbers.length === 0 ? issues.noSender : undefined;
}

function renderVariables({ template, values }: SendForm, words: Catalogue): KnownBlock[] {
  const inputs = [...findVariables(values)].map(([name, initial]) => {
    const element = textInput({ initial, longest: maxRowValueLength, dispatches: "as_typed" });
    return renderInput(variableField(name), `#{${name}}`, element, { dispatch: true });
  });
  if (inputs.length === 0 || template === undefined) return inputs;
  const preview = verbatim(`${words.send.preview}\n${fillVariables(template, values)}`);
  return [...inputs, { type: "section", text: preview }];
}

/** File types that Slack lets people choose; the bytes are checked later. */
const pictures = ["png", "jpg", "jpeg", "gif", "tif", "tiff"];

/** Field to attach an image. `isNeeded`: must not stay empty. `isChosen`: a field for uploaded images is below. */
function attachment({ send }: Catalogue, isNeeded: boolean, isChosen: boolean): InputBlock {
  const element = { type: "file_input" as const, max_files: 1, filetypes: pictures };
  const { label, hint: says } = send.fields.image;
  const hint = isChosen ? says : `${says} ${send.uploadedBefore}`;
  return renderInput(fields.image, label, element, { optional: !isNeeded, hint });
}

type Shown = {
  id: FieldId;
  name: string;
  isOptional?: boolean;
  dispatch?: boolean;
  row?: string | undefined;
  hint?: string | undefined;
};

function inputOf(
  { id, name, isOptional = false, dispatch = false, row, hint }: Shown,
  element: InputBlock["element"],
  { send }: Catalogue,
): InputBlock {
  const words: FieldWords = send.fields[id];
  const label = row === undefined ? words.label : `${row} · ${words.label}`;
  return renderInput(name, label, element, { optional: isOptional, dispatch, hint: hint ?? words.hint });
}

function elementOf(
  input: FieldInput,
  value: string,
  { send }: Catalogue,
  { longest = slackLimits.inputLength, picked }: { longest?: number; picked?: Choice | undefined },
): InputBlock["element"] {
  switch (input.as) {
    case "yes_no": {
      const says = yesNoLabels(input, send);
      const choices = (["yes", "no"] as const).map((one) => ({ value: one, label: says[one] }));
      return select(choices, value);
    }
    case "open":
      if (picked !== undefined && picked.value === value) return suggestedSelect(picked);
      return suggestedSelect(
        value === "" ? undefined : { value, label: entryFor(send.buttonTypes, value) ?? value },
      );
    case "line":
    case "recipient":
      return textInput({ initial: value, longest });
    default:
      return textInput({ initial: value, longest, multiline: true });
  }
}

export function yesNoLabels({ of }: Extract<FieldInput, { as: "yes_no" }>, { answers }: Catalogue["send"]) {
  return answers[of ?? "usual"];
}

function senderElement(value: string | undefined, { senderNumbers }: SendRules): InputBlock["element"] {
  if (senderNumbers.length === 0) return textInput({ initial: value });
  const senders = senderNumbers.map((number) => ({
    value: number,
    label: groupDigits({ to: number }),
  }));
  // A number that is no longer registered isn't replaced: the person has to choose another.
  const isKnown = value !== undefined && senderNumbers.includes(value);
  return select(senders, isKnown ? value : value === undefined ? senders[0]?.value : undefined);
}

function renderTestRecipients({ values }: SendForm, { rules, words }: FormOptions): InputBlock[] {
  const element = recipientSelect(values[fields.recipients] ?? "", rules, words);
  if (element === null) return [];
  return [inputOf({ id: "recipients", name: fields.recipients, isOptional: true }, element, words)];
}

function renderRowList(list: RowList, form: SendForm, words: Catalogue): KnownBlock[] {
  const row = words.send.rows[list.row];
  const renderFields = (key: number, number: number) =>
    rowFields(list, key, form.values).map(({ id, name, input, isRequired }) => {
      const block = `${list.id}.${key}.${name}`;
      const value = form.values[block] ?? "";
      const element = elementOf(input, value, words, { longest: maxRowValueLength });
      const shown = { id, name: block, isOptional: isRequired !== true, row: row.name(number) };
      return inputOf({ ...shown, dispatch: name === "buttonType" }, element, words);
    });
  return renderRows({
    keys: rowKeys(list.id, form.values),
    fields: renderFields,
    remove: (key, number) => button(`${ids.removeButton}:${key}`, row.remove(number)),
    add: button(`${ids.addButton}:${list.id}`, row.add),
    most: list.most,
  });
}

function renderChannel(conversation: string | null, words: Catalogue): InputBlock {
  const shown = { id: "channel" as const, name: fields.channel, isOptional: true };
  return inputOf(shown, conversationSelect(conversation), words);
}
