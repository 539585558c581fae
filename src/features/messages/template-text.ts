import { isBlank } from "../../blank-text.ts";
import { withoutDirectionMarks } from "../../foreign-words.ts";
import { buttonLinkFields, type SendBody } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { ObservationSource, ObservedContent, ObservedTemplate } from "../../store/index.ts";
import type { FieldInput } from "./kinds/index.ts";
import type { FormValues } from "./send-form.ts";

/** Limit of variables with fields of their own; if a template has more, all are typed as lines. */
const maxFields = 20;
/** Limit of a variable's name in characters, as block ids contain it; with a longer one all are typed as lines. */
const maxPlaceholderLength = 40;
const field = "chat.variables";
const prefix = `${field}.`;

export function textsOf(content: Pick<ObservedContent, "content" | "buttons"> | null): string[] {
  const inButtons = (content?.buttons ?? []).flatMap((one) => [
    one.buttonName,
    ...buttonLinkFields.map((link) => one[link]),
  ]);
  return [content?.content ?? null, ...inButtons].filter((text) => text !== null);
}

/** Formats each button as `[Name] https://…`. */
export function buttonLines(content: Pick<ObservedContent, "buttons"> | null): string[] {
  return (content?.buttons ?? []).map((one) => {
    const links = buttonLinkFields.flatMap((link) => one[link] || []);
    return [`[${one.buttonName ?? one.buttonType ?? ""}]`, ...links].join(" ");
  });
}

const placeholder = /#\{([^{}\n]*)\}/g;

function namesOf(...texts: readonly string[]): string[] {
  return [...new Set([...texts.join("\n").matchAll(placeholder)].map(([, name = ""]) => name))];
}

/** Names of the variables; empty unless all of them can have fields of their own. */
export function findVariableNames(...texts: readonly string[]): string[] {
  const names = namesOf(...texts);
  // Excludes `~`, which begins another part of a block id, and `=`, which ends a name in a line.
  const isPlain = (name: string) => name.trim() === name && name !== "" && !/[~=]/.test(name);
  const fit = names.every((name) => isPlain(name) && name.length <= maxPlaceholderLength);
  return fit && names.length <= maxFields ? names : [];
}

export function isTemplate(input: FieldInput): boolean {
  return input.as === "open" && input.from === "templates";
}

export function isVariableList(input: FieldInput): boolean {
  return input.as === "pairs" && input.ofTemplate === true;
}

export function variableField(name: string): string {
  return `${prefix}${name}`;
}

export function isVariable(fieldName: string): boolean {
  return fieldName.startsWith(prefix);
}

/** Values of the variables' fields by name, including empty ones. A map, since a name may be `constructor`. */
export function findVariables(values: FormValues): ReadonlyMap<string, string> {
  const own = Object.entries(values).filter(([name]) => isVariable(name));
  return new Map(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

/** Puts the variables in `names` into fields of their own, and other filled variables into lines. */
export function withVariableFields(values: FormValues, names: readonly string[]): FormValues {
  const known = findVariables(values);
  const filled = [...known].flatMap(([name, value]) =>
    value === "" || names.includes(name) ? [] : [`${name}=${value}`],
  );
  const lines = [...(values[field] ?? "").split("\n"), ...filled].filter((line) => line.trim() !== "");
  const hasField = (line: string) =>
    line.includes("=") && names.includes(nameIn(line)) && !known.get(nameIn(line));
  const typed = new Map(
    lines.filter(hasField).map((line) => [nameIn(line), line.slice(line.indexOf("=") + 1).trim()]),
  );
  const others = Object.entries(values).filter(([name]) => !isVariable(name) && name !== field);
  return {
    ...Object.fromEntries(others),
    [field]: lines.filter((line) => !hasField(line)).join("\n"),
    ...Object.fromEntries(
      names.map((name) => [variableField(name), known.get(name) || (typed.get(name) ?? "")]),
    ),
  };
}

function nameIn(line: string): string {
  const [name = ""] = line.split("=");
  return name.trim().replace(/^#\{(.*)\}$/, "$1");
}

export function fillVariables(content: string, values: FormValues): string {
  const variables = findVariables(values);
  return fillWith(content, (name) => variables.get(name));
}

function fillWith(content: string, find: (name: string) => string | undefined): string {
  return content.replace(placeholder, (whole, name: string) => find(name) || whole);
}

/** Length of the filled text, computed before filling: a text may have a variable hundreds of times. */
function filledLength(content: string, find: (name: string) => string | undefined): number {
  const added = [...content.matchAll(placeholder)].map(
    ([whole, name = ""]) => (find(name) || whole).length - whole.length,
  );
  return added.reduce((sum, length) => sum + length, content.length);
}

const maxTitleLength = 100;
/** Limit of a filled text in characters; longer texts are hidden, to leave the modal room for the message. */
const maxTextLength = 25_000;

export type FilledTemplate = {
  /** Name on one line, since people may report any text as a name; null if none was observed. */
  name: string | null;
  /** Texts; null if never observed, blank, or too long for a modal. `buttons`: one on each line. */
  text: { filled: string; buttons: string; from: ObservationSource; buttonsFrom: ObservationSource } | null;
};

/** Fills a template; null if no content was observed. As on the platform, variables have to be named `#{name}`. */
export function fillTemplate(
  { chatOptions = {} }: SendBody["message"],
  template: ObservedTemplate | null | undefined,
): FilledTemplate | null {
  const content = template?.content ?? null;
  if (content === null) return null;
  const name = withoutDirectionMarks((content.name ?? "").replace(/\s+/g, " "));
  const variables = new Map(Object.entries(chatOptions.variables ?? {}));
  const find = (one: string) => variables.get(`#{${one}}`);
  const { content: text, from, buttonsFrom = from } = content;
  const lines = buttonLines(content).join("\n");
  const length = filledLength(`${text}${lines}`, find);
  const isCounted = text !== null && !isBlank(text) && length <= maxTextLength;
  const filled = isCounted ? fillWith(text, find) : null;
  return {
    name: isBlank(name) ? null : shorten(name, maxTitleLength),
    text: filled === null ? null : { filled, buttons: fillWith(lines, find), from, buttonsFrom },
  };
}
