import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { isBlank, trimBlank, withoutInvisible } from "../../blank-text.ts";
import { normalizeTexts } from "../../composed-text.ts";
import { findDuplicateName, findJsonFault, type JsonFault, toPlainJson } from "../../json-text.ts";
import { FormAct } from "../../outcomes/again.ts";
import { isJsonTooLarge, isRawJsonTooLarge, type SendBody } from "../../platform/index.ts";
import { rowKeys } from "../../slack/blocks/buttons.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import type { SlackFile } from "../../slack/files/slack-file.ts";
import { isDirectMessage } from "../../slack/posts/queue.ts";
import {
  autoKind,
  type Field,
  type FieldInput,
  type MessageKind,
  maxRowValueLength,
  messageKinds,
  type RowField,
  type RowList,
} from "./kinds/index.ts";
import { findVariables, isTemplate, isVariableList } from "./template-text.ts";

/** Saved message that filled a form, at the revision of that time. */
export const SavedAs = z.object({ id: z.string(), name: z.string(), revision: z.number() });
export type SavedAs = z.infer<typeof SavedAs>;

export type SendForm = FormAct & {
  kind: MessageKind;
  values: FormValues;
  conversation: string | null;
  /** Image attached in Slack, uploaded before the message leaves. Slack keeps it in the form; an app can't set it. */
  image: SlackFile | null;
  /** Time when the content was written, if that was before the form was opened. */
  writtenAt?: Date | undefined;
  saved?: SavedAs | undefined;
  hasMore: boolean;
  /** Key of the next row; never reused, since Slack keeps the text typed under a key. */
  nextRow: number;
  isJson: boolean;
  /** Text of the template for a preview, if it was just read. */
  template?: string | undefined;
};

/** Metadata of the form: ids and layout. It gives no right: rights are checked at each submission. */
export const FormMetadata = FormAct.extend({
  hasMore: z.boolean().catch(false),
  nextRow: z.int().catch(1),
  isJson: z.boolean().catch(false),
  writtenAt: z.coerce.date().optional().catch(undefined),
  saved: SavedAs.optional().catch(undefined),
});

export function createSendForm(form: FormAct, change: Partial<SendForm> = {}): SendForm {
  const empty = { kind: autoKind, values: {}, conversation: null, image: null };
  return { ...form, ...empty, hasMore: false, nextRow: 1, isJson: false, ...change };
}

/** Fills a form with a message, as JSON if the fields can't contain all of it. */
export function filledForm(
  act: FormAct,
  { agent: _agent, ...body }: SendBody,
  conversation: string | null,
): SendForm {
  // The form's select offers no direct messages.
  const target = { conversation: isDirectMessage(conversation) ? null : conversation };
  const form = findMatchingForm(body);
  if (form !== null && isHeld(form)) {
    return createSendForm(act, { ...form, ...target, nextRow: nextRowOf(form.values) });
  }
  return createSendForm(act, { values: { json: formatJson(body) }, ...target, isJson: true });
}

/** Whether values and rows fit the form without being cut. */
function isHeld({ kind, values }: Pick<SendForm, "kind" | "values">): boolean {
  const isShort = Object.values(values).every((value) => value.length <= slackLimits.inputLength);
  return isShort && (kind.lists ?? []).every(({ id, most }) => rowKeys(id, values).length <= most);
}

export function formatJson(body: object): string {
  const laidOut = JSON.stringify(body, null, 2);
  return laidOut.length <= slackLimits.inputLength ? laidOut : JSON.stringify(body);
}

function nextRowOf(values: FormValues): number {
  const keys = Object.keys(values).map((name) => Number(/\.(\d+)\./.exec(name)?.[1] ?? 0));
  return Math.max(0, ...keys) + 1;
}

export function templateIdOf({ kind, values }: Pick<SendForm, "kind" | "values">): string {
  const field = kind.fields.find(({ input }) => isTemplate(input));
  return field === undefined ? "" : (values[field.id] ?? "");
}

export function visibleFieldsOf(form: SendForm): Field[] {
  const { kind, values, hasMore, image } = form;
  const isAttached = ({ id }: Field) => id === kind.attach?.field && image !== null;
  const isChosen = templateIdOf(form) !== "";
  const isInUse = (one: Field) =>
    (values[one.id] ?? "") !== "" || isAttached(one) || (isVariableList(one.input) && isChosen);
  const isRare = (one: Field) => one.isRare === true || (one.isByTemplate === true && isChosen);
  return kind.fields.filter((one) => isInUse(one) || hasMore || !isRare(one));
}

