import { isBlank } from "../../blank-text.ts";
import type { SendBody } from "../../platform/index.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import type { SeenFrom, SeenTemplate } from "../../store/index.ts";
import { contentsOf } from "./stored.ts";
import { fillWith, namesOf, textsOf } from "./variable-fields.ts";

const longestName = 100;

/** A message's template as it was seen last, with the message's variables in its text. */
export type FilledTemplate = {
  /** On one line, since whoever reported it may have written anything; null where none was seen. */
  name: string | null;
  /** Null where it wasn't seen. */
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
  const name = (content.name ?? "").replace(/\s+/g, " ");
  const text = isBlank(content.content ?? "") ? null : content.content;
  const variables = new Map(Object.entries(chatOptions.variables ?? {}));
  const find = (one: string) => variables.get(`#{${one}}`);
  const beside = contentsOf({ ...message, chatOptions: { ...chatOptions, variables: {} } });
  const elsewhere = new Set(namesOf(...beside, ...textsOf({ content: null, buttons: content.buttons })));
  const isShown = (one: string) => !isBlank(find(one) ?? "") && !elsewhere.has(one);
  return {
    name: isBlank(name) ? null : shorten(name, longestName),
    text: text === null ? null : { filled: fillWith(text, find), from: content.from },
    shown: new Set(namesOf(text ?? "").filter(isShown)),
  };
}
