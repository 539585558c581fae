import { isDeepStrictEqual } from "node:util";
import { isBlank } from "../../blank-text.ts";
import { linksOf, type SendBody } from "../../platform/index.ts";
import { slackLimits } from "../../slack/blocks/limits.ts";
import type { Fields } from "../../slack/edge/fields.ts";
import { findJsonFault, type JsonFault } from "./json-fault.ts";
import { longestRowValue } from "./kinds/buttons.ts";
import {
  type Field,
  type FieldInput,
  type Kind,
  kinds,
  type RowField,
  type RowList,
  tableOf,
} from "./kinds/index.ts";
import { variablesIn } from "./variable-fields.ts";

/** What stands in a form, by the blocks' names; a field that is there and empty has an empty text. */
export type FormValues = Readonly<Record<string, string>>;

export type BrokenJson = { problem: "json" } & JsonFault;
/** Why a text can't be read as the field's value. */
export type ReadIssue = { problem: "pairs" | "pair_twice" | "yes_no" } | BrokenJson;

export type FormBody = { body: Body; issues: ({ field: string } & ReadIssue)[] };
type Body = Record<string, unknown>;

export function readValues(form: Fields): FormValues {
  return Object.fromEntries(
    form.names().map((name) => [name, form.text(name) ?? form.choice(name) ?? form.choices(name).join("\n")]),
  );
}

/** The body as the form's table says, with nothing in it that was left empty. */
export function toBody(kind: Kind, values: FormValues): FormBody {
  const table = tableOf(kind);
  const body: Body = {};
  const issues: FormBody["issues"] = [];
  const read = (name: string, input: FieldInput, put: (value: unknown) => void) => {
    const text = values[name] ?? "";
    if (isBlank(text)) return;
    const value = readValue(input, text);
    if ("problem" in value) issues.push({ field: name, ...value });
    else put(value.is);
  };
  for (const { id, at, input } of table.fields) read(id, input, (value) => putAt(body, at, value));
  for (const { id, at } of table.fields) {
    if (id !== "chat.variables") continue;
    if (!putVariables(body, at, values)) issues.push({ field: id, problem: "pair_twice" });
  }
  if (table.type !== null) putAt(body, ["message", "type"], table.type);
  const rows = table.rows === undefined ? [] : rowKeys(table.rows, values);
  const list = rows.map((key) => {
    const row: Body = {};
    for (const { name, input } of table.rows?.fields ?? []) {
      read(`${table.rows?.id}.${key}.${name}`, input, (value) => putAt(row, [name], value));
    }
    return row;
  });
  if (table.rows !== undefined && list.length > 0) putAt(body, table.rows.at, list);
  return { body, issues };
}

/** Those that have fields of their own, beside those that are lines; false when one of them is both. */
function putVariables(body: Body, at: Field["at"], values: FormValues): boolean {
  const filled = [...variablesIn(values)].filter(([, value]) => !isBlank(value));
  if (filled.length === 0) return true;
  const typed = valueAt(body, at);
  const lines = isBody(typed) ? typed : {};
  const own = Object.fromEntries(filled.map(([name, value]) => [`#{${name}}`, value]));
  putAt(body, at, { ...lines, ...own });
  return Object.keys(own).every((name) => !Object.hasOwn(lines, name));
}

/** A stored body as the form shows it; null when no kind's form can say all of it. */
export function toForm(body: SendBody): { kind: Kind; values: FormValues } | null {
  const kind = kindOf(body.message);
  const { fields, rows } = tableOf(kind);
  const values: Record<string, string> = rows === undefined ? {} : toRows(rows, body);
  if (Object.values(values).some((value) => value.length > longestRowValue)) return null;
  for (const { id, at, input } of fields) {
    const value = valueAt(body, at);
    if (value === undefined) continue;
    const shown = showValue(input, value);
    // A select can't hold it.
    if (input.as === "open" && shown.length > slackLimits.optionValue) return null;
    values[id] = shown;
  }
  const back = toBody(kind, values);
  return back.issues.length === 0 && isDeepStrictEqual(back.body, plainJson(body)) ? { kind, values } : null;
}

function toRows({ id, at, fields }: RowList, body: object): Record<string, string> {
  const list = valueAt(body, at);
  const values: Record<string, string> = {};
  for (const [index, row] of (Array.isArray(list) ? list : []).entries()) {
    for (const { name, input } of fields) {
      const value = valueAt(row, [name]);
      const isShown = value !== undefined || !name.startsWith("link");
      if (isShown) values[`${id}.${index + 1}.${name}`] = showValue(input, value ?? "");
    }
  }
  return values;
}