/** Lists of rows to show. With a template, which has buttons itself, only lists with rows. */
export function visibleListsOf(form: SendForm): readonly RowList[] {
  const { kind, values, hasMore } = form;
  const isByTemplate = templateIdOf(form) !== "" && !hasMore;
  return (kind.lists ?? []).filter(({ id }) => !isByTemplate || rowKeys(id, values).length > 0);
}

/** Typed values by block name; "" for an empty field. */
export type FormValues = Readonly<Record<string, string>>;

type BrokenJson = { problem: "json" } & JsonFault;
type BrokenPair = { problem: "pairs"; line: number };
type NameTwice = { problem: "pair_twice"; name: string };
export type ValueIssue = { problem: "yes_no" | "too_many" } | BrokenPair | NameTwice | BrokenJson;

type FormBody = { body: Body; issues: ({ field: string } & ValueIssue)[] };
type Body = Record<string, unknown>;

export function readValues(form: Fields): FormValues {
  return Object.fromEntries(
    form.names().map((name) => [name, form.text(name) ?? form.choice(name) ?? form.choices(name).join("\n")]),
  );
}

export function toBody({ type, fields, lists = [] }: MessageKind, values: FormValues): FormBody {
  const body: Body = {};
  const issues: FormBody["issues"] = [];
  const read = (name: string, input: FieldInput, put: (value: unknown) => void) => {
    const text = values[name] ?? "";
    if (isBlank(text)) return;
    const value = readValue(input, text);
    if ("problem" in value) issues.push({ field: name, ...value });
    else put(value.is);
  };
  for (const { id, at, input } of fields) {
    read(id, input, (value) => putAt(body, at, value));
    const twice = isVariableList(input) ? putVariables(body, at, values) : undefined;
    if (twice !== undefined) issues.push({ field: id, problem: "pair_twice", name: twice });
  }
  if (type !== null) putAt(body, ["message", "type"], type);
  for (const list of lists) {
    const rows = rowKeys(list.id, values).map((key) => {
      const row: Body = {};
      for (const { name, input } of list.fields) {
        read(`${list.id}.${key}.${name}`, input, (value) => putAt(row, [name], value));
      }
      return row;
    });
    if (rows.length > 0) putAt(body, list.at, rows);
  }
  return { body, issues };
}

/** Joins variables from fields of their own with those typed as lines. Returns the first name that is in both. */
function putVariables(body: Body, at: Field["at"], values: FormValues): string | undefined {
  const filled = [...findVariables(values)].filter(([, value]) => !isBlank(value));
  if (filled.length === 0) return undefined;
  const typed = valueAtPath(body, at);
  const lines = isBody(typed) ? typed : {};
  const own = Object.fromEntries(filled.map(([name, value]) => [`#{${name}}`, value]));
  putAt(body, at, { ...lines, ...own });
  return filled.map(([name]) => name).find((name) => Object.hasOwn(lines, `#{${name}}`));
}

/** Finds the first form that can show a whole body, beginning with the kinds of its type; null if there is none. */
export function findMatchingForm(body: SendBody): { kind: MessageKind; values: FormValues } | null {
  const named = messageKinds.filter(({ type }) => type !== null && type === body.message.type);
  const others = messageKinds.filter(({ type }) => type === null);
  for (const kind of [...named, ...others]) {
    const values = toValues(kind, body);
    if (values !== null) return { kind, values };
  }
  return null;
}

function toValues(kind: MessageKind, body: SendBody): FormValues | null {
  const { fields, lists = [] } = kind;
  const values: Record<string, string> = toRows(lists, body);
  if (Object.values(values).some((value) => value.length > maxRowValueLength)) return null;
  for (const { id, at, input } of fields) {
    const value = valueAtPath(body, at);
    if (value === undefined) continue;
    const shown = showValue(input, value);
    // Slack's select takes no longer value.
    if (input.as === "open" && shown.length > slackLimits.optionValue) return null;
    values[id] = shown;
  }
  const back = toBody(kind, values);
  return back.issues.length === 0 && isDeepStrictEqual(back.body, plainJson(body)) ? values : null;
}

