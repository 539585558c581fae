import type { Format } from "../locales/format.ts";
import type { Line } from "../slack/blocks/rich-text.ts";
import { type Column, noValue, type Row, toPieces } from "../slack/blocks/table.ts";

/** `Korea, South: SMS 18, LMS 45`: for the ear, where a table's headings would be far away. */
export function rowLine(columns: readonly Column[], row: Row): Line {
  const told = toldCells(columns, row);
  return told.flatMap(({ heading, pieces }, index): Line => {
    if (index === 0) return pieces;
    if (isGrid(columns)) return [": ", ...pieces];
    return [index === 1 ? ": " : ", ", heading === "" ? "" : `${heading} `, ...pieces];
  });
}

/** What the row is of in bold, then the rest, a line from each column on that starts one. */
export function rowLines(columns: readonly Column[], row: Row): Line[] {
  const [name = noValue, ...values] = row;
  const lines: Line[] = [
    toPieces(name, {}).map((piece) => (typeof piece === "string" ? { bold: piece } : piece)),
  ];
  for (const { heading, pieces, startsLine } of toldCells(columns.slice(1), values)) {
    const last = lines.at(-1);
    if (startsLine === true || last === undefined) lines.push([headed(heading), ...pieces]);
    else last.push(` · ${headed(heading)}`, ...pieces);
  }
  return lines;
}

/** With two columns the headings are a line of their own, and not said again in each. */
export function isGrid(columns: readonly Column[]): boolean {
  return columns.length === 2;
}

/** A line for each cell that says something. */
export function recordLines(columns: readonly Column[], row: Row): Line[] {
  return toldCells(columns, row).map(({ heading, pieces }) => [headed(heading), ...pieces]);
}

/** Nothing before what says itself what it is. */
function headed(heading: string): string {
  return heading === "" ? "" : `${heading}: `;
}

function toldCells(columns: readonly Column[], row: Row) {
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
