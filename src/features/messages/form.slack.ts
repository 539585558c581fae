import { isBlank } from "../../blank-text.ts";
import { storeBudgetMs } from "../../deadline.ts";
import type { Catalogue } from "../../locales/index.ts";
import { addRow, removeRow } from "../../slack/blocks/rows.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import type { Click } from "../../slack/edge/interaction.ts";
import { withTypedAgent } from "./agent.ts";
import { readValues } from "./form-body.input.ts";
import { fields, ids } from "./ids.ts";
import { noticeWords } from "./issues.view.ts";
import { readUnfinishedJson } from "./json.input.ts";
import { auto, kinds, toKind } from "./kinds/index.ts";
import { momentMs } from "./lookup.ts";
import { draftBody } from "./send.input.ts";
import { renderSendForm } from "./send.view.ts";
import { formOptions, type SendDeps } from "./send-deps.ts";
import { filledForm, readMetadata, type SendForm, templateOf, writeJson } from "./send-form.ts";
import {
  buttonLines,
  isSplit,
  isTemplate,
  placeholdersOf,
  textsOf,
  variableField,
  withVariables,
} from "./variable-fields.ts";

/** The form as it stands in Slack; nothing is read but what Slack brought. */
export function readForm(metadata: string, typed: Fields): SendForm {
  const values = readValues(typed);
  return {
    ...readMetadata(metadata),
    kind: toKind(values[fields.kind]),
    values,
    conversation: typed.conversation(fields.channel) ?? null,
    image: typed.files(fields.image)[0] ?? null,
  };
}

export type Changed = SendForm & { notice?: string | undefined };
type Make = (form: SendForm, context: { click: Click; deps: SendDeps; words: Catalogue }) => Changed;

/** The fields after whose change the form has others, or says something else. */
const redrawing = [
  fields.kind,
  variableField("*"),
  ...kinds.flatMap(({ fields: all, lists = [] }) => [
    ...all.filter(({ input }) => isTemplate(input)).map(({ id }) => id),
    ...lists.map(({ id }) => `${id}.buttonType`),
  ]),
];

/** What a click in the form makes of it, by the click's id. */
export const formChanges: Readonly<Record<string, Make>> = {
  ...Object.fromEntries(redrawing.map((name): [string, Make] => [`${ids.sendForm}/${name}`, (form) => form])),
  [ids.more]: (form) => ({ ...form, hasMore: true }),
  // What is filled in stays.
  [ids.less]: (form) => ({ ...form, hasMore: false }),
  [ids.addButton]: (form, { click }) => withRow(form, click.actionId),
  [ids.removeButton]: (form, { click }) => {
    const lists = (form.kind.lists ?? []).map(({ id }) => id);
    return removeRow(form, lists, click.actionId);
  },
  [ids.asJson]: (form, { deps }) => toJsonForm(form, deps),
  [ids.asFields]: toFieldForm,
};

export async function changeForm(click: Click, deps: SendDeps, make: Make): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (click.form === null) return;
  const form = readForm(click.form.metadata, click.form.fields);
  const { notice, ...next } = await withTemplate(make(form, { click, deps, words }), deps, words);
  await click.updateModal(renderSendForm(next, formOptions(person, deps), notice));
}

/**
 * Somebody submitted it before it showed the variables of the chosen template: as it is then, unless none of them is
 * missing and none of another template is left.
 */
export async function withUnseenVariables(
  form: SendForm,
  deps: SendDeps,
  words: Catalogue,
): Promise<Changed | null> {
  if (!isTemplateUnread(form)) return null;
  const shown = await withTemplate(form, deps, words);
  const isFilled = (name: string) => !isBlank(shown.values[variableField(name)] ?? "");
  const isKept = (name: string) => shown.placeholders.includes(name);
  const isWhole = shown.placeholders.every(isFilled) && form.placeholders.every(isKept);
  return isWhole && !isTemplateUnread(shown) ? null : shown;
}

/** Its template is another one than that whose variables it shows. */
function isTemplateUnread(form: SendForm): boolean {
  return takesVariables(form) && templateOf(form) !== (form.variablesOf ?? "");
}

function takesVariables({ isJson, kind }: SendForm): boolean {
  return !isJson && kind.fields.some(({ input }) => isSplit(input));
}

/**
 * With a field for each placeholder of the chosen template, if it was ever seen. Where the store doesn't say so in time the
 * template's fields stay, and one that has none yet gets none.
 */
export async function withTemplate(
  form: Changed,
  { templates, within }: SendDeps,
  words: Catalogue,
): Promise<Changed> {
  if (!takesVariables(form)) return form;
  const id = templateOf(form);
  const seen = id === "" ? null : await within(storeBudgetMs, templates.get(id)).catch(() => undefined);
  if (seen === undefined && isTemplateUnread(form)) {
    const values = withVariables(form.values, []);
    return {
      ...form,
      values,
      placeholders: [],
      variablesOf: undefined,
      notice: form.notice ?? words.common.tooSlow,
    };
  }
  const isUnseen = id !== "" && seen === null;
  const looking = isUnseen ? within(momentMs, templates.findMeant(id)).catch(() => undefined) : undefined;
  const content = seen?.content ?? null;
  const placeholders = seen === undefined ? form.placeholders : placeholdersOf(...textsOf(content));
  const lines = [content?.content ?? [], buttonLines(content)].flat();
  const template = lines.length === 0 ? undefined : lines.join("\n");
  return {
    ...form,
    values: withVariables(form.values, placeholders),
    placeholders,
    variablesOf: id,
    template,
    isUnseen,
    meant: await looking,
  };
}

function withRow(form: SendForm, actionId: string): SendForm {
  const list = form.kind.lists?.find(({ id }) => id === actionId.split(":")[1]);
  const first = list?.fields[0];
  return list === undefined || first === undefined ? form : addRow(form, list.id, first.name);
}

function toJsonForm(form: SendForm, { rules }: SendDeps): SendForm {
  return { ...form, values: { [fields.json]: writeJson(draftBody(form, rules)) }, isJson: true };
}

/** What the JSON says in the fields, as far as it is written. */
function toFieldForm(form: SendForm, { deps, words }: Parameters<Make>[1]): Changed {
  const json = form.values[fields.json] ?? "";
  if (isBlank(json)) return { ...form, isJson: false, kind: auto, values: {}, placeholders: [] };
  const read = readUnfinishedJson(json);
  if ("issues" in read) {
    const issues = read.issues.map((issue) => ({ ...issue, field: fields.json }));
    return { ...form, notice: noticeWords(issues, deps.rules, words) };
  }
  const filled = filledForm(form, withTypedAgent(read.body, deps.agent), form.conversation);
  if (filled.isJson) return { ...form, notice: words.send.jsonOnly };
  const { kind, nextRow, placeholders } = filled;
  const lacking = read.lacks.map((field) => [field, ""]);
  const values = { ...filled.values, ...Object.fromEntries(lacking) };
  const shown = { kind, values, placeholders, variablesOf: undefined };
  return { ...form, ...shown, isJson: false, nextRow: Math.max(nextRow, form.nextRow) };
}
