import { renderLines } from "./rich-text.ts";
import { rowLine } from "./row-lines.ts";
import type { Column, Row } from "./table.ts";

/** A page is read on a phone too; with the characters it keeps the text within Slack's 4,000. */
const pageRows = 20;
const pageCharacters = 3000;

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
