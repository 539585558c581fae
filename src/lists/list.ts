import type { ActionsBlock } from "@slack/types";
import type { Format } from "../locales/format.ts";
import type { Catalogue } from "../locales/index.ts";
import { type Answer, compose } from "../slack/blocks/answer.ts";
import { actions } from "../slack/blocks/buttons.ts";
import { type Choice, plain, toOptions } from "../slack/blocks/modal.ts";
import { type Line, lineText, renderLines } from "../slack/blocks/rich-text.ts";
import { type Column, noValue, type Row, renderTable, toPieces } from "../slack/blocks/table.ts";
import type { PlatformList } from "./readings.ts";

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
  empty?: readonly Line[];
  notes?: readonly Line[];
  /** To other pages: a line of their own, which nothing else moves. */
  turns?: readonly ListButton[];
  buttons?: readonly ListButton[];
};

/**
 * A table of the rows or a few lines for each, or what a single one says line by line; the text says the same. Slack
 * allows one table a message, so this is the whole message.
 */
export function renderList(list: ListView): Answer {
  const head: Line[] = [[{ bold: list.title }], ...list.about];
  const { columns, rows, empty = [], notes = [] } = list;
  const [only] = rows;
  if (only === undefined || rows.length === 1) {
    const body = only === undefined ? empty : recordLines(columns, only);
    return compose(renderLines([...head, ...body, ...notes]), ...renderButtons(list));
  }
  if (list.layout === "lines") return renderRowLines(list, head);
  const headings: Row[] = isGrid(columns) ? [columns.map(({ heading }) => heading)] : [];
  const body = [...headings, ...rows].map((row) => rowLine(columns, row));
  const table = { text: renderLines(body).text, block: renderTable(columns, rows) };
  const below = notes.length === 0 ? [] : [renderLines(notes)];
  return compose(renderLines(head), table, ...below, ...renderButtons(list));
}

/** A block for each row, which Slack sets apart from the next one; one for all where each is a line. */
function renderRowLines({ columns, rows, notes = [], ...list }: ListView, head: readonly Line[]): Answer {
  const cells = rows.map((row) => rowLines(columns, row));
  const body = cells.every((lines) => lines.length === 1) ? [cells.flat()] : cells;
  const parts = [head, ...body, ...(notes.length > 0 ? [notes] : [])].map((lines) => renderLines([...lines]));
  return compose(...parts, ...renderButtons(list));
}

export function renderButtons({
  turns = [],
  buttons = [],
}: Pick<ListView, "turns" | "buttons">): ActionsBlock[] {
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

/** `Korea, South: SMS 18, LMS 45`: for the ear, where a table's headings would be far away. */
function rowLine(columns: readonly Column[], row: Row): Line {
  const cells = cellsOf(columns, row);
  return cells.flatMap(({ heading, pieces }, index): Line => {
    if (index === 0) return pieces;
    if (isGrid(columns)) return [": ", ...pieces];
    return [index === 1 ? ": " : ", ", heading === "" ? "" : `${heading} `, ...pieces];
  });
}

/** What the row is of in bold, then the rest, a line from each column on that starts one. */
function rowLines(columns: readonly Column[], row: Row): Line[] {
  const [name = noValue, ...values] = row;
  const lines: Line[] = [
    toPieces(name, {}).map((piece) => (typeof piece === "string" ? { bold: piece } : piece)),
  ];
  for (const { heading, pieces, startsLine } of cellsOf(columns.slice(1), values)) {
    const last = lines.at(-1);
    if (startsLine === true || last === undefined) lines.push([headed(heading), ...pieces]);
    else last.push(` · ${headed(heading)}`, ...pieces);
  }
  return lines;
}

/** With two columns the headings are a line of their own, and not said again in each. */
function isGrid(columns: readonly Column[]): boolean {
  return columns.length === 2;
}

/** A line for each cell that says something. */
function recordLines(columns: readonly Column[], row: Row): Line[] {
  return cellsOf(columns, row).map(({ heading, pieces }) => [headed(heading), ...pieces]);
}

/** Nothing before what says itself what it is. */
function headed(heading: string): string {
  return heading === "" ? "" : `${heading}: `;
}

function cellsOf(columns: readonly Column[], row: Row) {
  return columns
    .map((column, index) => ({
      heading: column.heading,
      startsLine: column.startsLine,
      pieces: toPieces(row[index] ?? noValue, column),
    }))
    .filter(({ pieces }) => !(pieces.length === 1 && pieces[0] === noValue));
}

/** A date that isn't one is shown as it came. */
export function dayWords(text: string | null | undefined, format: Format): string {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? (text ?? noValue) : format.date(date);
}

/** A page is read on a phone too. */
const pageRows = 20;
/**
 * For the rows alone, as they are escaped in the text: it leaves a quarter of Slack's recommended 4,000 to the title,
 * what is said about the list and the notes. A single row that is longer is a page for itself; Slack cuts a text
 * only at 40,000.
 */
const pageCharacters = 3000;

/**
 * Rows by pages that fit into a message: at most 20, fewer when they are long, at least one on each. The same rows
 * always give the same pages; rows behind the pages that were asked for are not looked at.
 */
export function* toPages(columns: readonly Column[], rows: readonly Row[]): Generator<Row[]> {
  let page: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const size = lineText(rowLine(columns, row)).length;
    if (page.length > 0 && (page.length === pageRows || characters + size > pageCharacters)) {
      yield page;
      page = [];
      characters = 0;
    }
    page.push(row);
    characters += size;
  }
  if (page.length > 0) yield page;
}

