import type { Button } from "@slack/types";
import { encodePosition, showAnswer, showList, turnTo } from "../../lists/show-list.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { isOfBatch } from "../../operations/index.ts";
import type { ReaderRole } from "../../outcomes/card.view.ts";
import { toDescribedOperation } from "../../outcomes/index.ts";
import { subjectsOf } from "../../outcomes/notifications.ts";
import { readRowEntries } from "../../outcomes/rows.view.ts";
import { type Answer, plainAnswer } from "../../slack/blocks/answer.ts";
import { shorten } from "../../slack/blocks/limits.ts";
import { formatUnknownWords, type Guide, renderGuide } from "../../slack/edge/guide.ts";
import type { Click, Command } from "../../slack/edge/interaction.ts";
import { renderNoAccess } from "../../slack/people/no-access.ts";
import type { Person } from "../../slack/people/people.ts";
import { isStoreBusyOrAway, type Operation, type Outcome } from "../../store/index.ts";
import type { AppContext } from "../feature.ts";
import {
  HistoryPosition,
  type HistorySelection,
  noFilters,
  parseHistoryRequest,
  toDayBounds,
  toIsoDay,
} from "./history.input.ts";
import { historyTitle, ids, renderHistory } from "./history.view.ts";
import { renderOperationDetails } from "./story.view.ts";

const pageRows = 10;
/** Limit in characters of the search repeated in a button's value. */
const maxEchoLength = 60;
const failedOutcomes: Outcome[] = ["refused", "not_sent", "unknown"];

export async function handleHistoryCommand(command: Command, guide: Guide, app: AppContext): Promise<void> {
  const { words } = command;
  const asked = parseHistoryRequest(command.text, toIsoDay(app.now(), app.config.timeZone));
  if (asked === null) {
    const problem = formatUnknownWords(command.name, command.text, words.help);
    return command.ack(renderGuide(command.name, guide, words.help, problem));
  }
  if ("noSuchDay" in asked) return command.ack(plainAnswer(words.history.noSuchDay(asked.noSuchDay)));
  const { id, selection } = asked;
  await (id === null
    ? showPage(command, { ...selection, cursors: [] }, app)
    : showStory(command, { id, selection }, app));
}

export async function handlePageButton(click: Click, app: AppContext): Promise<void> {
  await turnTo(click, HistoryPosition, (position) => showPage(click, position, app));
}

export async function openDetails(click: Click, app: AppContext): Promise<void> {
  const { person, value, words } = click;
  if (value === "") return showPage(click, { ...noFilters, cursors: [] }, app);
  await click.ack();
  const story = await orSlow(findStory(value, person, app), words);
  await click.answer(story ?? plainAnswer(words.history.notFound(shorten(value, maxEchoLength))));
}

async function showPage(to: Command | Click, position: HistoryPosition, app: AppContext): Promise<void> {
  const { person, words } = to;
  // Checks the right for every page, since a person may have lost it.
  if (position.everybody && !isOperator(person, app)) {
    return refuse(
      to,
      renderNoAccess(words.history.operatorsOnly, app.config.people.operators, words.common.access),
    );
  }
  await showList(to, {
    title: historyTitle(position, words.history),
    loading: words.history.loading,
    within: app.within,
    retry: { actionId: ids.page, text: words.lists.retry, value: encodePosition(position) },
    read: () => readPage(position, person, app),
    render: (page) => renderHistory(page, words),
    explain: (error) => (isStoreBusyOrAway(error) ? [[words.history.slow]] : null),
  });
}

async function refuse(to: Command | Click, refusal: Answer): Promise<void> {
  if (!("replace" in to)) return to.ack(refusal);
  await to.ack();
  await to.answer(refusal);
}

