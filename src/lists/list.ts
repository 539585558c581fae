import type { ActionsBlock, KnownBlock } from "@slack/types";
import type { Answer } from "../slack/blocks/answer.ts";
import { plain } from "../slack/blocks/modal.ts";
import { type Line, renderLines } from "../slack/blocks/rich-text.ts";
import { type Column, type Row, renderTable } from "../slack/blocks/table.ts";
import { isGrid, recordLines, rowLine, rowLines } from "./row-lines.ts";

export type ListButton = { actionId: string; text: string; value: string };

/** One page of a list, whatever it was read from. */
export type ListView = {
  title: string;
  /** What holds for the whole list: when it was read, which part of it this is. */
  about: readonly Line[];
  /** Lines where a row's values are too long for columns side by side in Slack's narrow column; else a table. */
  layout?: "lines" | undefined;
  columns: readonly Column[];
  /** This page's rows, a cell for each column. */
  rows: readonly Row[];
  /** Said when there are no rows. */
  empty: readonly Line[];
  notes: readonly Line[];
  /** To other pages: a line of their own, which nothing else moves. */
  turns: readonly ListButton[];
  buttons: readonly ListButton[];
};

/**
 * A table of the rows or a few lines for each, or what a single one says line by line; the text says the same. Slack
 * allows one table a message, so this is the whole message.
 */
export function renderList(list: ListView): Answer {
  const head: Line[] = [[{ bold: list.title }], ...list.about];
  const { columns, rows } = list;
  const [only] = rows;
  if (only === undefined) return withButtons([...head, ...list.empty, ...list.notes], list);
  if (rows.length === 1) return withButtons([...head, ...recordLines(columns, only), ...list.notes], list);
  if (list.layout === "lines") return renderRowLines(list, head);
  const headings = isGrid(columns)
    ? [
        rowLine(
          columns,
          columns.map(({ heading }) => heading),
        ),
      ]
    : [];
  const body = [...headings, ...rows.map((row) => rowLine(columns, row))];
  const blocks: KnownBlock[] = [renderLines(head).block, renderTable(columns, rows)];
  if (list.notes.length > 0) blocks.push(renderLines([...list.notes]).block);
  return {
    text: renderLines([...head, ...body, ...list.notes]).text,
    blocks: [...blocks, ...renderButtons(list)],
  };
}

/** A block for each row, which Slack sets apart from the next one; one for all where each is a line. */
function renderRowLines({ columns, rows, notes, ...list }: ListView, head: readonly Line[]): Answer {
  const told = rows.map((row) => rowLines(columns, row));
  const body = told.every((lines) => lines.length === 1) ? [told.flat()] : told;
  const parts = [head, ...body, ...(notes.length > 0 ? [notes] : [])].map((lines) => renderLines([...lines]));
  return {
    text: parts.map(({ text }) => text).join("\n"),
    blocks: [...parts.map(({ block }) => block), ...renderButtons(list)],
  };
}

function withButtons(lines: Line[], list: ListButtons): Answer {
  const { text, block } = renderLines(lines);
  return { text, blocks: [block, ...renderButtons(list)] };
}

type ListButtons = Pick<ListView, "turns" | "buttons">;

export function renderButtons({ turns, buttons }: ListButtons): ActionsBlock[] {
  return Object.entries({ turns, buttons }).flatMap(([name, row]) =>
    row.length === 0 ? [] : [renderRow(name, row)],
  );
}

/** Slack keeps the keyboard's place in a message that is replaced where block and button keep their ids. */
function renderRow(name: string, buttons: readonly ListButton[]): ActionsBlock {
  return {
    type: "actions",
    block_id: name,
    elements: buttons.map(({ actionId, text, value }) => ({
      type: "button",
      action_id: actionId,
      text: plain(text),
      value,
    })),
  };
}

type Turn = Pick<ListButton, "text" | "value">;

/** The way on is first on every page, so that it doesn't move under the hand of whoever turns several times. */
export function pageButtons(
  actionId: string,
  { back, next }: { back: Turn | null; next: Turn },
): ListButton[] {
  return [
    { actionId: `${actionId}:next`, ...next },
    ...(back === null ? [] : [{ actionId: `${actionId}:back`, ...back }]),
  ];
}
