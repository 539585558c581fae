import type { ActionsBlock, Button, HeaderBlock, HomeView, KnownBlock } from "@slack/types";
import type { Catalogue } from "../../locales/index.ts";
import { sentTimeOf } from "../../outcomes/again.ts";
import {
  type DescribedOperation,
  type ReaderRole,
  toCardParts,
  toPersonalCard,
} from "../../outcomes/card.view.ts";
import {
  type ActivityRow,
  type RowEntry,
  renderActivityRow,
  toActivityRow,
} from "../../outcomes/rows.view.ts";
import type { PeopleList } from "../../people-list.ts";
import { button } from "../../slack/blocks/buttons.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { plainText } from "../../slack/blocks/modal.ts";
import {
  fillLine,
  type Line,
  renderContext,
  renderLines,
  toCommandLine,
} from "../../slack/blocks/rich-text.ts";
import { noAccessLine } from "../../slack/people/no-access.ts";
import type { HomeSection, WaitingItem } from "../feature.ts";

export type HomeContent = {
  reader: string;
  sections: readonly HomeSection[];
  /** Unknown outcomes: the reader's own, for on-call everybody's; newest first. */
  unknown: readonly DescribedOperation[];
  done: readonly RowEntry[];
  isOnCall: boolean;
  operators: PeopleList;
  at: Date;
};

/** Limits of rows; a full Home takes 55 of Slack's 100 blocks. */
const maxAlerts = 10;
const maxWaiting = 8;
const maxOthers = 5;
const maxDone = 10;
const maxButtons = 25;
const maxTitleLength = 200;
/** Limit in characters of names of recipients and files. */
const maxSubjectLength = 100;

export function renderHome(home: HomeContent, words: Catalogue): HomeView {
  const [own, others] = parted(home.unknown, ({ operation }) => operation.author === home.reader);
  const asked = listAsked(home);
  const urgent = [
    ...(home.isOnCall ? alertBlocks(home, words) : []),
    ...waitingBlocks(own, asked, words),
    ...othersBlocks(others, words),
  ];
  const isIdle = urgent.length === 0 && home.done.length === 0;
  return {
    type: "home",
    blocks: [
      ...lackBlocks(home, isIdle ? words.home.nothing : words.home.nothingNew, words),
      ...urgent,
      ...startBlocks(home, words),
      ...doneBlocks(home, { asked, isUrgent: urgent.length > 0 }, words),
      renderContext([[`${words.home.asOf} `, { at: home.at }]]).block,
    ],
  };
}

/** Renders one sentence if Home can't be read: an empty Home would mean that nothing waits. */
export function renderHomeNotice(says: string): HomeView {
  return { type: "home", blocks: [renderLines([[says]]).block] };
}

/** Lines for missing rights with whom to ask for them, and for groups whose members Slack didn't say. `nothing`: no right at all. */
function lackBlocks(
  { sections, operators }: HomeContent,
  nothing: string,
  { home, common }: Catalogue,
): KnownBlock[] {
  const groups = new Set(sections.flatMap((section) => section.notKnown ?? []));
  const hasNothing = sections.every(({ buttons = [] }) => buttons.length === 0) && groups.size === 0;
  const denied = hasNothing ? [nothing] : sections.flatMap((section) => section.denied ?? []);
  const lacks: Line[] = [
    ...(denied.length === 0 ? [] : [noAccessLine(denied.join(" "), operators, common.access)]),
    ...[...groups].map((group) => fillLine(home.notKnown, { group: { group } })),
  ];
  return lacks.length === 0 ? [] : [renderLines(lacks).block];
}

function alertBlocks({ sections }: HomeContent, { home, lists }: Catalogue): KnownBlock[] {
  const alerts = sections.flatMap((section) => section.alerts ?? []);
  if (alerts.length === 0) return [];
  const lines = alerts.slice(0, maxAlerts).map((line) => [...line]);
  return [
    heading(home.alerts(alerts.length)),
    renderLines(lines).block,
    ...moreBlock(alerts.length - maxAlerts, lists.more),
  ];
}

/** Questions of features, without operations that are already listed as unknown. */
function listAsked({ sections, unknown }: HomeContent): WaitingItem[] {
  const known = new Set(unknown.map(({ operation }) => operation.id));
  return sections
    .flatMap((section) => section.waiting ?? [])
    .filter(({ about }) => known.size < known.add(about).size);
}

function waitingBlocks(
  own: readonly DescribedOperation[],
  asked: readonly WaitingItem[],
  words: Catalogue,
): KnownBlock[] {
  const count = own.length + asked.length;
  if (count === 0) return [];
  const [last, first] = parted(asked, ({ isLast }) => isLast === true);
  const rows = [
    ...newestFirst([...own.map((one) => unknownRow(one, "author", words)), ...first]),
    ...newestFirst(last),
  ];
  return [
    heading(words.home.waiting(count)),
    ...rowBlocks(rows.slice(0, maxWaiting), "waiting"),
    ...moreBlock(rows.length - maxWaiting, words.home.moreWaiting),
  ];
}