async function readPage(position: HistoryPosition, person: Person, app: AppContext) {
  const { config, store } = app;
  const { everybody, failed, words, day, cursors } = position;
  const catalogue = wordsOf(person.locale);
  const before = cursors.at(-1);
  const outcomes = position.outcomes.length > 0 ? position.outcomes : failed ? failedOutcomes : [];
  const page = await store.operations.list({
    limit: pageRows,
    ...(everybody ? {} : { author: person.id }),
    ...(outcomes.length > 0 ? { outcomes } : {}),
    ...(failed ? { isStillSo: true } : {}),
    ...(day === null ? {} : toDayBounds(day, config.timeZone)),
    words,
    ...(outcomes.length + words.length === 0 ? { isOnceAnAct: true } : {}),
    ...(before === undefined ? {} : { before }),
  });
  return {
    position,
    entries: await readRowEntries(page.operations, catalogue, app),
    next: page.next,
    begin: begin(person, catalogue, app),
  };
}

async function showStory(
  command: Command,
  { id, selection }: { id: string; selection: HistorySelection },
  app: AppContext,
): Promise<void> {
  const { person, words } = command;
  const show = async () => {
    const story = await findStory(id, person, app);
    if (story !== null) return story;
    const everybody = selection.everybody && isOperator(person, app);
    const page = await readPage({ ...selection, everybody, cursors: [] }, person, app);
    if (page.entries.length > 0) return renderHistory(page, words);
    return plainAnswer(words.history.notFound(id));
  };
  await showAnswer(command, { loading: words.history.loading, within: app.within }, orSlow(show(), words));
}

/** Answers that the store is slow instead of failing: people look here for requests still being stored. */
function orSlow<T>(reading: Promise<T>, { history }: Catalogue): Promise<T | Answer> {
  return reading.catch((error: unknown) => {
    if (!isStoreBusyOrAway(error)) throw error;
    return plainAnswer(history.slow);
  });
}

async function findStory(id: string, person: Person, app: AppContext): Promise<Answer | null> {
  const words = wordsOf(person.locale);
  const found = await readStory(id, person, app);
  if (found === null) return null;
  const { operation, reader, posts } = found;
  const act = operation.id === id ? await findAct(operation, reader, person, app) : null;
  if (act !== null) return act;
  const mayUse = begin(person, words, app).length > 0;
  return renderOperationDetails(
    { ...toDescribedOperation(operation, words, app.operations), posts, reader, mayUse },
    words,
  );
}

async function findAct(
  first: Operation,
  reader: ReaderRole,
  person: Person,
  app: AppContext,
): Promise<Answer | null> {
  if (first.id !== first.act || !isOfBatch(first)) return null;
  const presenter = app.presenterOf(first.kind);
  const batch = presenter?.batch;
  if (presenter === undefined || batch === undefined) return null;
  const [act, earlier = []] = await Promise.all([
    app.store.operations.ofAct(first.act),
    batch.earlier?.(first, app.store.operations),
  ]);
  const { render, story = render } = batch;
  return story(act, { presenter, reader, words: wordsOf(person.locale) }, earlier);
}

/** Returns null also if the person may not read the operation, so that nobody learns which ids exist. */
async function readStory(id: string, person: Person, app: AppContext) {
  const { operations, posts } = app.store;
  const ofMessage = operations.findByMessageId;
  const operation =
    (await ofMessage(id)) ?? (await operations.get(id)) ?? (await ofMessage(id.toUpperCase()));
  const reader = operation === null ? null : await toReader(operation, person, app);
  if (operation === null || reader === null) return null;
  return { operation, reader, posts: await posts.list(subjectsOf(operation)) };
}

/** Role in which the person may read the operation; null if they may not. */
async function toReader(operation: Operation, person: Person, app: AppContext): Promise<ReaderRole | null> {
  if (operation.author === person.id) return "author";
  if (app.people.isKnownToBeOn(app.config.people.operators, person)) return "on-call";
  if ((await app.services().hadPartIn?.(operation, person)) === true) return "anybody";
  return isOperator(person, app) ? "on-call" : null;
}

function isOperator(person: Person, { people, config }: AppContext): boolean {
  return people.isOn(config.people.operators, person);
}

function begin(person: Person, words: Catalogue, app: AppContext): readonly Button[] {
  return app.services().toSend?.(person, words) ?? [];
}
