import type {
  ActionsBlock,
  Button,
  HeaderBlock,
  HomeView,
  KnownBlock,
  MrkdwnElement,
  SectionBlock,
} from "@slack/types";
import { tellApart } from "../../lists/tell-apart.ts";
import type { Catalogue } from "../../locales/index.ts";
import { type Entry, historyId, nextSteps, reasonOf, stateTitle } from "../../outcomes/card.view.ts";
import { tookWords } from "../../outcomes/receipt.view.ts";
import { sentGlance } from "../../outcomes/sent.view.ts";
import { button } from "../../slack/blocks/buttons.ts";
import { renderContext } from "../../slack/blocks/context.ts";
import { toLiteral } from "../../slack/blocks/escape.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { plain } from "../../slack/blocks/modal.ts";
import { type Line, lineText, type Piece, renderLines } from "../../slack/blocks/rich-text.ts";
import type { HomeSection, Waiting } from "../feature.ts";

export type Home = {
  sections: readonly HomeSection[];
  /** The newest first; `title`: what came of all that its act brought, where that is several. */
  operations: readonly (Entry & { title?: string | null })[];
  /** Findings are on-call's. */
  isOnCall: boolean;
  /** Who can give rights; null where nobody is named. */
  whom: Line | null;
  at: Date;
};

/** A Home at its fullest takes 43 of Slack's 100 blocks; a row of buttons holds more than there are commands. */
const mostWaiting = 12;
const mostFindings = 10;
const mostDone = 10;
const mostButtons = 25;
/** A grey line has ten elements, and a note with its time is two. */
const mostNotes = 4;
const longestSubject = 100;
const longestTitle = 200;

/** What waits, what this person may do, what they did, and how the platform is; no older than its last line says. */
export function renderHome(home: Home, words: Catalogue): HomeView {
  const { sections } = home;
  const waiting = listWaiting(sections);
  const urgent = [...(home.isOnCall ? findingBlocks(sections, words) : []), ...waitingBlocks(waiting, words)];
  return {
    type: "home",
    blocks: [
      ...lackBlocks(home, words),
      ...urgent,
      ...startBlocks(home, words),
      ...doneBlocks(home, { waiting, isUrgent: urgent.length > 0 }, words),
      renderContext([
        ...sections.flatMap(({ notes = [] }) => notes).slice(0, mostNotes),
        [`${words.home.asOf} `, { at: home.at }],
      ]).block,
    ],
  };
}

/** Nothing but a sentence: before anything is known, nobody is told that there is nothing. */
export function renderNotice(says: string): HomeView {
  return { type: "home", blocks: [renderLines([[says]]).block] };
}

/** An unknown outcome waits for its author, and for who is on call, until somebody says what became of it. */
export function toWaiting(
  { operation, description }: Entry,
  reader: { id: string },
  words: Catalogue,
): Waiting {
  const { subject } = description;
  const isOwn = operation.author === reader.id;
  const about = shorten(isOwn ? subject.inFull : subject.masked, longestSubject);
  const title = stateTitle({ operation, description }, about, words);
  // Several to one phone are told apart by what they say, which is their author's to read.
  const sent = isOwn ? sentGlance(description) : null;
  return {
    about: operation.id,
    since: operation.startedAt ?? operation.createdAt,
    isOthers: !isOwn,
    says: isOwn
      ? [{ bold: title }, ...(sent === null ? [] : [` · ${sent}`])]
      : [{ bold: title }, " · ", { user: operation.author }],
    steps: nextSteps({ operation, description, reader: isOwn ? "author" : "on-call", words }),
  };
}

