import type { ActionsBlock, ActionsBlockElement, Button, KnownBlock } from "@slack/types";
import { plainText } from "./modal.ts";

export function button(actionId: string, text: string, value?: string, style?: Button["style"]): Button {
  return {
    type: "button",
    action_id: actionId,
    text: plainText(text),
    ...(value === undefined ? {} : { value }),
    ...(style === undefined ? {} : { style }),
  };
}

/** Returns no block for an empty list: Slack refuses an empty row. */
export function actions(elements: readonly ActionsBlockElement[]): ActionsBlock[] {
  return elements.length === 0 ? [] : [{ type: "actions", elements: [...elements] }];
}

/** Removes the style, since only one button of a post is primary. */
export function toSecondary({ style: _style, ...plainly }: Button): Button {
  return plainly;
}

/** Joins neighbouring rows of buttons. */
export function joinRows(blocks: readonly KnownBlock[]): KnownBlock[] {
  const joined: KnownBlock[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    if (last?.type === "actions" && block.type === "actions")
      joined.splice(-1, 1, { ...last, elements: [...last.elements, ...block.elements] });
    else joined.push(block);
  }
  return joined;
}

type Values = Readonly<Record<string, string>>;
/**
 * Form with rows that people add and remove. Block ids are `<list>.<key>.<field>`; a key is never reused, since Slack
 * keeps the text typed under a block id.
 */
type Form = { values: Values; nextRow: number };

export function rowKeys(list: string, values: Values): number[] {
  const keys = Object.keys(values).flatMap((name) => {
    const [key = ""] = name.startsWith(`${list}.`) ? name.slice(list.length + 1).split(".") : [];
    return /^\d+$/.test(key) ? [Number(key)] : [];
  });
  return [...new Set(keys)].toSorted((one, other) => one - other);
}

export function addRow<F extends Form>(form: F, list: string, field: string): F {
  const values = { ...form.values, [`${list}.${form.nextRow}.${field}`]: "" };
  return { ...form, values, nextRow: form.nextRow + 1 };
}

/** Removes the row whose key follows `:` in the button's id; keys are unique over all lists of a form. */
export function removeRow<F extends Form>(form: F, lists: readonly string[], actionId: string): F {
  const removed = lists.map((list) => `${list}.${actionId.split(":")[1]}.`);
  const isLeft = (name: string) => !removed.some((row) => name.startsWith(row));
  const left = Object.entries(form.values).filter(([name]) => isLeft(name));
  return { ...form, values: Object.fromEntries(left) };
}

export type Rows = {
  keys: readonly number[];
  /** `number`: position of the row, from 1. */
  fields: (key: number, number: number) => KnownBlock[];
  remove: (key: number, number: number) => Button;
  add: Button;
  most: number;
};

export function renderRows({ keys, fields, remove, add, most }: Rows): KnownBlock[] {
  const adding = keys.length < most ? [add] : [];
  if (keys.length === 0) return actions(adding);
  return keys.flatMap((key, index) => [
    ...fields(key, index + 1),
    ...actions([remove(key, index + 1), ...(index === keys.length - 1 ? adding : [])]),
  ]);
}
