import { lineText } from "../slack/blocks/rich-text.ts";
import type { Column, Row } from "../slack/blocks/table.ts";
import { rowLine } from "./row-lines.ts";

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