function othersBlocks(others: readonly DescribedOperation[], words: Catalogue): KnownBlock[] {
  if (others.length === 0) return [];
  const rows = newestFirst(others.map((one) => unknownRow(one, "on-call", words)));
  return [
    heading(words.home.unknown(others.length)),
    renderContext([[words.home.askSender]]).block,
    ...rowBlocks(rows.slice(0, maxOthers), "others"),
    ...moreBlock(rows.length - maxOthers, words.home.moreOthers),
  ];
}

function newestFirst(rows: readonly WaitingItem[]): WaitingItem[] {
  return rows.toSorted((a, b) => b.since.getTime() - a.since.getTime());
}

function moreBlock(count: number, more: (count: number) => string): KnownBlock[] {
  return count > 0 ? [renderLines([toCommandLine(more(count))]).block] : [];
}

/** Rows whose buttons aren't primary: Home has one primary button, below. Block ids keep equal buttons apart. */
function rowBlocks(rows: readonly WaitingItem[], name: string): KnownBlock[] {
  return rows.flatMap(({ says, since, steps }, index): KnownBlock[] => {
    const elements = steps.map(({ style, ...step }) => (style === "danger" ? { ...step, style } : step));
    const buttons: ActionsBlock = { type: "actions", block_id: `${name}.${index}`, elements };
    return [renderLines([[...says, " · ", { at: since }]]).block, ...(steps.length === 0 ? [] : [buttons])];
  });
}

function unknownRow(entry: DescribedOperation, reader: ReaderRole, words: Catalogue): WaitingItem {
  const { operation } = entry;
  // Start of the text, for the author only, to distinguish messages to the same phone.
  const { title, sent, steps } = toCardParts(toPersonalCard(entry, reader, words, maxSubjectLength));
  const says: Line = [{ bold: title }, ...(sent === null ? [] : [` · ${sent}`])];
  return {
    about: operation.id,
    since: sentTimeOf(operation),
    says: reader === "author" ? says : [...says, " · ", { user: operation.author }],
    steps,
  };
}

function startBlocks({ sections }: HomeContent, { home }: Catalogue): KnownBlock[] {
  const elements = sections
    .flatMap((section) => section.buttons ?? [])
    .slice(0, maxButtons)
    .map(({ actionId, text, style }): Button => button(actionId, text, undefined, style));
  const today = sections.flatMap((section) => (section.today === undefined ? [] : [section.today]));
  const buttons: ActionsBlock = { type: "actions", block_id: "start", elements };
  return [
    ...(elements.length === 0 ? [] : [heading(home.start), buttons]),
    ...(today.length === 0 ? [] : [renderContext(today).block]),
  ];
}

/** Recent acts without those that wait above; first steps if nothing else is shown. */
function doneBlocks(
  { done, unknown, sections }: HomeContent,
  { asked, isUrgent }: { asked: readonly WaitingItem[]; isUrgent: boolean },
  words: Catalogue,
): KnownBlock[] {
  const { home } = words;
  const undecided = new Set([
    ...unknown.map(({ operation }) => operation.id),
    ...asked.flatMap(({ about, isLast }) => (isLast === true ? [] : [about])),
  ]);
  const all = [
    ...done.map((entry) => operationRow(entry, words)),
    ...sections.flatMap(({ did = [] }) => did).map(deedRow),
  ];
  const decided = all.filter(({ about }) => about === null || !undecided.has(about));
  if (decided.length === 0 && (isUrgent || all.length > 0)) return [];
  if (decided.length === 0) {
    if (sections.every(({ buttons = [] }) => buttons.length === 0)) return [];
    const steps = [...sections.flatMap(({ firstSteps = [] }) => firstSteps), home.help];
    if (steps.length === 1) return [renderLines(steps.map(toCommandLine)).block];
    return [heading(home.begin), renderLines(steps.map((step) => toCommandLine(`• ${step}`))).block];
  }
  const newest = decided.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, maxDone);
  return [heading(home.recent), ...newest.map(renderActivityRow)];
}

/** `about`: id of an operation or proposal; the row is omitted if that waits above. */
type DoneRow = ActivityRow & { about: string | null };

function deedRow({ about, at, title, step }: NonNullable<HomeSection["did"]>[number]): DoneRow {
  const shown = shorten(title, maxTitleLength);
  return { about, at, title: shown, says: [shown], facts: [], step };
}

function operationRow(entry: RowEntry, words: Catalogue): DoneRow {
  // A row of several operations stands for none of them alone.
  const about = (entry.title ?? null) === null ? entry.operation.id : null;
  return { about, ...toActivityRow(entry, words) };
}

function heading(text: string): HeaderBlock {
  return { type: "header", text: plainText(text) };
}

function parted<T>(all: readonly T[], isIt: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isIt), all.filter((one) => !isIt(one))];
}