/** A list that was read as a whole and is shown page by page. */
export type PagedList = Omit<ListView, "about" | "turns"> & {
  /** `at`: null where it says nothing of what was read. */
  reading: { at: Date | null; value: Pick<PlatformList<unknown>, "isCut" | "hasGaps"> };
  /** What needs somebody to act, before all else. */
  urgent?: readonly Line[];
  /** What else holds for all of it, in a few words each. */
  about: readonly string[];
  /** Below that, above the rows: how one of them is opened, by its choice or by what is typed. */
  opens?: Opening | undefined;
  /** From 0; the last one when the list has become shorter since it was asked for. */
  page: number;
  /** The buttons' id, and the value that asks for a page. */
  turn: { actionId: string; valueFor: (page: number) => string };
};

/** `typed`: for more rows than a menu holds. */
export type Opening = {
  typed: Line;
  actionId: string;
  placeholder: string;
  choices: readonly Choice[];
};

export function renderPagedList(
  { reading, urgent = [], about, opens, turn, ...list }: PagedList,
  { words: { lists: words }, format }: { words: Catalogue; format: Format },
): Answer {
  const { page, rows, before } = findPage(list);
  const [from, to, total] = [before + 1, before + rows.length, list.rows.length];
  const isPart = rows.length < total;
  const part = isPart ? [words.part(format.number(from), format.number(to), format.number(total))] : [];
  const { at, value } = reading;
  const { before: asOf, after } = words.asOf;
  const facts = [...about, ...part].map((one) => ` · ${one}`).join("");
  const menu = opens === undefined ? [] : menuOf(opens);
  const { text, blocks } = renderList({
    ...list,
    about: [
      ...urgent,
      ...(at === null ? [] : [[asOf, { at }, `${after}${facts}`]]),
      ...(opens === undefined || menu.length > 0 ? [] : [opens.typed]),
      ...(value.isCut ? [[words.cut(format.number(total))]] : []),
      ...(value.hasGaps ? [[words.gaps]] : []),
    ],
    rows,
    turns: isPart ? turnsAt({ page, isLast: to === total }, turn, words) : [],
  });
  return { text, blocks: blocks.toSpliced(1, 0, ...menu) };
}

/** None where one of the choices can't stand in it, or as one with another. */
function menuOf({ actionId, placeholder, choices }: Opening): ActionsBlock[] {
  const options = toOptions(choices);
  if (options.length < choices.length || options.length === 0) return [];
  const menu = { type: "static_select", placeholder: plain(placeholder), options } as const;
  return actions([{ ...menu, action_id: actionId }]);
}

/** In the place of the button that leads nowhere: the first page is read again, the last one leads back to it. */
function turnsAt(
  { page, isLast }: { page: number; isLast: boolean },
  { actionId, valueFor }: PagedList["turn"],
  { back, next, first }: Catalogue["lists"],
): ListButton[] {
  return pageButtons(actionId, {
    back: page > 0 ? { text: back, value: valueFor(page - 1) } : null,
    next: isLast ? { text: first, value: valueFor(0) } : { text: next, value: valueFor(page + 1) },
  });
}

type Found = { page: number; rows: readonly Row[]; before: number };

/** The page that is asked for, or else the last one; `before`: how many rows the pages before it have. */
function findPage({ columns, rows, page }: Pick<PagedList, "columns" | "rows" | "page">): Found {
  let found: Found | undefined;
  for (const pageRows of toPages(columns, rows)) {
    found =
      found === undefined
        ? { page: 0, rows: pageRows, before: 0 }
        : { page: found.page + 1, rows: pageRows, before: found.before + found.rows.length };
    if (found.page >= page) break;
  }
  return found ?? { page: 0, rows: [], before: 0 };
}
