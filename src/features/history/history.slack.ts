import type { Button } from "@slack/types";
import type { Within } from "../../deadline.ts";
import { showList, showOne, turnTo } from "../../lists/show-list.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { isOfBatch } from "../../operations/index.ts";
import type { Description } from "../../operations/kind.ts";
import type { Entry, Reader } from "../../outcomes/card.view.ts";
import { describeUnread, type Presenter } from "../../outcomes/index.ts";
import { onceAnAct, readTitles } from "../../outcomes/rows.view.ts";
import type { PeopleList } from "../../people-list.ts";
import { type Answer, plainAnswer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { type Guide, renderGuide, unknownWords } from "../../slack/edge/guide.ts";
import type { Click, Command } from "../../slack/edge/interaction.ts";
import { renderNoRight } from "../../slack/people/no-access.ts";
import type { Person } from "../../slack/people/people.ts";
import {
  actSubject,
  isStoreSlow,
  type Operation,
  type Outcome,
  type Store,
  unknownsCardSubject,
} from "../../store/index.ts";
import { boundsOf, dayOf, everything, Position, parseAsked, type Selection } from "./history.input.ts";
import { historyTitle, renderHistory, retryButton } from "./history.view.ts";
import { renderStory } from "./story.view.ts";

export type HistoryDeps = {
  operations: Pick<Store["operations"], "list" | "get" | "ofAct" | "findByMessageId">;
  posts: Pick<Store["posts"], "list">;
  /** Null for a kind without its feature. */
  describe: (operation: Operation, words: Catalogue) => Description | null;
  presenterOf: (kind: string) => Presenter | undefined;
  /** May read it, though it is somebody else's. */
  hadPartIn: (operation: Operation, person: Person) => Promise<boolean>;
  /** May see everybody's. */
  isOperator: (person: Person) => boolean;
  /** For help, which never fails. */
  isKnownOperator: (person: Person) => boolean;
  operators: PeopleList;
  within: Within;
  /** Button to the send form; none for people who may not send. */
  begin: (person: Person, words: Catalogue) => readonly Button[];
  retentionDays: number;
  timeZone: string;
  now: () => Date;
};

const pageRows = 10;
/** Longer text is no id, and comes back from a button. */
const longestEcho = 60;
/** Outcomes of what may not have reached anybody. */
const failedOutcomes: Outcome[] = ["refused", "not_sent", "unknown"];

export async function lookUp(command: Command, guide: Guide, deps: HistoryDeps): Promise<void> {
  const { words } = command;
  const asked = parseAsked(command.text, dayOf(deps.now(), deps.timeZone));
  if (asked === null) {
    const problem = unknownWords(command.name, command.text, words.help);
    return command.ack(renderGuide(command.name, guide, words.help, problem));
  }
  if ("noSuchDay" in asked) return command.ack(plainAnswer(words.history.noSuchDay(asked.noSuchDay)));
  const { id, selection } = asked;
  await (id === null
    ? showPage(command, { ...selection, cursors: [] }, deps)
    : showStory(command, { id, selection }, deps));
}

export async function turnPage(click: Click, deps: HistoryDeps): Promise<void> {
  await turnTo(click, Position, (position) => showPage(click, position, deps));
}

/** One operation's story; one's own history where the button names none. */
export async function openDetails(click: Click, deps: HistoryDeps): Promise<void> {
  const { person, value, words } = click;
  if (value === "") return showPage(click, { ...everything, cursors: [] }, deps);
  await click.ack();
  const story = await orSlow(findStory(value, person, deps), words);
  await click.answer(story ?? plainAnswer(words.history.notFound(shorten(value, longestEcho))));
}

async function showPage(to: Command | Click, position: Position, deps: HistoryDeps): Promise<void> {
  const { person, words } = to;
  // At every page: a button outlives its right.
  if (position.everybody && !deps.isOperator(person)) {
    return refuse(to, renderNoRight(words.history.operatorsOnly, deps.operators, words.common.access));
  }
  await showList(to, {
    title: historyTitle(position, words.history),
    loading: words.history.loading,
    within: deps.within,
    retry: retryButton(position, words),
    read: () => readPage(position, person, deps),
    render: (page) => renderHistory(page, words),
    explain: (error) => (isStoreSlow(error) ? [[words.history.slow]] : null),
  });
}

async function refuse(to: Command | Click, refusal: Answer): Promise<void> {
  if (!("replace" in to)) return to.ack(refusal);
  await to.ack();
  await to.answer(refusal);
}

async function readPage(position: Position, person: Person, deps: HistoryDeps) {
  const { operations, timeZone } = deps;
  const { everybody, failed, words, day, cursors } = position;
  const catalogue = wordsOf(person.locale);
  const before = cursors.at(-1);
  const outcomes = position.outcomes.length > 0 ? position.outcomes : failed ? failedOutcomes : [];
  const page = await operations.list({
    limit: pageRows,
    ...(everybody ? {} : { author: person.id }),
    ...(outcomes.length > 0 ? { outcomes } : {}),
    ...(failed ? { isStillSo: true } : {}),
    ...(day === null ? {} : boundsOf(day, timeZone)),
    words,
    ...(outcomes.length + words.length === 0 ? { isOnceAnAct: true } : {}),
    ...(before === undefined ? {} : { before }),
  });
  const once = onceAnAct(page.operations);
  const titles = await readTitles(once, catalogue, deps);
  return {
    position,
    entries: once.map((one) => ({
      ...toEntry(one, catalogue, deps),
      title: titles.get(one.act) ?? null,
    })),
    next: page.next,
    begin: deps.begin(person, catalogue),
  };
}

/** By id, else as a search. */
async function showStory(
  command: Command,
  { id, selection }: { id: string; selection: Selection },
  deps: HistoryDeps,
): Promise<void> {
  const { person, words } = command;
  const show = async () => {
    const story = await findStory(id, person, deps);
    if (story !== null) return story;
    const everybody = selection.everybody && deps.isOperator(person);
    const page = await readPage({ ...selection, everybody, cursors: [] }, person, deps);
    if (page.entries.length > 0) return renderHistory(page, words);
    return plainAnswer(words.history.notFound(id));
  };
  await showOne(command, { loading: words.history.loading, within: deps.within }, orSlow(show(), words));
}

/** People who wait for something being stored come here. */
function orSlow<T>(reading: Promise<T>, { history }: Catalogue): Promise<T | Answer> {
  return reading.catch((error: unknown) => {
    if (!isStoreSlow(error)) throw error;
    return plainAnswer(history.slow);
  });
}

async function findStory(id: string, person: Person, deps: HistoryDeps): Promise<Answer | null> {
  const words = wordsOf(person.locale);
  const found = await readStory(id, person, deps);
  if (found === null) return null;
  const { operation, reader, posts } = found;
  const act = operation.id === id ? await findAct(operation, reader, person, deps) : null;
  if (act !== null) return act;
  const mayUse = deps.begin(person, words).length > 0;
  return renderStory({ ...toEntry(operation, words, deps), posts, reader, mayUse }, words);
}

/** All of an act with several operations; null for others. */
async function findAct(
  first: Operation,
  reader: Reader,
  person: Person,
  deps: HistoryDeps,
): Promise<Answer | null> {
  if (first.id !== first.act || !isOfBatch(first)) return null;
  const presenter = deps.presenterOf(first.kind);
  const batch = presenter?.batch;
  if (presenter === undefined || batch === undefined) return null;
  const [act, earlier = []] = await Promise.all([
    deps.operations.ofAct(first.act),
    batch.earlier?.(first, deps.operations),
  ]);
  const { render, story = render } = batch;
  return story(act, { presenter, reader, words: wordsOf(person.locale) }, earlier);
}

/** Null also for somebody else's, so that the answer doesn't say which ids exist. */
async function readStory(id: string, person: Person, deps: HistoryDeps) {
  const { operations, posts } = deps;
  const operation = (await operations.findByMessageId(id)) ?? (await operations.get(id));
  const reader = operation === null ? null : await toReader(operation, person, deps);
  if (operation === null || reader === null) return null;
  return { operation, reader, posts: await posts.list(subjectsOf(operation)) };
}

function subjectsOf({ act, unknownsCard }: Operation): string[] {
  return [actSubject(act), ...(unknownsCard === null ? [] : [unknownsCardSubject(unknownsCard)])];
}

/** Operators read as on-call. Null for who may not read it. */
async function toReader(operation: Operation, person: Person, deps: HistoryDeps): Promise<Reader | null> {
  if (operation.author === person.id) return "author";
  if (deps.isKnownOperator(person)) return "on-call";
  if (await deps.hadPartIn(operation, person)) return "anybody";
  return deps.isOperator(person) ? "on-call" : null;
}

function toEntry(operation: Operation, words: Catalogue, { describe }: HistoryDeps): Entry {
  return { operation, description: describe(operation, words) ?? describeUnread(operation, words) };
}
