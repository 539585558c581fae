import { isBlank } from "../../blank-text.ts";
import { inOneDirection } from "../../foreign-words.ts";
import type { SendBody } from "../../platform/index.ts";
import { shorten, slackLimits } from "../../slack/blocks/limits.ts";
import type { SeenFrom, SeenTemplate } from "../../store/index.ts";
import { contentsOf } from "./stored.ts";
import { filledLength, fillWith, namesOf, textsOf } from "./variable-fields.ts";

const longestName = 100;

/** A message's template as it was seen last, with the message's variables in its text. */
export type FilledTemplate = {
  /** On one line, since whoever reported it may have written anything; null where none was seen. */
  name: string | null;
  /** Null where it wasn't seen, or is longer than any modal. */
  text: { filled: string; from: SeenFrom } | null;
  /** The variables that this text shows and nothing else has, such as a link: all others need a line of their own. */
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
  const { content: text, buttons, from } = content;
  const isTold = text !== null && !isBlank(text) && filledLength(text, find) <= slackLimits.viewBytes;
  const filled = isTold ? fillWith(text, find) : null;
  const beside = contentsOf({ ...message, chatOptions: { ...chatOptions, variables: {} } });
  const elsewhere = new Set(namesOf(...beside, ...textsOf({ content: null, buttons })));
  const isShown = (one: string) => {
    const value = find(one) ?? "";
    // A value with a placeholder in it reads like one that nothing was filled into.
    return !isBlank(value) && namesOf(value).length === 0 && !elsewhere.has(one);
  };
  return {
    name: isBlank(name) ? null : shorten(name, longestName),
    text: filled === null ? null : { filled, from },
    // Nobody knows what buttons have that weren't seen.
    shown: new Set(filled === null || buttons === null ? [] : namesOf(text ?? "").filter(isShown)),
  };
}
