import { isBlank } from "../../blank-text.ts";
import { inOneDirection } from "../../foreign-words.ts";
import type { SendBody } from "../../platform/index.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import type { SeenFrom, SeenTemplate } from "../../store/index.ts";
import { contentsOf } from "./stored.ts";
import { buttonLines, filledLength, fillWith, namesOf } from "./variable-fields.ts";

const longestName = 100;

/** A message's template as it was seen last, with the message's variables in its text. */
export type FilledTemplate = {
  /** On one line, since whoever reported it may have written anything; null where none was seen. */
  name: string | null;
  /** Null where it wasn't seen, or is longer than any modal; `buttons`, a line each, is empty where there are none. */
  text: { filled: string; buttons: string; from: SeenFrom; buttonsFrom: SeenFrom } | null;
  /** The variables that these show and nothing else has: all others need a line of their own. */
  shown: ReadonlySet<string>;
};

/** Null where none of its content was seen. The platform fills by whole placeholders: a key without `#{}` fills none. */
export function fillTemplate(
  message: SendBody["message"],
  template: SeenTemplate | null | undefined,
): FilledTemplate | null {
  const { chatOptions = {} } = message;
  const content = template?.content ?? null;
  if (content === null) return null;
  const name = inOneDirection((content.name ?? "").replace(/\s+/g, " "));
  const variables = new Map(Object.entries(chatOptions.variables ?? {}));
  const find = (one: string) => variables.get(`#{${one}}`);
  const { content: text, buttons, from, buttonsFrom = from } = content;
  const lines = buttonLines(content).join("\n");
  const length = filledLength(`${text}${lines}`, find);
  const isTold = text !== null && !isBlank(text) && length <= slackLimits.viewBytes;
  const filled = isTold ? fillWith(text, find) : null;
  const elsewhere = new Set(
    namesOf(...contentsOf({ ...message, chatOptions: { ...chatOptions, variables: {} } })),
  );
  const isShown = (one: string) => {
    const value = find(one) ?? "";
    // A value with a placeholder in it reads like one that nothing was filled into.
    return !isBlank(value) && namesOf(value).length === 0 && !elsewhere.has(one);
  };
  return {
    name: isBlank(name) ? null : shorten(name, longestName),
    text: filled === null ? null : { filled, buttons: fillWith(lines, find), from, buttonsFrom },
    // Nobody knows what buttons have that weren't seen.
    shown: new Set(filled === null || buttons === null ? [] : namesOf(text ?? "", lines).filter(isShown)),
  };
}
