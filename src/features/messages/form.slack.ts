import { isBlank } from "../../blank-text.ts";
import { storeBudgetMs } from "../../deadline.ts";
import type { Catalogue } from "../../locales/index.ts";
import { addRow, removeRow } from "../../slack/blocks/rows.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import type { Carried, Click } from "../../slack/edge/interaction.ts";
import { readValues } from "./form-body.input.ts";
import { fields, ids } from "./ids.ts";
import { kinds, toKind } from "./kinds/index.ts";
import { momentMs } from "./lookup.ts";
import { draftBody } from "./send.input.ts";
import { renderSendForm } from "./send.view.ts";
import { formOptions, type SendDeps } from "./send-deps.ts";
import { emptyForm, FormMetadata, type SendForm, templateOf, writeJson } from "./send-form.ts";
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
export function readForm({ carried, fields: typed }: { carried: Carried; fields: Fields }): SendForm {
  const values = readValues(typed);
  const { kind: shown, ...metadata } = carried(FormMetadata);
  return {
    ...metadata,
    shown,
    kind: toKind(values[fields.kind]),
    values,
    conversation: typed.conversation(fields.channel) ?? null,
    image: typed.files(fields.image)[0] ?? null,
  };
}

export type Changed = SendForm & { notice?: string | undefined };
type Make = (form: SendForm, click: Click) => SendForm;

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
  [ids.addButton]: (form, click) => withRow(form, click.actionId),
  [ids.removeButton]: (form, click) => {
    const lists = (form.kind.lists ?? []).map(({ id }) => id);
    return removeRow(form, lists, click.actionId);
  },
};

export async function changeForm(click: Click, deps: SendDeps, make: Make): Promise<void> {
  const { person, words } = click;
  await click.ack();
  if (click.form === null) return;
  const form = readForm(click.form);
  const { notice, ...next } = await withTemplate(make(form, click), deps, words);
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

/** With a field for each placeholder of the chosen template; as it is where the store doesn't have it in time. */
export async function withTemplate(
  form: SendForm,
  { templates, within }: SendDeps,
  words: Catalogue,
): Promise<Changed> {
  if (!takesVariables(form)) return form;
  const id = templateOf(form);
  const seen = id === "" ? null : await within(storeBudgetMs, templates.get(id)).catch(() => undefined);
  if (seen === undefined) return isTemplateUnread(form) ? { ...form, notice: words.common.tooSlow } : form;
  const isUnseen = id !== "" && seen === null;
  const looking = isUnseen ? within(momentMs, templates.findMeant(id)).catch(() => undefined) : undefined;
  const content = seen?.content ?? null;
  const placeholders = placeholdersOf(...textsOf(content));
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

/** Written as JSON, in a modal over the form, which stays as it is. */
export async function openAsJson(click: Click, deps: SendDeps): Promise<void> {
  await click.ack();
  if (click.form === null) return;
  const { act, again, saved, writtenAt, conversation, image, ...form } = readForm(click.form);
  const values = { [fields.json]: writeJson(draftBody(form, deps.rules)) };
  const json = emptyForm({ act, again }, { isJson: true, values, conversation, image, saved, writtenAt });
  await click.openModal(renderSendForm(json, formOptions(click.person, deps)));
}
