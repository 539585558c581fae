import { buttonLinks } from "../../platform/index.ts";
import type { SeenContent } from "../../store/index.ts";
import type { FormValues } from "./form-body.input.ts";
import type { FieldInput } from "./kinds/index.ts";

/** The variables of a template, each a field of its own as long as they are few. */

const mostFields = 20;
/** In characters: the name is also the field's label and a part of its id. */
const longestName = 40;
const field = "chat.variables";
const prefix = `${field}.`;

/** All texts of a template that may have variables: its own, and its buttons' names and links. */
export function textsOf(content: Pick<SeenContent, "content" | "buttons"> | null): string[] {
  const inButtons = (content?.buttons ?? []).flatMap((one) => [
    one.buttonName,
    ...buttonLinks.map((link) => one[link]),
  ]);
  return [content?.content ?? null, ...inButtons].filter((text) => text !== null);
}

/** A template's buttons, a line each: as people see them, and with the links that they have. */
export function buttonLines(content: Pick<SeenContent, "buttons"> | null): string[] {
  return (content?.buttons ?? []).map((one) => {
    const links = buttonLinks.flatMap((link) => one[link] || []);
    return [`[${one.buttonName ?? one.buttonType ?? ""}]`, ...links].join(" ");
  });
}

const placeholder = /#\{([^{}\n]*)\}/g;

/** The variables of some texts, each once and in their order. */
export function namesOf(...texts: readonly string[]): string[] {
  return [...new Set([...texts.join("\n").matchAll(placeholder)].map(([, name = ""]) => name))];
}

/** The same; none where they can't all be fields. */
export function placeholdersOf(...texts: readonly string[]): string[] {
  const names = namesOf(...texts);
  // Behind `~` Slack's ids of blocks have something else.
  const isPlain = (name: string) => name.trim() === name && name !== "" && !/[~=]/.test(name);
  const fit = names.every((name) => isPlain(name) && name.length <= longestName);
  return fit && names.length <= mostFields ? names : [];
}

/** Whose variables they are. */
export function isTemplate(input: FieldInput): boolean {
  return input.as === "open" && input.from === "templates";
}

/** Where they stand as lines. */
export function isSplit(input: FieldInput): boolean {
  return input.as === "pairs" && input.ofTemplate === true;
}

export function variableField(name: string): string {
  return `${prefix}${name}`;
}

export function isVariable(fieldName: string): boolean {
  return fieldName.startsWith(prefix);
}

/** What stands in the fields, by the names that somebody gave the variables (`constructor` too); empty ones too. */
export function variablesIn(values: FormValues): ReadonlyMap<string, string> {
  const own = Object.entries(values).filter(([name]) => isVariable(name));
  return new Map(own.map(([name, value]) => [name.slice(prefix.length), value]));
}

/**
 * The values with a field for each placeholder and for nothing else. Lines that were typed move into theirs, but for those
 * that are no pair or one of several, and what was typed into another template's fields becomes lines.
 */
export function withVariables(values: FormValues, names: readonly string[]): FormValues {
  const lines = (values[field] ?? "").split("\n");
  const nameOf = (line: string) =>
    line
      .split("=")[0]
      ?.trim()
      .replace(/^#\{(.*)\}$/, "$1") ?? "";
  const known = variablesIn(values);
  const byName = Map.groupBy(lines, nameOf);
  const moves = (line: string) => {
    const name = nameOf(line);
    return line.includes("=") && names.includes(name) && byName.get(name)?.length === 1 && !known.get(name);
  };
  const toPair = (line: string) => [nameOf(line), line.slice(line.indexOf("=") + 1).trim()] as const;
  const typed = new Map(lines.filter(moves).map(toPair));
  const others = Object.entries(values).filter(([name]) => !isVariable(name) && name !== field);
  const filled = [...known].map(([name, value]) => (value === "" ? "" : `${name}=${value}`));
  const left = [
    ...lines.filter((line) => !moves(line)),
    ...filled.filter((line) => !names.includes(nameOf(line))),
  ];
  return {
    ...Object.fromEntries(others),
    [field]: left.filter((line) => line.trim() !== "").join("\n"),
    ...Object.fromEntries(
      names.map((name) => [variableField(name), known.get(name) || (typed.get(name) ?? "")]),
    ),
  };
}

/** The template's text with what is filled in so far. */
export function fillIn(content: string, values: FormValues): string {
  const variables = variablesIn(values);
  return fillWith(content, (name) => variables.get(name));
}

/** A text with the values of its variables; one that is empty or left out stays as it is. */
export function fillWith(content: string, find: (name: string) => string | undefined): string {
  return content.replace(placeholder, (whole, name: string) => find(name) || whole);
}

/** How many characters that would be: a value may stand in it hundreds of times. */
export function filledLength(content: string, find: (name: string) => string | undefined): number {
  const added = [...content.matchAll(placeholder)].map(
    ([whole, name = ""]) => (find(name) || whole).length - whole.length,
  );
  return added.reduce((sum, length) => sum + length, content.length);
}