/** The rows of a list that stand in the form, in the order in which they were added. */
export function rowKeys({ id }: RowList, values: FormValues): number[] {
  const keys = Object.keys(values).flatMap((name) => {
    const [key] = name.startsWith(`${id}.`) ? name.slice(id.length + 1).split(".") : [];
    return key === undefined || !/^\d+$/.test(key) ? [] : [Number(key)];
  });
  return [...new Set(keys)].toSorted((a, b) => a - b);
}

/** A row's fields: its links are those of its type, and any that has an address already. */
export function rowFields({ id, fields }: RowList, key: number, values: FormValues): readonly RowField[] {
  const typed = (name: string) => values[`${id}.${key}.${name}`] ?? "";
  const links: readonly string[] = linksOf(typed("buttonType").trim());
  return fields.filter(({ name }) => !name.startsWith("link") || links.includes(name) || typed(name) !== "");
}

/** The block that a field of the wire stands in, and where in it; `kind` for what no field of this form is. */
export function findBlock(kind: Kind, values: FormValues, wire: string): { field: string; path: string } {
  const { fields, rows } = tableOf(kind);
  if (rows !== undefined) {
    const [index, name, ...rest] = restBehind(rows.at, wire)?.split(".") ?? [];
    const key = rowKeys(rows, values)[Number(index)];
    if (key !== undefined && name !== undefined && rest.length === 0) {
      return { field: `${rows.id}.${key}.${name}`, path: "" };
    }
  }
  for (const { id, at } of fields) {
    const path = restBehind(at, wire);
    if (path !== null) return { field: id, path };
  }
  return { field: "kind", path: wire };
}

/** Fields are named from the message on, those beside it by their own name. */
function restBehind(at: Field["at"], wire: string): string | null {
  const own = at.filter((part) => part !== "message").join(".");
  if (wire === own) return "";
  return wire.startsWith(`${own}.`) ? wire.slice(own.length + 1) : null;
}

function kindOf({ type, chatOptions, portalOptions, rcsOptions }: SendBody["message"]): Kind {
  if (rcsOptions !== undefined) return "rcs";
  if (portalOptions !== undefined) return "portal";
  if (type !== undefined && type !== "auto" && kinds.some((kind) => kind === type)) {
    return kinds.find((kind) => kind === type) ?? "auto";
  }
  return chatOptions === undefined ? "auto" : "chat";
}

type Value = { is: unknown } | ReadIssue;

function readValue(input: FieldInput, text: string): Value {
  switch (input.as) {
    case "text":
      return { is: text };
    case "yes_no":
      return text === "yes" || text === "no" ? { is: text === "yes" } : { problem: "yes_no" };
    case "pairs":
      return readPairs(text, input.isPlaceholder === true);
    case "json":
      return readJson(text);
    default:
      return { is: text.trim() };
  }
}

function readPairs(text: string, isPlaceholder: boolean): Value {
  const pairs = new Map<string, string>();
  for (const line of text.split("\n").filter((one) => one.trim() !== "")) {
    const [, name, value] = /^([^=]*[^=\s])\s*=\s?(.*)$/.exec(line.trimStart()) ?? [];
    if (name === undefined || value === undefined) return { problem: "pairs" };
    const key = isPlaceholder && !/^#\{.*\}$/.test(name) ? `#{${name}}` : name;
    if (pairs.has(key)) return { problem: "pair_twice" };
    pairs.set(key, value);
  }
  return { is: Object.fromEntries(pairs) };
}

export function readJson(text: string): { is: unknown } | BrokenJson {
  try {
    return { is: JSON.parse(text) };
  } catch {
    return { problem: "json", ...findJsonFault(text) };
  }
}

function showValue(input: FieldInput, value: unknown): string {
  if (input.as === "yes_no") return value === true ? "yes" : "no";
  if (input.as === "json") return JSON.stringify(value, null, 2);
  if (input.as !== "pairs") return typeof value === "string" ? value : JSON.stringify(value);
  const pairs = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return pairs
    .map(([key, text]) => `${input.isPlaceholder === true ? key.replace(/^#\{(.*)\}$/, "$1") : key}=${text}`)
    .join("\n");
}

function valueAt(value: unknown, path: readonly string[]): unknown {
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

/** Without what JSON leaves out. */
function plainJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
