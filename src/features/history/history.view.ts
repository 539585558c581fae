import type { Button, KnownBlock } from "@slack/types";
import { isPlainId } from "../../foreign-id.ts";
import { type ListButton, renderButtons, renderList } from "../../lists/list.ts";
import { tellApart } from "../../lists/tell-apart.ts";
import { renderPlace, turnsAlong } from "../../lists/trail.ts";
import type { Catalogue } from "../../locales/index.ts";
import {
  type ActivityRow,
  type RowEntry,
  renderActivityRow,
  toActivityRow,
} from "../../outcomes/row.view.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { actions } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { type Line, lineText, renderLines } from "../../slack/blocks/rich-text.ts";
import { withCommands } from "../../slack/blocks/sentence.ts";
import type { Operation } from "../../store/index.ts";
import type { Place } from "./history.input.ts";
import { ids } from "./ids.ts";

export type HistoryPage = {
  place: Place;
  entries: readonly RowEntry[];
  /** The store's cursor of the next page. */
  next: string | null;
  /** Where the rest of what this person did stands; null where there is none. */
  elsewhere: string | null;
  /** What else the typed digits find. */
  also?: Place;
  /** A day in words, and a time of it, both of the team's zone: whoever reads elsewhere would have them of two. */
  toDay: (at: Date) => string;
  toTime: (at: Date, to: "minute" | "second") => string;
  timeZone: string;
  /** What was looked for, in words; empty where nothing was. */
  sought: string;
  /** How somebody begins who has done nothing yet. */
  begin: readonly Button[];
};

type Part = { text: string; blocks: KnownBlock[] };

/**
 * A line for each operation, day by day, with a button to its story. Somebody's own name their recipients in full,
 * everybody's don't: not even one's own among them.
 */
export function renderHistory(page: HistoryPage, words: Catalogue): Answer {
  const { place, entries, next, elsewhere, also, sought, begin } = page;
  const { history } = words;
  const notes = elsewhere === null ? [] : [[elsewhere]];
  const title = historyTitle(place, history);
  const turns = turnsAlong(place, next, { actionId: ids.page, words: words.lists });
  if (entries.length === 0) {
    const failed = place.failed ? history.emptyFailed(ids.command) : history.empty;
    const empty = sought === "" ? withCommands(failed) : [history.nothingFound(sought)];
    const nothing = { about: [], columns: [], rows: [], buttons: [] };
    const list = renderList({ ...nothing, title, empty: [empty], notes, turns });
    const steps = sought === "" && !place.failed && !place.everybody ? actions(begin) : [];
    return { ...list, blocks: [...list.blocks, ...steps] };
  }
  const isWhole = next === null && place.trail.length === 0;
  const about = [
    ...(sought === "" ? [] : [history.found(sought)]),
    ...(isWhole ? [history.inAll(entries.length)] : []),
    history.newestFirst,
    ...(place.everybody ? [history.masked] : []),
    history.timesOf(page.timeZone),
  ];
  const foot = notes.map((note) => renderContext([note]));
  const parts = [
    toPart([[{ bold: title }], [about.join(" · ")]]),
    ...renderDays(page, words),
    ...foot.map(({ text, block }) => ({ text, blocks: [block] })),
  ];
  return {
    text: parts.map(({ text }) => text).join("\n"),
    blocks: [
      ...parts.flatMap(({ blocks }) => blocks),
      ...renderButtons({ turns, buttons: also === undefined ? [] : [alsoButton(also, words)] }),
    ],
  };
}

function toPart(lines: Line[]): Part {
  const { text, block } = renderLines(lines);
  return { text, blocks: [block] };
}

/** Each day above its first. */
function renderDays({ entries, place, toDay, toTime }: HistoryPage, words: Catalogue): Part[] {
  const isEverybodys = place.everybody;
  const rows = entries.map((entry) => ({ entry, ...toActivityRow(entry, words, { isEverybodys }) }));
  const alike = tellApart(rows.map(({ at, says, facts }) => ({ at, says: JSON.stringify([says, facts]) })));
  const days = rows.map(({ at }) => toDay(at));
  return rows.flatMap(({ entry, ...row }, index) => {
    const day = days[index] ?? "";
    const time = toTime(row.at, alike[index] === true ? "second" : "minute");
    const part = {
      text: readOut(entry, row, time),
      blocks: [renderActivityRow(row, time)],
    };
    return day === days[index - 1] ? [part] : [toPart([[{ bold: day }]]), part];
  });
}

/** Who is read to, and who copies it, has the id with it. */
function readOut({ operation, title = null }: RowEntry, row: ActivityRow, time: string): string {
  const id = title === null ? lookUpId(operation) : operation.act;
  return [row.title, time, ...row.facts, id].map((piece) => lineText([piece])).join(" · ");
}

export function historyTitle(
  place: Pick<Place, "everybody" | "failed">,
  { title }: Catalogue["history"],
): string {
  if (place.everybody) return place.failed ? title.allFailed : title.all;
  return place.failed ? title.ownFailed : title.own;
}

function alsoButton(also: Place, { history }: Catalogue): ListButton {
  return { actionId: ids.page, text: history.lookFor(also.words.at(-1) ?? ""), value: renderPlace(also) };
}

/** Asks for this very page again. */
export function retryButton(place: Place, { lists }: Catalogue): ListButton {
  return { actionId: ids.page, text: lists.retry, value: renderPlace(place) };
}

/** What finds the operation again when it is typed: the platform's id, unless that can't be shown as it is. */
function lookUpId({ id, messageId }: Operation): string {
  return messageId !== null && isPlainId(messageId) ? messageId : id;
}
