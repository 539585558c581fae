import type { ActionsBlock, KnownBlock } from "@slack/types";
import type { Answer } from "./answer.ts";
import { plain } from "./modal.ts";
import { type Line, renderLines } from "./rich-text.ts";
import { type Column, noValue, type Row, renderTable, toPieces } from "./table.ts";

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

/** A page is read on a phone too; with the characters it keeps the text within Slack's 4,000. */
const pageRows = 20;
const pageCharacters = 3000;

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

/** `Korea, South: SMS 18, LMS 45`: for the ear, where a table's headings would be far away. */
function rowLine(columns: readonly Column[], row: Row): Line {
  const told = toldCells(columns, row);
  return told.flatMap(({ heading, pieces }, index): Line => {
    if (index === 0) return pieces;
    return [index === 1 ? ": " : ", ", `${heading} `, ...pieces];
  });
}

function recordLines(columns: readonly Column[], row: Row): Line[] {
  return toldCells(columns, row).map(({ heading, pieces }) => [`${heading}: `, ...pieces]);
}

function toldCells(columns: readonly Column[], row: Row) {
  return columns
    .map(({ heading }, index) => ({ heading, pieces: toPieces(row[index] ?? noValue) }))
    .filter(({ pieces }) => !(pieces.length === 1 && pieces[0] === noValue));
}

/**
 * Rows by pages that fit into a message: at most 20, fewer when they are long, at least one on each. The same rows
 * always give the same pages.
 */
export function toPages(columns: readonly Column[], rows: readonly Row[]): Row[][] {
  const pages: Row[][] = [];
  let page: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const size = renderLines([rowLine(columns, row)]).text.length;
    if (page.length > 0 && (page.length === pageRows || characters + size > pageCharacters)) {
      pages.push(page);
      page = [];
      characters = 0;
    }
    page.push(row);
    characters += size;
  }
  return page.length === 0 ? pages : [...pages, page];
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