/** Values of all rows, with keys that are unique over all lists. */
function toRows(lists: readonly RowList[], body: object): Record<string, string> {
  const values: Record<string, string> = {};
  let key = 0;
  for (const { id, at, fields } of lists) {
    const rows = valueAtPath(body, at);
    for (const row of Array.isArray(rows) ? rows : []) {
      key += 1;
      for (const { name, input, isFor } of fields) {
        const value = valueAtPath(row, [name]);
        const shown = value === undefined ? "" : showValue(input, value);
        if (value !== undefined || isFor === undefined) values[`${id}.${key}.${name}`] = shown;
      }
    }
  }
  return values;
}

export function rowFields({ id, fields }: RowList, key: number, values: FormValues): readonly RowField[] {
  const typed = (name: string) => values[`${id}.${key}.${name}`] ?? "";
  const type = withoutInvisible(typed("buttonType")).trim();
  return fields.filter(({ name, isFor }) => isFor === undefined || isFor(type) || typed(name) !== "");
}

/** Finds block, and path within it, of a request field; `kind` if no block of the form has it. */
export function findBlock(
  { fields, lists = [] }: MessageKind,
  values: FormValues,
  wire: string,
): { field: string; path: string } {
  for (const { id, at } of lists) {
    const [index, name, ...rest] = restBehind(at, wire)?.split(".") ?? [];
    const key = rowKeys(id, values)[Number(index)];
    if (key !== undefined && name !== undefined)
      return { field: `${id}.${key}.${name}`, path: rest.join(".") };
  }
  for (const { id, at } of fields) {
    const path = restBehind(at, wire);
    if (path !== null) return { field: id, path };
  }
  return { field: "kind", path: wire };
}

/** Rest of a wire path below a field's path, without `message`: "" for the field itself, null outside it. */
function restBehind(at: Field["at"], wire: string): string | null {
  const own = at.filter((part) => part !== "message").join(".");
  if (wire === own) return "";
  return wire.startsWith(`${own}.`) ? wire.slice(own.length + 1) : null;
}

type Value = { is: unknown } | ValueIssue;

function readValue(input: FieldInput, text: string): Value {
  switch (input.as) {
    case "text":
      return { is: text };
    case "yes_no":
      return text === "yes" || text === "no" ? { is: text === "yes" } : { problem: "yes_no" };
    case "pairs":
      return readPairs(text, input.isPlaceholder === true);
    case "line":
      return { is: trimBlank(text) };
    default:
      return { is: withoutInvisible(text).trim() };
  }
}

function readPairs(text: string, isPlaceholder: boolean): Value {
  const pairs = new Map<string, string>();
  for (const [index, line] of text.split("\n").entries()) {
    if (isBlank(line)) continue;
    const [, name, value] = /^([^=]*[^=\s])\s*=\s?(.*)$/.exec(line.trimStart()) ?? [];
    if (name === undefined || value === undefined || isBlank(name))
      return { problem: "pairs", line: index + 1 };
    const bare = trimBlank(name);
    const key = isPlaceholder && !/^#\{.*\}$/.test(bare) ? `#{${bare}}` : bare;
    if (pairs.has(key)) return { problem: "pair_twice", name: bare };
    pairs.set(key, value);
  }
  return { is: Object.fromEntries(pairs) };
}

/** Limit of JSON values in a message, far more than any needs; JSON with more is refused. */
export const maxValues = 2000;
const most = { values: maxValues, depth: 20 };

export function parseJsonText(text: string): Value {
  const plain = toPlainJson(text);
  if (isRawJsonTooLarge(most, Buffer.from(plain))) return { problem: "too_many" };
  let value: unknown;
  try {
    value = JSON.parse(plain);
  } catch {
    return { problem: "json", ...findJsonFault(plain) };
  }
  if (isJsonTooLarge(most, value)) return { problem: "too_many" };
  const twice = findDuplicateName(plain);
  return twice === null ? { is: normalizeTexts(value) } : { problem: "pair_twice", name: twice };
}

function showValue(input: FieldInput, value: unknown): string {
  if (input.as === "yes_no") return value === true ? "yes" : "no";
  if (input.as !== "pairs") return typeof value === "string" ? value : JSON.stringify(value);
  const pairs = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return pairs
    .map(([key, text]) => `${input.isPlaceholder === true ? key.replace(/^#\{(.*)\}$/, "$1") : key}=${text}`)
    .join("\n");
}

export function valueAtPath(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  );
}

function putAt(body: Body, path: readonly string[], value: unknown): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  if (rest.length === 0) {
    body[key] = value;
    return;
  }
  const inner = body[key];
  const next: Body = isBody(inner) ? inner : {};
  body[key] = next;
  putAt(next, rest, value);
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
