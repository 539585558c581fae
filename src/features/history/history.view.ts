import type { Button } from "@slack/types";
import { isPlainId } from "../../foreign-id.ts";
import { renderButtons, renderList } from "../../lists/list.ts";
import { createCursorButtons } from "../../lists/show-list.ts";
import type { Catalogue } from "../../locales/index.ts";
import { historyId } from "../../outcomes/card.view.ts";
import {
  type ActivityRow,
  type RowEntry,
  renderActivityRow,
  toActivityRow,
} from "../../outcomes/rows.view.ts";
import { type Answer, compose } from "../../slack/blocks/answer.ts";
import { actions } from "../../slack/blocks/buttons.ts";
import { renderLines, toCommandLine, toLineText } from "../../slack/blocks/rich-text.ts";
import type { HistoryPosition } from "./history.input.ts";

/** Ids that Slack echoes; the value of an `open` button is an operation's id. */
export const ids = { command: "/msg-history", page: "history.page", open: historyId } as const;

export type HistoryPage = {
  position: HistoryPosition;
  entries: readonly RowEntry[];
  next: string | null;
  begin: readonly Button[];
};

/** Renders a row and a button for each operation. A person's own list has full recipients; everybody's masks them. */
export function renderHistory(page: HistoryPage, words: Catalogue): Answer {
  const { position, entries, next, begin } = page;
  const { history } = words;
  const sought = soughtWords(position, words.outcomes);
  const title = historyTitle(position, history);
  const turns = createCursorButtons(position, next, { actionId: ids.page, words: words.lists });
  if (entries.length === 0) {
    const failed = position.failed ? history.emptyFailed(ids.command) : history.empty;
    const empty = [toCommandLine(sought === "" ? failed : history.nothingFound(sought))];
    const list = renderList({ title, empty, turns, about: [], columns: [], rows: [] });
    const steps = sought === "" && !position.failed && !position.everybody ? actions(begin) : [];
    return { ...list, blocks: [...list.blocks, ...steps] };
  }
  const about = [
    ...(sought === "" ? [] : [history.found(sought)]),
    ...(position.everybody ? [history.masked] : []),
  ];
  const head = renderLines([[{ bold: title }], ...(about.length === 0 ? [] : [[about.join(" · ")]])]);
  const rows = entries.map((entry) => renderRow(entry, position, words));
  return compose(head, ...rows, ...renderButtons({ turns }));
}

function soughtWords({ words, outcomes, day }: HistoryPosition, { states }: Catalogue["outcomes"]): string {
  return [...words, ...outcomes.map((outcome) => states[outcome]), ...(day === null ? [] : [day])].join(", ");
}

function renderRow(entry: RowEntry, { everybody: isEverybodys }: HistoryPosition, words: Catalogue) {
  const row = toActivityRow(entry, words, { isEverybodys });
  return { text: readOut(entry, row), block: renderActivityRow(row) };
}

function readOut({ operation, title = null }: RowEntry, row: ActivityRow): string {
  const id = title === null ? lookUpId(operation) : operation.act;
  return [row.title, { at: row.at }, ...row.facts, id].map((piece) => toLineText([piece])).join(" · ");
}

export function historyTitle(
  position: Pick<HistoryPosition, "everybody" | "failed">,
  { title }: Catalogue["history"],
): string {
  if (position.everybody) return position.failed ? title.allFailed : title.all;
  return position.failed ? title.ownFailed : title.own;
}

/** Id to type for the operation: the platform's, unless it can't be shown unchanged. */
function lookUpId({ id, messageId }: RowEntry["operation"]): string {
  return messageId !== null && isPlainId(messageId) ? messageId : id;
}