/** To whoever lacks what most come for, why, and whom to ask. */
function lackBlocks({ sections, whom }: Home, { home }: Catalogue): KnownBlock[] {
  const groups = new Set(sections.flatMap((section) => section.notKnown ?? []));
  const hasNothing = sections.every(({ buttons = [] }) => buttons.length === 0) && groups.size === 0;
  const barred = hasNothing ? [home.nothing] : sections.flatMap((section) => section.barred ?? []);
  const lacks: Line[] = [
    ...(barred.length === 0 ? [] : [[barred.join(" ")], ...(whom === null ? [] : [whom])]),
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

/** In the order in which it is shown; an unknown outcome of one's own phone waits as that, and is not asked a second time. */
function listWaiting(sections: readonly HomeSection[]): Waiting[] {
  const sorted = sections
    .flatMap((section) => section.waiting ?? [])
    .toSorted(
      (a, b) =>
        Number(a.isLast ?? false) - Number(b.isLast ?? false) || b.since.getTime() - a.since.getTime(),
    );
  const shown = new Set<string>();
  return sorted.filter(({ about }) => shown.size < shown.add(about).size);
}

function waitingBlocks(waiting: readonly Waiting[], { home }: Catalogue): KnownBlock[] {
  if (waiting.length === 0) return [];
  const rest = waiting.length - mostWaiting;
  const shown = waiting.slice(0, mostWaiting);
  const alike = tellApart(shown.map(({ says, since }) => ({ says: lineText(says), at: since })));
  return [
    heading(home.waiting(waiting.length)),
    ...(waiting.some(({ isOthers }) => isOthers === true) ? [renderContext([[home.askSender]]).block] : []),
    ...shown.flatMap(({ says, since, steps }, index): KnownBlock[] => [
      renderLines([[...says, " · ", timePiece(since, alike[index])]]).block,
      ...stepBlock(steps, index),
    ]),
    ...(rest > 0 ? [renderLines([[home.more(rest)]]).block] : []),
  ];
}

function timePiece(at: Date, isAlike: boolean | undefined): Piece {
  return isAlike === true ? { at, to: "second" } : { at };
}

/** Rows of the same buttons need names of their own. The page's one primary button is below them. */
function stepBlock(steps: readonly Button[], index: number): ActionsBlock[] {
  const elements = steps.map(({ style, ...step }) => (style === "danger" ? { ...step, style } : step));
  return steps.length === 0 ? [] : [{ type: "actions", block_id: `waiting.${index}`, elements }];
}

function findingBlocks(sections: readonly HomeSection[], { home }: Catalogue): KnownBlock[] {
  const findings = sections.flatMap((section) => section.findings ?? []);
  if (findings.length === 0) return [];
  const rest = findings.length - mostFindings;
  const lines = [...findings.slice(0, mostFindings), ...(rest > 0 ? [[home.more(rest)]] : [])];
  return [heading(home.findings(findings.length)), renderLines(lines.map((line) => [...line])).block];
}

/** Without what stands above, waiting for a decision; how to begin is for whom nothing else is there. */
function doneBlocks(
  { operations, sections }: Home,
  { waiting, isUrgent }: { waiting: readonly Waiting[]; isUrgent: boolean },
  words: Catalogue,
): KnownBlock[] {
  const { home } = words;
  const undecided = new Set(waiting.flatMap(({ about, isLast }) => (isLast === true ? [] : [about])));
  const all = [
    ...operations.map((entry) => operationRow(entry, words)),
    ...sections.flatMap(({ did = [] }) => did).map(deedRow),
  ];
  const done = all.filter(({ about }) => about === null || !undecided.has(about));
  if (done.length === 0 && (isUrgent || all.length > 0)) return [];
  if (done.length === 0) {
    const steps = [...sections.flatMap(({ firstSteps = [] }) => firstSteps), home.help];
    return [heading(home.begin), renderLines(steps.map((step): Line => [`• ${step}`])).block];
  }
  const newest = done.toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, mostDone);
  const alike = tellApart(
    newest.map(({ says, sent, took, at }) => ({ says: JSON.stringify([says, sent, took]), at })),
  );
  return [heading(home.recent), ...newest.map((row, index) => renderDone(row, alike[index]))];
}

/** Something done; `says`: a line each. */
type DoneRow = {
  about: string | null;
  at: Date;
  says: readonly string[];
  sent: string | null;
  took: string | null;
  step: Button;
};

function deedRow({ about, at, title, step }: NonNullable<HomeSection["did"]>[number]): DoneRow {
  return { about, at, says: [shorten(title, longestTitle)], sent: null, took: null, step };
}

/** It is its author's own, so in full. */
function operationRow(entry: Home["operations"][number], words: Catalogue): DoneRow {
  const { operation, description, title: several = null } = entry;
  const { subject } = description;
  const at = operation.createdAt;
  if (several !== null) {
    const step = button(historyId, words.history.details, operation.act);
    // Several are told together, whichever of them waits.
    return { about: null, at, says: [shorten(several, longestTitle)], sent: null, took: null, step };
  }
  const details = button(historyId, words.history.details, operation.id);
  const title = stateTitle({ operation, description }, shorten(subject.inFull, longestSubject), words);
  const [step, ...others] = nextSteps({ operation, description, reader: "author", words });
  const reason = reasonOf({ operation, description }, words);
  const { style: _style, ...only } = step ?? details;
  return {
    about: operation.id,
    at,
    says: [title, ...(reason === null ? [] : [shorten(reason, longestTitle)])],
    sent: sentGlance(description),
    took: tookWords(operation, words),
    // Where there is a choice, what waits above has it.
    step: others.length === 0 ? only : details,
  };
}

function renderDone({ at, says, sent, took, step }: DoneRow, isAlike: boolean | undefined): SectionBlock {
  const last = [
    ...(sent === null ? [] : [sent, " · "]),
    timePiece(at, isAlike),
    ...(took === null ? [] : [" · ", took]),
  ];
  return { type: "section", text: toMarkup(says, last), accessory: step };
}

/** To whom or about what is in words that others chose, so nothing of them is read as markup; last, small facts and when. */
function toMarkup(says: readonly string[], last: Line): MrkdwnElement {
  const facts = last.map((piece) => (typeof piece === "string" ? toLiteral(piece) : lineText([piece])));
  return { type: "mrkdwn", text: [...says.map(toLiteral), facts.join("")].join("\n"), verbatim: true };
}

function heading(text: string): HeaderBlock {
  return { type: "header", text: plain(text) };
}
