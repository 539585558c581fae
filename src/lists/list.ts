import type { ActionsBlock } from "@slack/types";
import type { Format } from "../locales/format.ts";
import type { Catalogue } from "../locales/index.ts";
import { type Answer, compose } from "../slack/blocks/answer.ts";
import { actions } from "../slack/blocks/buttons.ts";
import { type Choice, plainText, toOptions } from "../slack/blocks/modal.ts";
import { fillLine, type Line, renderLines, toLineText } from "../slack/blocks/rich-text.ts";
import { type Column, emptyCellText, type Row, renderTable, toPieces } from "../slack/blocks/table.ts";
import type { PlatformList } from "./readings.ts";

export type ListButton = { actionId: string; text: string; value: string };

export type ListView = {
  title: string;
  about: readonly Line[];
  /** "lines" for rows too long for Slack's narrow columns. @default a table */
  layout?: "lines" | undefined;
  columns: readonly Column[];
  rows: readonly Row[];
  empty?: readonly Line[];
  notes?: readonly Line[];
  turns?: readonly ListButton[];
  buttons?: readonly ListButton[];
};

/** Renders rows as a table, as lines, or a single row field by field. Slack allows one table in a message. */
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

/** Renders a block per row, or a single block if every row is one line. */
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

/** Row of buttons. Its ids stay the same, so that keyboard focus survives when Slack replaces the message. */
function renderRow(name: string, buttons: readonly ListButton[]): ActionsBlock {
  return {
    type: "actions",
    block_id: name,
    elements: buttons.map(({ actionId, text, value }) => ({
      type: "button",
      action_id: actionId,
      text: plainText(text),
      value,
    })),
  };
}

type Turn = Pick<ListButton, "text" | "value">;

/** Page buttons. "Next" comes first on every page and so stays under the pointer. */
export function pageButtons(
  actionId: string,
  { back, next }: { back: Turn | null; next: Turn },
): ListButton[] {
  return [
    { actionId: `${actionId}:next`, ...next },
    ...(back === null ? [] : [{ actionId: `${actionId}:back`, ...back }]),
  ];
}

/** Row as plain text for screen readers: `Korea, South: SMS 18, LMS 45`. */
function rowLine(columns: readonly Column[], row: Row): Line {
  const cells = cellsOf(columns, row);
  return cells.flatMap(({ heading, pieces }, index): Line => {
    if (index === 0) return pieces;
    if (isGrid(columns)) return [": ", ...pieces];
    return [index === 1 ? ": " : ", ", heading === "" ? "" : `${heading} `, ...pieces];
  });
}

function rowLines(columns: readonly Column[], row: Row): Line[] {
  const [name = emptyCellText, ...values] = row;
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

/** Whether there are two columns. Their headings are shown once above the rows instead of in each row. */
function isGrid(columns: readonly Column[]): boolean {
  return columns.length === 2;
}

function recordLines(columns: readonly Column[], row: Row): Line[] {
  return cellsOf(columns, row).map(({ heading, pieces }) => [headed(heading), ...pieces]);
}

function headed(heading: string): string {
  return heading === "" ? "" : `${heading}: `;
}

function cellsOf(columns: readonly Column[], row: Row) {
  return columns
    .map((column, index) => ({
      heading: column.heading,
      startsLine: column.startsLine,
      pieces: toPieces(row[index] ?? emptyCellText, column),
    }))
    .filter(({ pieces }) => !(pieces.length === 1 && pieces[0] === emptyCellText));
}

/** Day in the reader's format; an invalid date is shown as received. */
export function formatDay(text: string | null | undefined, format: Format): string {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? (text ?? emptyCellText) : format.date(date);
}

/** Most rows of a page, which has to fit a phone. */
const pageRows = 20;
/** Characters of a page's rows, which leaves a quarter of Slack's recommended 4,000 to title and notes. */
const pageCharacters = 3000;

/** Splits rows into pages by both limits, at least one row each. Lazy: later pages than the requested are not made. */
export function* toPages(columns: readonly Column[], rows: readonly Row[]): Generator<Row[]> {
  let page: Row[] = [];
  let characters = 0;
  for (const row of rows) {
    const size = toLineText(rowLine(columns, row)).length;
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

export type PagedList = Omit<ListView, "about" | "turns" | "notes"> & {
  /** `at`: null if the time of reading doesn't matter. */
  reading: { at: Date | null; value: Pick<PlatformList<unknown>, "isCut" | "hasGaps"> };
  /** Lines about problems that need somebody to act; they come first. */
  urgent?: readonly Line[];
  legend?: readonly Line[];
  about: readonly string[];
  /** Menu that opens a row, or the command to type. */
  opens?: RowMenu | undefined;
  /** Page number from 0; a number beyond the end means the last page. */
  page: number;
  turn: { actionId: string; valueFor: (page: number) => string };
};

/** `typed`: line with the command to type, shown if a menu can't hold all rows. */
export type RowMenu = {
  typed: Line;
  actionId: string;
  placeholder: string;
  choices: readonly Choice[];
};

export function renderPagedList(
  { reading, urgent = [], legend = [], about, opens, turn, ...list }: PagedList,
  { words: { lists: words }, format }: { words: Catalogue; format: Format },
): Answer {
  const { page, rows, before } = findPage(list);
  const [from, to, total] = [before + 1, before + rows.length, list.rows.length];
  const isPart = rows.length < total;
  const part = isPart ? [words.part(format.number(from), format.number(to), format.number(total))] : [];
  const { at, value } = reading;
  const facts = [...about, ...part].map((one) => ` · ${one}`).join("");
  const asOf: Line[] = at === null ? [] : [[...fillLine(words.asOf, { at: { at } }), facts]];
  const menu = opens === undefined ? [] : menuOf(opens);
  const { text, blocks } = renderList({
    ...list,
    about: [
      ...(urgent.length > 0 ? urgent : asOf),
      ...(opens === undefined || menu.length > 0 ? [] : [opens.typed]),
      ...(value.isCut ? [[words.cut(format.number(total))]] : []),
      ...(value.hasGaps ? [[words.gaps]] : []),
      ...legend,
    ],
    notes: urgent.length > 0 ? asOf : [],
    rows,
    turns: isPart ? turnsAt({ page, isLast: to === total }, turn, words) : [],
  });
  return { text, blocks: blocks.toSpliced(1, 0, ...menu) };
}

/** Renders the menu; empty if a choice doesn't fit or two are equal. */
function menuOf({ actionId, placeholder, choices }: RowMenu): ActionsBlock[] {
  const options = toOptions(choices);
  if (options.length < choices.length || options.length === 0) return [];
  const menu = { type: "static_select", placeholder: plainText(placeholder), options } as const;
  return actions([{ ...menu, action_id: actionId }]);
}

/** Page buttons. The first page has no button back; the last page's "next" leads to the first page. */
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

/** Finds the requested page, or the last one. `before`: number of rows on earlier pages. */
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
