import { type ComponentChild, h } from "preact";
import { isObject, toObjects, toText } from "../../slack/json.ts";
import type { JsonObject } from "../../slack/types.ts";
import { renderRichText } from "./text.ts";

function rowsOf(block: JsonObject): JsonObject[][] {
  return Array.isArray(block["rows"]) ? block["rows"].map(toObjects) : [];
}

function renderCell(cell: JsonObject): ComponentChild {
  return cell["type"] === "rich_text" ? renderRichText(cell) : toText(cell["text"]);
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
