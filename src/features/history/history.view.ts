import type { Button, KnownBlock, MrkdwnElement } from "@slack/types";
import { isPlainId } from "../../foreign-id.ts";
import { type ListButton, renderButtons, renderList } from "../../lists/list.ts";
import { tellApart } from "../../lists/tell-apart.ts";
import { renderPlace, turnsAlong } from "../../lists/trail.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Entry, reasonOf, stateTitle } from "../../outcomes/card.view.ts";
import { needsConsole } from "../../outcomes/reasons.ts";
import { tookWords } from "../../outcomes/receipt.view.ts";
import { sentGlance } from "../../outcomes/sent.view.ts";
import { nameAlone } from "../../outcomes/several.ts";
import { stateOf } from "../../outcomes/state.ts";
import { nextSteps } from "../../outcomes/steps.view.ts";
import type { Answer } from "../../slack/blocks/answer.ts";
import { actions, button } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { toLiteral } from "../../slack/blocks/escape.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { plain, verbatim } from "../../slack/blocks/modal.ts";
import { type Line, lineText, renderLines } from "../../slack/blocks/rich-text.ts";
import { withCommands } from "../../slack/blocks/sentence.ts";
import type { Operation } from "../../store/index.ts";
import type { Place } from "./history.input.ts";
import { ids } from "./ids.ts";

/** `title`: what came of all that its act brought, where that is several. */
type Row = Entry & { title?: string | null };

export type HistoryPage = {
  place: Place;
  entries: readonly Row[];
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
  const lists = { isEverybodys: place.everybody, isFailed: place.failed };
  const rows = entries.map((entry) => ({ at: entry.operation.createdAt, ...toShown(entry, lists, words) }));
  const alike = tellApart(rows);
  const days = rows.map(({ at }) => toDay(at));
  return rows.flatMap(({ at, render }, index) => {
    const day = days[index] ?? "";
    const row = render(toTime(at, alike[index] === true ? "second" : "minute"));
    return day === days[index - 1] ? [row] : [toPart([[{ bold: day }]]), row];
  });
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

/** A page of ten stays within a message; the story has all of it. */
const longestSubject = 100;
const longestGlance = 60;

/**
 * What became of it; then when, and what its author sent, which tells several to one phone apart, or who its author is.
 * Whom or what it is about is in words that others chose, so nothing of them is read as markup.
 */
function toShown(
  entry: Row,
  { isEverybodys, isFailed }: { isEverybodys: boolean; isFailed: boolean },
  words: Catalogue,
): { says: string; render: (time: string) => Part } {
  const { operation, description } = entry;
  const { inFull, masked } = description.subject;
  const subject = shorten(isEverybodys ? masked : inFull, longestSubject);
  const several = entry.title ?? null;
  const titleFor = (name: string) => several ?? stateTitle(entry, name, words);
  const took = several === null ? tookWords(operation, words) : null;
  const lookUp = several === null ? lookUpId(operation) : operation.act;
  const who = { user: operation.author };
  const title = titleFor(subject);
  const number = several === null && !isEverybodys ? numberOf(description) : [];
  const ownTitle = number.length === 0 ? title : titleFor(shorten(nameAlone(masked), longestSubject));
  const glance = isEverybodys || several !== null ? null : sentGlance(description);
  const lists = { isEverybodys, isSeveral: several !== null };
  const sent = glance === null ? [] : [shorten(glance, longestGlance)];
  const reason = isFailed && several === null ? reasonOf(entry, words) : null;
  const why = reason === null ? "" : `\n${shorten(reason, longestSubject)}`;
  const tookPart = took === null ? [] : [took];
  const line = (time: string) =>
    isEverybodys
      ? // Where there is a name, its number is for the line below, a masked one for the story.
        toMarkup(titleFor(nameAlone(subject)), [time, " · ", who, ...tookPart.map((part) => ` · ${part}`)])
      : verbatim(`${ownTitle}${why}\n${[time, ...tookPart, ...number, ...sent].join(" · ")}`);
  return {
    says: line("").text,
    render: (time) => ({
      // Who is read to, and who copies it, has the id with it.
      text: lineText([
        title,
        ...(isEverybodys ? [" · ", who] : []),
        ` · ${[time, ...tookPart, lookUp].join(" · ")}`,
        ...sent.map((glance) => `\n${glance}`),
      ]),
      blocks: [{ type: "section", text: line(time), accessory: rowButton(entry, lists, words) }],
    }),
  };
}

/** To its story; of what failed, to what mends it: many beside each other, so none is the one to press, and all are short. */
function rowButton(
  { operation, description }: Entry,
  { isEverybodys, isSeveral }: { isEverybodys: boolean; isSeveral: boolean },
  words: Catalogue,
): Button {
  const { details, answer, edit } = words.history;
  if (isSeveral) return button(ids.open, details, operation.act);
  if (stateOf(operation) === "unknown") return button(ids.open, answer, operation.id);
  // The same again is no way out of what has to be mended in the console first.
  const isMended = !isEverybodys && !needsConsole(operation, words);
  const [step] = isMended ? nextSteps({ operation, description, reader: "author", words }) : [];
  if (step === undefined) return button(ids.open, details, operation.id);
  const { style: _style, ...plainly } = step;
  return step.text.text === words.outcomes.edit ? { ...plainly, text: plain(edit) } : plainly;
}

/** In full, where a name stands before it. */
function numberOf({ subject: { inFull, masked } }: Entry["description"]): string[] {
  const lead = `${nameAlone(masked)} (`;
  const isNamed = lead !== `${masked} (` && inFull.startsWith(lead) && inFull.endsWith(")");
  return isNamed ? [inFull.slice(lead.length, -1)] : [];
}

/** Plain text can't name a person who can be clicked. When and who are this app's own. */
function toMarkup(title: string, own: Line): MrkdwnElement {
  return { type: "mrkdwn", text: `${toLiteral(title)}\n${lineText(own)}`, verbatim: true };
}

/** What finds the operation again when it is typed: the platform's id, unless that can't be shown as it is. */
function lookUpId({ id, messageId }: Operation): string {
  return messageId !== null && isPlainId(messageId) ? messageId : id;
}
