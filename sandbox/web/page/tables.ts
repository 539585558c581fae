import { type ComponentChild, h } from "preact";
import { useState } from "preact/hooks";
import { isObject, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { renderRichText } from "./text.ts";

/** Rows a data_table shows at once when it doesn't say. */
const PAGE_SIZE = 20;

function rowsOf(block: JsonObject): JsonObject[][] {
  return Array.isArray(block["rows"]) ? block["rows"].map(toObjects) : [];
}

function renderCell(cell: JsonObject): ComponentChild {
  if (cell["type"] === "rich_text") return renderRichText(cell);
  const value = cell["text"] ?? cell["value"] ?? cell["number"];
  return typeof value === "number" ? String(value) : toText(value);
}

function isNumber(cell: JsonObject | undefined): boolean {
  return cell?.["type"] === "raw_number";
}

export function renderTable(block: JsonObject): ComponentChild {
  const settings = Array.isArray(block["column_settings"]) ? block["column_settings"] : [];
  const alignOf = (column: number): string => {
    const setting: unknown = settings[column];
    return isObject(setting) ? `align-${toText(setting["align"]) || "left"}` : "align-left";
  };
  const rows = rowsOf(block);
  return h("div", { class: "table-scroll", tabIndex: 0, role: "group", "aria-label": "Table to scroll" }, [
    h(
      "table",
      { class: "table", "aria-label": "Table" },
      h(
        "tbody",
        null,
        rows.map((row, rowIndex) =>
          h(
            "tr",
            null,
            row.map((cell, column) =>
              rowIndex === 0
                ? h("th", { scope: "col", class: alignOf(column) }, renderCell(cell))
                : h("td", { class: alignOf(column) }, renderCell(cell)),
            ),
          ),
        ),
      ),
    ),
  ]);
}

type Sorting = { readonly column: number; readonly isDescending: boolean };

/** A data_table: a header row to sort by, pages of rows. */
export function DataTable({ block }: { readonly block: JsonObject }): ComponentChild {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [page, setPage] = useState(0);
  const [header = [], ...rows] = rowsOf(block);
  const size = typeof block["page_size"] === "number" ? block["page_size"] : PAGE_SIZE;
  const sorted = sorting === null ? rows : rows.toSorted((one, other) => compare(one, other, sorting));
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const shown = sorted.slice(page * size, (page + 1) * size);
  const sortBy = (column: number): void =>
    setSorting({ column, isDescending: sorting?.column === column && !sorting.isDescending });
  return h("div", { class: "data-table" }, [
    h("div", { class: "table-scroll", tabIndex: 0, role: "group", "aria-label": toText(block["caption"]) }, [
      h("table", { class: "table" }, [
        h("caption", null, toText(block["caption"])),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            header.map((cell, column) =>
              renderSorter(cell, { column, sorting, sortBy, isOfNumbers: isNumber(rows[0]?.[column]) }),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          shown.map((row) =>
            h(
              "tr",
              null,
              row.map((cell, column) => renderDataCell(cell, column, block)),
            ),
          ),
        ),
      ]),
    ]),
    pages > 1 ? renderPager({ page, pages, setPage }) : null,
  ]);
}

type Sorter = {
  readonly column: number;
  readonly sorting: Sorting | null;
  readonly isOfNumbers: boolean;
  sortBy(column: number): void;
};

function renderSorter(cell: JsonObject, { column, sorting, isOfNumbers, sortBy }: Sorter): ComponentChild {
  const isSorted = sorting?.column === column;
  const direction = !isSorted ? "none" : sorting.isDescending ? "descending" : "ascending";
  return h(
    "th",
    { scope: "col", "aria-sort": direction, class: isOfNumbers ? "align-right" : "align-left" },
    h("button", { type: "button", class: "sorter", onClick: () => sortBy(column) }, [
      renderCell(cell),
      h("span", { "aria-hidden": true }, direction === "none" ? "" : direction === "ascending" ? " ↑" : " ↓"),
    ]),
  );
}

function renderDataCell(cell: JsonObject, column: number, block: JsonObject): ComponentChild {
  const shape = { class: isNumber(cell) ? "align-right" : "align-left" };
  return column === block["row_header_column_index"]
    ? h("th", { ...shape, scope: "row" }, renderCell(cell))
    : h("td", shape, renderCell(cell));
}

function renderPager({
  page,
  pages,
  setPage,
}: {
  page: number;
  pages: number;
  setPage: (page: number) => void;
}): ComponentChild {
  // A button that is disabled for good would lose the focus to nothing.
  const turnTo = (next: number): void => setPage(Math.min(Math.max(next, 0), pages - 1));
  return h("div", { class: "pager" }, [
    h(
      "button",
      { type: "button", class: "button small", "aria-disabled": page === 0, onClick: () => turnTo(page - 1) },
      "Previous",
    ),
    h("span", null, `Page ${page + 1} of ${pages}`),
    h(
      "button",
      {
        type: "button",
        class: "button small",
        "aria-disabled": page === pages - 1,
        onClick: () => turnTo(page + 1),
      },
      "Next",
    ),
  ]);
}

function compare(one: JsonObject[], other: JsonObject[], { column, isDescending }: Sorting): number {
  const [a, b] = [plain(one[column]), plain(other[column])];
  const order = a.localeCompare(b, undefined, { numeric: true });
  return isDescending ? -order : order;
}

function plain(cell: JsonObject | undefined): string {
  return cell === undefined
    ? ""
    : String(cell["text"] ?? cell["value"] ?? cell["number"] ?? JSON.stringify(cell["elements"] ?? ""));
}
