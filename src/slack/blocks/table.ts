import type { KnownBlock, RichTextBlock, RichTextElement, TableBlock } from "@slack/types";
import { shorten } from "./limits.ts";
import { type Line, type Piece, renderLines, toShown } from "./rich-text.ts";

/** Cell; Slack parses no markup in it, so it may contain other people's text. */
export type Cell = string | Line;
export type Row = readonly Cell[];

export type Column = {
  /** Heading; empty for values that need none if the table is shown as lines. */
  heading: string;
  align?: "right";
  /** Limit in characters. @default 200 */
  longest?: number;
  /** Set if the value begins a new line when the table is shown as lines. */
  startsLine?: true;
};

export const emptyCellText = "–";

const cellCharacters = 200;

export function renderTable(columns: readonly Column[], rows: readonly Row[]): TableBlock {
  return {
    type: "table",
    column_settings: columns.map(({ align }) => ({ align: align ?? "left", is_wrapped: true })),
    rows: [
      columns.map(({ heading }) => toTableCell(heading)),
      ...rows.map((row) => columns.map((column, index) => toTableCell(row[index] ?? emptyCellText, column))),
    ],
  };
}

function toTableCell(cell: Cell, column: Pick<Column, "longest"> = {}): TableBlock["rows"][number][number] {
  return typeof cell === "string"
    ? { type: "raw_text", text: toWords(toShown(cell), column.longest) }
    : renderLines([toPieces(cell, column)]).block;
}

export function toPieces(cell: Cell, { longest }: Pick<Column, "longest">): Line {
  if (typeof cell === "string") return [toWords(cell, longest)];
  const pieces = cell.map((piece) => cut(piece, longest)).filter((piece) => piece !== "");
  return pieces.length === 0 ? [emptyCellText] : pieces;
}

/** Replaces line breaks, which look like rows, and empty text, which Slack refuses. */
function toWords(text: string, longest = cellCharacters): string {
  const line = text.replace(/\s+/g, " ");
  return line.trim() === "" ? emptyCellText : shorten(line, longest);
}

function cut(piece: Piece, longest?: number): Piece {
  if (typeof piece === "string") return piece.trim() === "" ? piece : toWords(piece, longest);
  if ("bold" in piece) return { bold: toWords(piece.bold, longest) };
  return "code" in piece ? { code: toWords(piece.code, longest) } : piece;
}

/** Turns table rows into lines, for modals and for workspaces without tables. */
export function withoutTables(blocks: readonly KnownBlock[]): KnownBlock[] {
  return blocks.map((block) => (block.type === "table" ? toLines(block) : block));
}

/** Puts each value after its heading; with two columns, the headings are the first line. */
function toLines({ rows: [headings = [], ...rows] }: TableBlock): RichTextBlock {
  const isGrid = headings.length === 2;
  const elements = (isGrid ? [headings, ...rows] : rows).flatMap((row, line) => {
    const leaves = row.flatMap((cell, index) => {
      if (index === 0) return cellLeaves(cell).map(toBold);
      if (isGrid) return [textLeaf(" · "), ...cellLeaves(cell)];
      const heading = headings[index];
      const before = index === 1 ? " " : " · ";
      return [
        textLeaf(before),
        ...(heading === undefined ? [] : [...cellLeaves(heading), textLeaf(" ")]),
        ...cellLeaves(cell),
      ];
    });
    return line === 0 ? leaves : [textLeaf("\n"), ...leaves];
  });
  return { type: "rich_text", elements: [{ type: "rich_text_section", elements }] };
}

function toBold<T extends RichTextElement>(leaf: T) {
  return leaf.type === "text" ? { ...leaf, style: { bold: true } } : leaf;
}

function textLeaf(text: string) {
  return { type: "text" as const, text };
}

function cellLeaves(cell: TableBlock["rows"][number][number]) {
  if (cell.type !== "rich_text") return [textLeaf(cell.text)];
  return cell.elements.flatMap((section) => (section.type === "rich_text_section" ? section.elements : []));
}
