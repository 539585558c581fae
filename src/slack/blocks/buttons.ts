import type { ActionsBlock, ActionsBlockElement, Button, KnownBlock } from "@slack/types";
import { plain } from "./modal.ts";

/** `value` is what comes back with the click. */
export function button(actionId: string, text: string, value?: string, style?: Button["style"]): Button {
  return {
    type: "button",
    action_id: actionId,
    text: plain(text),
    ...(value === undefined ? {} : { value }),
    ...(style === undefined ? {} : { style }),
  };
}

/** A row of them; none where there is nothing to press, since Slack refuses an empty one. */
export function actions(elements: readonly ActionsBlockElement[]): ActionsBlock[] {
  return elements.length === 0 ? [] : [{ type: "actions", elements: [...elements] }];
}

/** Those with nothing between them are one row. */
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

/**
 * A list in a form of which people add and remove the rows: a row's fields are the blocks `<list>.<key>.<field>`. No key is
 * used twice, since Slack keeps what was typed under it.
 */

type Values = Readonly<Record<string, string>>;
type Form = { values: Values; nextRow: number };

/** The rows that stand in the form, in the order in which they were added. */
export function rowKeys(list: string, values: Values): number[] {
  const keys = Object.keys(values).flatMap((name) => {
    const [key = ""] = name.startsWith(`${list}.`) ? name.slice(list.length + 1).split(".") : [];
    return /^\d+$/.test(key) ? [Number(key)] : [];
  });
  return [...new Set(keys)].toSorted((one, other) => one - other);
}

/** A field makes the row: a form without any of them has none. */
export function addRow<F extends Form>(form: F, list: string, field: string): F {
  const values = { ...form.values, [`${list}.${form.nextRow}.${field}`]: "" };
  return { ...form, values, nextRow: form.nextRow + 1 };
}

/** Without the row whose key stands behind `:` in the button's id: no other list of the form has that key. */
export function removeRow<F extends Form>(form: F, lists: readonly string[], actionId: string): F {
  const removed = lists.map((list) => `${list}.${actionId.split(":")[1]}.`);
  const isLeft = (name: string) => !removed.some((row) => name.startsWith(row));
  const left = Object.entries(form.values).filter(([name]) => isLeft(name));
  return { ...form, values: Object.fromEntries(left) };
}

export type Rows = {
  keys: readonly number[];
  /** Of one row; rows are counted from 1 on. */
  fields: (key: number, number: number) => KnownBlock[];
  remove: (key: number, number: number) => Button;
  add: Button;
  most: number;
};

/** Each row with the button that removes it, and at the end the one that adds a row while there may be more. */
export function renderRows({ keys, fields, remove, add, most }: Rows): KnownBlock[] {
  const adding = keys.length < most ? [add] : [];
  if (keys.length === 0) return actions(adding);
  return keys.flatMap((key, index) => [
    ...fields(key, index + 1),
    ...actions([remove(key, index + 1), ...(index === keys.length - 1 ? adding : [])]),
  ]);
}
