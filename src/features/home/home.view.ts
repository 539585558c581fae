import type { HomeView, KnownBlock } from "@slack/types";
import { tellApart } from "../../lists/tell-apart.ts";
import type { Catalogue } from "../../locales/index.ts";
import type { Entry } from "../../outcomes/card.view.ts";
import {
  type ActivityRow,
  type RowEntry,
  renderActivityRow,
  toActivityRow,
} from "../../outcomes/row.view.ts";
import type { PeopleList } from "../../people-list.ts";
import { button } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { withCommands } from "../../slack/blocks/sentence.ts";
import { noRightLine } from "../../slack/people/no-access.ts";
import type { HomeSection, Waiting } from "../feature.ts";
import {
  heading,
  listAsked,
  type Open,
  othersBlocks,
  stepBlock,
  timePiece,
  waitingBlocks,
} from "./waiting.view.ts";

export type Home = {
  reader: string;
  sections: readonly HomeSection[];
  /** What nobody knows the end of and what was left half done, the newest first: the reader's, and all there is to who is on call. */
  open: readonly Open[];
  /** The newest first; `title`: what came of all that its act brought, where that is several. */
  operations: readonly (Entry & { title?: string | null })[];
  /** Findings are on-call's. */
  isOnCall: boolean;
  /** Who can give rights. */
  operators: PeopleList;
  at: Date;
};

/** A Home at its fullest takes 59 of Slack's 100 blocks; a row of buttons holds more than there are commands. */
const mostFindings = 10;
const mostDone = 10;
const mostButtons = 25;
/** A grey line has ten elements, and a note with its time is two. */
const mostNotes = 4;
const longestTitle = 200;

/** What waits, what this person may do, what they did, and how the platform is; no older than its last line says. */
export function renderHome(home: Home, words: Catalogue): HomeView {
  const { sections, open, reader } = home;
  const isOwn = ({ operation }: Entry) => operation.author === reader;
  const asked = listAsked(home);
  const urgent = [
    ...(home.isOnCall ? findingBlocks(sections, words) : []),
    ...waitingBlocks(open.filter(isOwn), asked, words),
    ...othersBlocks(
      open.filter((entry) => !isOwn(entry)),
      words,
    ),
  ];
  return {
    type: "home",
    blocks: [
      ...lackBlocks(home, words),
      ...urgent,
      ...startBlocks(home, words),
      ...doneBlocks(home, { asked, isUrgent: urgent.length > 0 }, words),
      renderContext([...noteLines(home), [`${words.home.asOf} `, { at: home.at }]]).block,
    ],
  };
}

/** Nothing but a sentence: before anything is known, nobody is told that there is nothing. */
export function renderNotice(says: string): HomeView {
  return { type: "home", blocks: [renderLines([[says]]).block] };
}

/** Whoever has called nothing of the platform's asks nothing of it either. */
function noteLines({ sections, operations, isOnCall }: Home): Line[] {
  const isOfUse = isOnCall || operations.length > 0;
  return isOfUse ? sections.flatMap(({ notes = [] }) => notes).slice(0, mostNotes) : [];
}

/** To whoever lacks what most come for, why, and whom to ask. */
function lackBlocks({ sections, operators }: Home, { home, common }: Catalogue): KnownBlock[] {
  const groups = new Set(sections.flatMap((section) => section.notKnown ?? []));
  const hasNothing = sections.every(({ buttons = [] }) => buttons.length === 0) && groups.size === 0;
  const barred = hasNothing ? [home.nothing] : sections.flatMap((section) => section.barred ?? []);
  const lacks: Line[] = [
    ...(barred.length === 0 ? [] : [noRightLine(barred.join(" "), operators, common.access)]),
    ...[...groups].map((group) => [home.notKnown(group)]),
  ];
  return lacks.length === 0 ? [] : [renderLines(lacks).block];
}

/** What there is to begin. */
function startBlocks({ sections }: Home, { home }: Catalogue): KnownBlock[] {
  const buttons = sections.flatMap((section) => section.buttons ?? []);
  const elements = buttons
    .slice(0, mostButtons)
    .map(({ actionId, text, style }) => button(actionId, text, undefined, style));
  const today = sections.flatMap((section) => (section.today === undefined ? [] : [section.today]));
  return [
    ...(elements.length === 0
      ? []
      : [heading(home.start), { type: "actions" as const, block_id: "start", elements }]),
    ...(today.length === 0 ? [] : [renderContext(today).block]),
  ];
}

function findingBlocks(sections: readonly HomeSection[], { home }: Catalogue): KnownBlock[] {
  const findings = sections.flatMap((section) => section.findings ?? []);
  if (findings.length === 0) return [];
  const rest = findings.length - mostFindings;
  const lines = [...findings.slice(0, mostFindings), ...(rest > 0 ? [[home.more(rest)]] : [])];
  return [
    heading(home.findings(findings.length)),
    renderLines(lines.map((line) => [...line])).block,
    ...stepBlock(
      sections.flatMap((section) => section.findingSteps ?? []),
      "findings",
    ),
  ];
}

/** Without what stands above, waiting for a decision; how to begin is for whom nothing else is there. */
function doneBlocks(
  { operations, open, sections }: Home,
  { asked, isUrgent }: { asked: readonly Waiting[]; isUrgent: boolean },
  words: Catalogue,
): KnownBlock[] {
  const { home } = words;
  const undecided = new Set([
    ...open.map(({ operation }) => operation.id),
    ...asked.flatMap(({ about, isLast }) => (isLast === true ? [] : [about])),
  ]);
  const all = [
    ...operations.map((entry) => operationRow(entry, words)),
    ...sections.flatMap(({ did = [] }) => did).map(deedRow),
  ];
  const done = all.filter(({ about }) => about === null || !undecided.has(about));
  if (done.length === 0 && (isUrgent || all.length > 0)) return [];
  if (done.length === 0) {
    const steps = [...sections.flatMap(({ firstSteps = [] }) => firstSteps), home.help];
    if (steps.length === 1) return [renderLines(steps.map(withCommands)).block];
    return [heading(home.begin), renderLines(steps.map((step) => withCommands(`• ${step}`))).block];
  }
  const newest = done.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, mostDone);
  const alike = tellApart(newest.map(({ says, facts, at }) => ({ says: JSON.stringify([says, facts]), at })));
  return [
    heading(home.recent),
    ...newest.map((row, index) => renderActivityRow(row, timePiece(row.at, alike[index]))),
  ];
}

/** `about`: what waits above, and stands there alone. */
type DoneRow = ActivityRow & { about: string | null };

function deedRow({ about, at, title, step }: NonNullable<HomeSection["did"]>[number]): DoneRow {
  const shown = shorten(title, longestTitle);
  return { about, at, title: shown, says: [shown], facts: [], step };
}

function operationRow(entry: RowEntry, words: Catalogue): DoneRow {
  // Several are told together, whichever of them waits.
  const about = (entry.title ?? null) === null ? entry.operation.id : null;
  return { about, ...toActivityRow(entry, words) };
}
