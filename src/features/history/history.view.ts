import type { ActionsBlock, KnownBlock } from "@slack/types";
import { isPlainId, shortenId } from "../../foreign-id.ts";
import { type ListButton, renderButtons, renderList } from "../../lists/list.ts";
import { renderPlace, turnsAlong } from "../../lists/trail.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Entry, nextSteps, stateTitle } from "../../outcomes/card.view.ts";
import { tookWords } from "../../outcomes/receipt.view.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { plain, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, lineText, renderLines } from "../../slack/blocks/rich-text.ts";
import type { Operation } from "../../store/index.ts";
import type { Place } from "./history.input.ts";
import { ids } from "./ids.ts";

export type HistoryPage = {
  place: Place;
  entries: readonly Entry[];
  /** The store's cursor of the next page. */
  next: string | null;
  /** Where the rest of what this person did stands; null where there is none. */
  elsewhere: string | null;
};

/**
 * Two lines for each operation, with a button to its story. Somebody's own name their recipients in full, everybody's
 * don't: not even one's own among them.
 */
export function renderHistory(page: HistoryPage, words: Catalogue): Answer {
  const { place, entries, next, elsewhere } = page;
  const { history } = words;
  const notes = elsewhere === null ? [] : [[elsewhere]];
  const title = historyTitle(place, history);
  const about = [place.everybody ? `${history.newestFirst}, ${history.masked}` : history.newestFirst];
  const turns = turnsAlong(place, next, { actionId: ids.page, words: words.lists });
  if (entries.length === 0) {
    const empty = place.failed ? history.emptyFailed(ids.command) : history.empty;
    return renderList({
      title,
      about: [],
      columns: [],
      rows: [],
      empty: [[empty]],
      notes,
      turns,
      buttons: [],
    });
  }
  const head = renderLines([[{ bold: title }], about]);
  const rows = entries.map((entry) => renderEntry(entry, place.everybody, words));
  const foot = notes.map((note) => renderContext([note]));
  return {
    text: [head, ...rows, ...foot].map(({ text }) => text).join("\n"),
    blocks: [
      head.block,
      ...rows.flatMap(({ blocks }) => blocks),
      ...foot.map(({ block }) => block),
      ...renderButtons({ turns, buttons: [] }),
    ],
  };
}

export function historyTitle(place: Place, { title }: Catalogue["history"]): string {
  if (place.everybody) return place.failed ? title.allFailed : title.all;
  return place.failed ? title.ownFailed : title.own;
}

/** Asks for this very page again. */
export function retryButton(place: Place, { lists }: Catalogue): ListButton {
  return { actionId: ids.page, text: lists.retry, value: renderPlace(place) };
}

/** A page of ten stays within a message; the story has all of it. */
const longestSubject = 100;

/** Whom or what it is about is in words that others chose, so plain text; who, when and which are this app's own. */
function renderEntry(
  entry: Entry,
  isEverybodys: boolean,
  words: Catalogue,
): { text: string; blocks: KnownBlock[] } {
  const { operation, description } = entry;
  const { inFull, masked } = description.subject;
  const title = stateTitle(entry, shorten(isEverybodys ? masked : inFull, longestSubject), words);
  const took = tookWords(operation, words);
  const id = lookUpId(operation);
  const toGrey = (shown: Line): Line[] => [
    ...(isEverybodys ? [[{ user: operation.author }]] : []),
    [{ at: operation.createdAt }],
    ...(took === null ? [] : [[took]]),
    shown,
  ];
  const grey = renderContext(toGrey([shortenId(id)]), toGrey([{ code: id }]));
  const details = { type: "button" as const, action_id: ids.open, text: plain(words.history.details) };
  return {
    text: `${lineText([title])} · ${grey.text}`,
    blocks: [
      {
        type: "section",
        text: verbatim(title),
        accessory: { ...details, value: operation.id },
      },
      grey.block,
      ...(isEverybodys ? [] : onlyStep(entry, words)),
    ],
  };
}

/** What one's own leads on to. Where there are several, the story asks, which has room to choose. */
function onlyStep(entry: Entry, words: Catalogue): ActionsBlock[] {
  const [step, ...others] = nextSteps({ ...entry, reader: "author", words });
  if (step === undefined || others.length > 0) return [];
  // A page has many of them, and so no primary one.
  const { style: _style, ...button } = step;
  return [{ type: "actions", elements: [button] }];
}

/** What finds the operation again when it is typed: the platform's id, unless that can't be shown as it is. */
function lookUpId({ id, messageId }: Operation): string {
  return messageId !== null && isPlainId(messageId) ? messageId : id;
}
