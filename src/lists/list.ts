import type { ActionsBlock, KnownBlock } from "@slack/types";
import type { Answer } from "../slack/blocks/answer.ts";
import { plain } from "../slack/blocks/modal.ts";
import { type Line, renderLines } from "../slack/blocks/rich-text.ts";
import { type Column, type Row, renderTable } from "../slack/blocks/table.ts";
import { recordLines, rowLine } from "./row-lines.ts";

export type ListButton = { actionId: string; text: string; value: string };

/** One page of a list, whatever it was read from. */
export type ListView = {
  title: string;
  /** What holds for the whole list: when it was read, which part of it this is. */
  about: readonly Line[];
  columns: readonly Column[];
  /** This page's rows, a cell for each column. */
  rows: readonly Row[];
  /** Said when there are no rows. */
  empty: readonly Line[];
  notes: readonly Line[];
  buttons: readonly ListButton[];
};

/**
 * A table of the rows, or what a single one says line by line; the text says the same. Slack allows one table a
 * message, so this is a message's whole.
 */
export function renderList(list: ListView): Answer {
  const head: Line[] = [[{ bold: list.title }], ...list.about];
  const { columns, rows } = list;
  const [only] = rows;
  if (only === undefined) return withButtons([...head, ...list.empty, ...list.notes], list);
  if (rows.length === 1) return withButtons([...head, ...recordLines(columns, only), ...list.notes], list);
  const body = rows.map((row) => rowLine(columns, row));
  const blocks: KnownBlock[] = [renderLines(head).block, renderTable(columns, rows)];
  if (list.notes.length > 0) blocks.push(renderLines([...list.notes]).block);
  return {
    text: renderLines([...head, ...body, ...list.notes]).text,
    blocks: [...blocks, ...renderButtons(list.buttons)],
  };
}

function withButtons(lines: Line[], { buttons }: Pick<ListView, "buttons">): Answer {
  const { text, block } = renderLines(lines);
  return { text, blocks: [block, ...renderButtons(buttons)] };
}

function renderButtons(buttons: readonly ListButton[]): ActionsBlock[] {
  if (buttons.length === 0) return [];
  return [
    {
      type: "actions",
      elements: buttons.map(({ actionId, text, value }) => ({
        type: "button",
        action_id: actionId,
        text: plain(text),
        value,
      })),
    },
  ];
}

/** Buttons to the page before and after; null where there is none. The values come back as the click's value. */
export function pageButtons(
  actionId: string,
  to: { back: string | null; next: string | null },
  words: { back: string; next: string },
): ListButton[] {
  return [
    ...(to.back === null ? [] : [{ actionId: `${actionId}:back`, text: words.back, value: to.back }]),
    ...(to.next === null ? [] : [{ actionId: `${actionId}:next`, text: words.next, value: to.next }]),
  ];
}
