import { isPlainId } from "../../foreign-id.ts";
import { type ListButton, pageButtons, renderList } from "../../lists/list.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import type { Row } from "../../slack/blocks/table.ts";
import type { Operation } from "../../store/index.ts";
import { type Place, renderPlace } from "./history.input.ts";
import { ids } from "./ids.ts";

/** An operation with what its feature says of it. */
export type Entry = { operation: Operation; description: Description };

export type HistoryPage = {
  place: Place;
  entries: readonly Entry[];
  /** The store's cursor of the next page. */
  next: string | null;
};

/** Somebody's own operations name their recipients in full, everybody's don't: not even one's own among them. */
export function renderHistory({ place, entries, next }: HistoryPage, { history }: Catalogue): Answer {
  const { everybody, failed, trail } = place;
  const columns = [
    { heading: history.when },
    ...(everybody ? [{ heading: history.by }] : []),
    { heading: history.what },
    { heading: history.subject },
    { heading: history.outcome },
    { heading: history.id },
  ];
  const to = {
    back: trail.length === 0 ? null : renderPlace({ ...place, trail: trail.slice(0, -1) }),
    next: next === null ? null : renderPlace({ ...place, trail: [...trail, next] }),
  };
  return renderList({
    title: historyTitle(place, history),
    about: everybody ? [[history.masked]] : [],
    columns,
    rows: entries.map((entry) => entryRow(entry, everybody, history)),
    empty: [[failed ? history.emptyFailed : history.empty]],
    notes: entries.length === 0 ? [] : [[history.more(ids.command)]],
    buttons: pageButtons(ids.page, to, { back: history.back, next: history.next }),
  });
}

export function historyTitle(place: Place, { title }: Catalogue["history"]): string {
  if (place.everybody) return place.failed ? title.allFailed : title.all;
  return place.failed ? title.ownFailed : title.own;
}

/** Asks for this very page again. */
export function retryButton(place: Place, { lists }: Catalogue): ListButton {
  return { actionId: ids.page, text: lists.retry, value: renderPlace(place) };
}

function entryRow(
  { operation, description }: Entry,
  isEverybodys: boolean,
  words: Catalogue["history"],
): Row {
  const { subject, kind } = description;
  const when: Line = [{ at: operation.createdAt }];
  return [
    when,
    ...(isEverybodys ? [[{ user: operation.author }]] : []),
    kind,
    isEverybodys ? subject.masked : subject.inFull,
    outcomeWords(operation, words),
    [{ code: lookUpId(operation) }],
  ];
}

/** What finds the operation again when it is typed: the platform's id, unless that can't be shown as it is. */
function lookUpId({ id, messageId }: Operation): string {
  return messageId !== null && isPlainId(messageId) ? messageId : id;
}

/** With what a person found out about an unknown one: `unknown (it arrived)`. */
export function outcomeWords(
  { outcome, settledAs }: Pick<Operation, "outcome" | "settledAs">,
  words: Catalogue["history"],
): string {
  const outcomeIs = words.outcomes[outcome ?? "under_way"];
  return settledAs === null ? outcomeIs : `${outcomeIs} (${words.settledAs[settledAs]})`;
}
