import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isBlank } from "../../blank-text.ts";
import { storeBudgetMs } from "../../deadline.ts";
import type { Catalogue } from "../../locales/index.ts";
import { addRow, removeRow } from "../../slack/blocks/rows.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import type { Click } from "../../slack/edge/interaction.ts";
import type { Person } from "../../slack/people/people.ts";
import { withTypedAgent } from "./agent.ts";
import { readDraft, saveDraft } from "./drafts.ts";
import { type FormValues, readJson, readValues } from "./form-body.input.ts";
import { fields, ids } from "./ids.ts";
import { noticeWords } from "./issues.view.ts";
import { readMessageJson } from "./json.input.ts";
import { kinds, toKind } from "./kinds/index.ts";
import { momentMs } from "./lookup.ts";
import { draftBody } from "./send.input.ts";
import { renderSendForm } from "./send.view.ts";
import { formOptions, type SendDeps } from "./send-deps.ts";
import { filledForm, hiddenFrom, readMetadata, type SendForm, templateOf, writeJson } from "./send-form.ts";
import {
  buttonLines,
  isSplit,
  isTemplate,
  placeholdersOf,
  textsOf,
  variableField,
  withVariables,
} from "./variable-fields.ts";

const keptKind = "messages.form";
const Kept = z.record(z.string(), z.string());

/** A form with what is kept beside it: what was typed for other kinds, or before it was written as JSON. */
type Open = { form: SendForm; kept: FormValues };

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

/**
 * The same with all that was typed for other kinds, for a form that shows other fields than before; undefined when it
 * did not come in time: shown as empty it would be kept as empty.
 */
export async function readWhole(
  person: Person,
  { metadata, fields: typed }: { metadata: string; fields: Fields },
  deps: SendDeps,
): Promise<Open | undefined> {
  const form = readForm(metadata, typed);
  const { kind: shown, kept: id, isJson } = readMetadata(metadata);
  const draft = id === undefined ? null : await readDraft(person, id, deps);
  if (draft === undefined) return undefined;
  const kept = Kept.safeParse(draft?.body).data ?? {};
  // A form written as JSON has no kind of its own.
  const kind = isJson ? shown : form.kind;
  const whole = isJson ? form.values : { ...hiddenFrom(shown, kept), ...form.values };
  return { form: { ...form, kind, values: whole }, kept };
}

export type Changed = SendForm & { notice?: string | undefined };
type Make = (open: Open, context: { click: Click; deps: SendDeps; words: Catalogue }) => Changed;

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
  ...Object.fromEntries(
    redrawing.map((name): [string, Make] => [`${ids.sendForm}/${name}`, ({ form }) => form]),
  ),
  [ids.more]: ({ form }) => ({ ...form, hasMore: true }),
  // What is filled in stays.
  [ids.less]: ({ form }) => ({ ...form, hasMore: false }),
  [ids.addButton]: ({ form }, { click }) => withRow(form, click.actionId),
  [ids.removeButton]: ({ form }, { click }) => {
    const lists = (form.kind.lists ?? []).map(({ id }) => id);
    return removeRow(form, lists, click.actionId);
  },
  [ids.asJson]: ({ form }, { deps }) => toJsonForm(form, deps),
  [ids.asFields]: toFieldForm,
};

export async function changeForm(click: Click, deps: SendDeps, make: Make): Promise<void> {
  const { person } = click;
  const words = deps.wordsOf(person.locale);
  await click.ack();
  if (click.form === null) return;
  const form = readForm(click.form.metadata, click.form.fields);
  const shown = readMetadata(click.form.metadata);
  const isReshaped = reshaping.has(click.actionId) || (!shown.isJson && form.kind !== shown.kind);
  const context = { click, deps, words };
  const changed = isReshaped ? await reshape(click.form, make, context) : make({ form, kept: {} }, context);
  const asBefore = { ...form, kind: shown.kind, kindReset: deps.newId(), notice: words.common.tooSlow };
  const { notice, ...next } = await withTemplate(changed ?? asBefore, deps, words);
  await click.updateModal(renderSendForm(next, formOptions(person, deps), notice));
}

/** Those after which all fields are others. */
const reshaping: ReadonlySet<string> = new Set([ids.asJson, ids.asFields]);

/** The form with other fields, once what it no longer shows is kept; undefined when the store was too slow for that. */
async function reshape(
  shown: { metadata: string; fields: Fields },
  make: Make,
  context: Parameters<Make>[1],
): Promise<Changed | undefined> {
  const { deps } = context;
  const { person } = context.click;
  const open = await readWhole(person, shown, deps);
  if (open === undefined) return undefined;
  const made = make(open, context);
  const typed = made.isJson ? (open.form.isJson ? open.kept : open.form.values) : made.values;
  const isHidden = made.isJson || Object.values(hiddenFrom(made.kind, typed)).some((value) => value !== "");
  if (!isHidden) return made;
  const kept = await saveDraft(person, { id: made.kept, kind: keptKind, body: typed }, deps);
  return kept === undefined ? undefined : { ...made, kept };
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

/** What the JSON says in the fields; what stood in them before where it still says that, or nothing. */
function toFieldForm({ form, kept }: Open, { deps, words }: Parameters<Make>[1]): Changed {
  const before: SendForm = { ...form, isJson: false, kind: toKind(kept[fields.kind]), values: kept };
  const json = form.values[fields.json] ?? "";
  if (isBlank(json) || isSameJson(json, toJsonForm(before, deps).values[fields.json] ?? "")) return before;
  const read = readMessageJson(json);
  if ("issues" in read) {
    const issues = read.issues.map((issue) => ({ ...issue, field: fields.json }));
    return { ...form, notice: noticeWords(issues, deps.rules, words) };
  }
  const filled = filledForm(form, withTypedAgent(read.body, deps.agent), form.conversation);
  if (filled.isJson) return { ...form, notice: words.send.jsonOnly };
  const { kind, values, nextRow, placeholders } = filled;
  const shown = { kind, values, placeholders, variablesOf: undefined };
  return { ...form, ...shown, isJson: false, nextRow: Math.max(nextRow, form.nextRow) };
}

function isSameJson(one: string, other: string): boolean {
  const [read, compared] = [readJson(one), readJson(other)];
  return !("problem" in read) && isDeepStrictEqual(read, compared);
}
