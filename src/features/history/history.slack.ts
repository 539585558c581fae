import type { Button } from "@slack/types";
import { addMinutes } from "date-fns/addMinutes";
import { subMinutes } from "date-fns/subMinutes";
import type { Within } from "../../deadline.ts";
import { groupMadeAt } from "../../foreign-id.ts";
import { turnTo } from "../../lists/paged-list.ts";
import { showList, showOne } from "../../lists/show-list.ts";
import type { Format } from "../../locales/format.ts";
import { type Catalogue, type Locale, wordsOf } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { isOfBatch } from "../../operations/index.ts";
import { onceAnAct, readTitles } from "../../outcomes/batch.view.ts";
import type { Entry, Reader } from "../../outcomes/card.view.ts";
import { describeUnread, type Teller } from "../../outcomes/index.ts";
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
  listingSubject,
  type Operation,
  type Outcome,
  type Store,
} from "../../store/index.ts";
import { boundsOf, dayOf } from "./days.ts";
import {
  type Asked,
  daysBefore,
  everything,
  otherReadings,
  Place,
  parseAsked,
  type Selection,
} from "./history.input.ts";
import { historyTitle, renderHistory, retryButton } from "./history.view.ts";
import { linkedIds, renderStory } from "./story.view.ts";

export type HistoryDeps = {
  operations: Pick<Store["operations"], "list" | "get" | "ofAct" | "findByMessageId">;
  posts: Pick<Store["posts"], "list">;
  /** Null of one whose feature is gone: it is shown by its kind alone. */
  describe: (operation: Operation, words: Catalogue) => Description | null;
  tellerOf: (kind: string) => Teller | undefined;
  /** May read this one, though it is somebody else's. */
  hadPartIn: (operation: Operation, person: Person) => Promise<boolean>;
  /** May see everybody's. */
  isOperator: (person: Person) => boolean;
  /** The same for the help, which must not fail where that can't be told. */
  isKnownOperator: (person: Person) => boolean;
  operators: PeopleList;
  within: Within;
  /** Where this person finds what they did that is no operation; null where there is nothing of the kind. */
  didElsewhere: (person: Person) => Promise<string | null>;
  /** Opens the form in which what most come for begins; none for who may not send. */
  begin: (person: Person, words: Catalogue) => readonly Button[];
  retentionDays: number;
  formatOf: (locale: Locale) => Format;
  timeZone: string;
  now: () => Date;
};

const pageRows = 10;
/** What is longer is no id, and comes back from a button. */
const longestEcho = 60;
/** Everything that can't be told to have reached anybody. */
const failedOutcomes: Outcome[] = ["refused", "not_sent", "unknown"];

/** `/msg-history [all] [failed]`, `/msg-history <id>`, or what to look for */
export async function lookUp(command: Command, guide: Guide, deps: HistoryDeps): Promise<void> {
  const { words } = command;
  const asked = parseAsked(command.text, dayOf(deps.now(), deps.timeZone));
  switch (asked.kind) {
    case "list":
      return showPage(command, { ...asked.selection, trail: [] }, deps);
    case "one":
      return showStory(command, asked, deps);
    case "no_such_day":
      return command.ack(plainAnswer(words.history.noSuchDay(asked.typed)));
    case "which_day":
      return command.ack(plainAnswer(words.history.whichDay(asked.typed)));
    case "cut_id":
      return command.ack(plainAnswer(words.history.cutId(asked.typed)));
    case "unknown_words": {
      const problem = unknownWords(command.name, command.text, words.help);
      return command.ack(renderGuide(command.name, guide, words.help, problem));
    }
  }
}

/** Newer, older, or the same page again. */
export async function turnPage(click: Click, deps: HistoryDeps): Promise<void> {
  await turnTo(click, Place, {
    show: (place) => showPage(click, place, deps),
    outdated: click.words.edge.outdated,
  });
}

/** One operation's story, below whatever named it; one's own history where nothing was named. */
export async function openDetails(click: Click, deps: HistoryDeps): Promise<void> {
  const { person, value } = click;
  if (value === "") return showPage(click, { ...everything, trail: [] }, deps);
  const words = wordsOf(person.locale);
  await click.ack();
  const story = await orSlow(tellStory(value, person, deps), words);
  await click.answer(story ?? plainAnswer(words.history.notFound(shorten(value, longestEcho))));
}

async function showPage(to: Command | Click, place: Place, deps: HistoryDeps): Promise<void> {
  const { person, words } = to;
  // At every page: a button outlives the right to press it.
  if (place.everybody && !deps.isOperator(person)) {
    return refuse(to, renderNoRight(words.history.operatorsOnly, deps.operators, words.common.access));
  }
  await showList(to, {
    title: historyTitle(place, words.history),
    loading: words.history.loading,
    within: deps.within,
    retry: retryButton(place, words),
    read: () => readPage(place, person, deps),
    render: (page) => renderPage(page, person, deps),
    explain: (error) => (isStoreSlow(error) ? [[words.history.slow]] : null),
  });
}

/** `also`: what else the typed digits find. */
type Page = Awaited<ReturnType<typeof readPlace>> & { also?: Place };

function renderPage(
  { place, operations, titles, next, elsewhere, also }: Page,
  person: Person,
  deps: HistoryDeps,
): Answer {
  const words = wordsOf(person.locale);
  const entries = operations.map((operation) => ({
    ...toEntry(operation, words, deps),
    title: titles.get(operation.act) ?? null,
  }));
  const { timeZone } = deps;
  const toDay = (at: Date) => dayWords(at, person, deps);
  const toTime = deps.formatOf(person.locale).time;
  const sought = soughtWords(place, person, deps);
  const begin = deps.begin(person, words);
  return renderHistory(
    { place, entries, next, elsewhere, ...(also && { also }), toDay, toTime, timeZone, sought, begin },
    words,
  );
}

/** The day in the team's zone. */
function dayWords(at: Date, { locale }: Person, { formatOf, now, timeZone }: HistoryDeps): string {
  const { today, yesterday } = wordsOf(locale).history;
  const days = [dayOf(now(), timeZone), daysBefore(dayOf(now(), timeZone), 1)];
  const before = days.indexOf(dayOf(at, timeZone));
  return [today, yesterday][before] ?? formatOf(locale).date(at);
}

/** What was looked for, in words; empty where nothing was. */
function soughtWords({ words, outcomes, day }: Selection, person: Person, deps: HistoryDeps): string {
  const { history } = wordsOf(person.locale);
  const days = day === null ? [] : [dayWords(boundsOf(day, deps.timeZone).from, person, deps)];
  return [...words, ...outcomes.map((outcome) => history.outcomes[outcome]), ...days].join(", ");
}

async function refuse(to: Command | Click, refusal: Answer): Promise<void> {
  if (!("replace" in to)) return to.ack(refusal);
  await to.ack();
  await to.answer(refusal);
}

/** Where nothing is found, digits may mean something else; those that are a day may mean it as well. */
async function readPage(place: Place, person: Person, deps: HistoryDeps): Promise<Page> {
  const page = await readPlace(place, person, deps);
  const isFound = page.operations.length > 0;
  if (place.trail.length > 0 || (isFound && place.digits === null)) return page;
  for (const reading of otherReadings(place)) {
    const other = await readPlace({ ...reading, trail: [] }, person, deps);
    if (other.operations.length > 0) return isFound ? { ...page, also: other.place } : other;
  }
  return page;
}

async function readPlace(place: Place, person: Person, deps: HistoryDeps) {
  const { operations, didElsewhere, timeZone } = deps;
  const { everybody, failed, words, day, trail } = place;
  const before = trail.at(-1);
  const outcomes = place.outcomes.length > 0 ? place.outcomes : failed ? failedOutcomes : [];
  const isAllOfOwn =
    !everybody && outcomes.length + words.length === 0 && day === null && before === undefined;
  const [page, elsewhere] = await Promise.all([
    operations.list({
      limit: pageRows,
      ...(everybody ? {} : { author: person.id }),
      ...(outcomes.length > 0 ? { outcomes } : {}),
      ...(failed ? { isStillSo: true } : {}),
      ...(day === null ? {} : boundsOf(day, timeZone)),
      words,
      ...(outcomes.length + words.length === 0 ? { isOnceAnAct: true } : {}),
      ...(before === undefined ? {} : { before }),
    }),
    isAllOfOwn ? didElsewhere(person) : null,
  ]);
  const once = onceAnAct(page.operations);
  return {
    ...page,
    operations: once,
    titles: await readTitles(once, wordsOf(person.locale), deps),
    place,
    elsewhere,
  };
}

/** By its id, or else what is found by it. */
async function showStory(
  command: Command,
  { id, selection }: Extract<Asked, { kind: "one" }>,
  deps: HistoryDeps,
): Promise<void> {
  const { person, words } = command;
  const show = async () => {
    const story = await tellStory(id, person, deps);
    if (story !== null) return story;
    const page = await readPage({ ...selection, trail: [] }, person, deps);
    if (page.operations.length > 0) return renderPage(page, person, deps);
    return plainAnswer(words.history.notFound(id));
  };
  await showOne(command, { loading: words.history.loading, within: deps.within }, orSlow(show(), words));
}

/** Whoever waits for what is being stored comes here. */
function orSlow<T>(reading: Promise<T>, { history }: Catalogue): Promise<T | Answer> {
  return reading.catch((error: unknown) => {
    if (!isStoreSlow(error)) throw error;
    return plainAnswer(history.slow);
  });
}

async function tellStory(id: string, person: Person, deps: HistoryDeps): Promise<Answer | null> {
  const words = wordsOf(person.locale);
  const found = await readStory(id, person, deps);
  if (found === null) return null;
  const { operation, reader, posts, linked } = found;
  const act = operation.id === id ? await tellAct(operation, reader, person, deps) : null;
  if (act !== null) return act;
  const entryOf = (one: Operation | null) => (one === null ? null : toEntry(one, words, deps));
  const links = {
    follows: entryOf(linked.follows),
    followedBy: entryOf(linked.followedBy),
    repeats: entryOf(linked.repeats),
    repeatedBy: entryOf(linked.repeatedBy),
  };
  const mayUse = deps.begin(person, words).length > 0;
  return renderStory({ ...toEntry(operation, words, deps), posts, links, reader, mayUse }, words);
}

/** All of an act that brought several, as its post shows it; null of what isn't the first of one. */
async function tellAct(
  first: Operation,
  reader: Reader,
  person: Person,
  deps: HistoryDeps,
): Promise<Answer | null> {
  if (first.id !== first.act || !isOfBatch(first)) return null;
  const teller = deps.tellerOf(first.kind);
  const batch = teller?.batch;
  if (teller === undefined || batch === undefined) return null;
  const [act, earlier = []] = await Promise.all([
    deps.operations.ofAct(first.act),
    batch.earlier?.(first, deps.operations),
  ]);
  const { render, story = render } = batch;
  return story(act, { teller, reader, words: wordsOf(person.locale) }, earlier);
}

/** Null also for somebody else's, so that the answer doesn't tell which ids there are. */
async function readStory(id: string, person: Person, deps: HistoryDeps) {
  const { operations, posts } = deps;
  const operation = await findById(id, operations);
  const reader = operation === null ? null : await toReader(operation, person, deps);
  if (operation === null || reader === null) return null;
  const ids = linkedIds(operation);
  const get = (linked: string | null) => (linked === null ? null : operations.get(linked));
  const [follows, followedBy, repeats, repeatedBy] = await Promise.all([
    get(ids.follows),
    get(ids.followedBy),
    get(ids.repeats),
    get(ids.repeatedBy),
  ]);
  const linked = { follows, followedBy, repeats, repeatedBy };
  return { operation, reader, linked, posts: await posts.list(subjectsOf(operation)) };
}

/** An id that somebody typed off in small letters is found too: the platform's have capitals alone, and ours none. */
async function findById(id: string, operations: HistoryDeps["operations"]): Promise<Operation | null> {
  const others = /\d/.test(id) && id.length >= shortestId ? [id.toUpperCase(), id.toLowerCase()] : [];
  for (const one of new Set([id, ...others])) {
    const found = (await operations.findByMessageId(one)) ?? (await operations.get(one));
    if (found !== null) return found;
  }
  return findByGroup(id.toUpperCase(), operations);
}

/** Clocks differ, and a message may have waited for its turn. */
const groupWindow = { beforeMinutes: 15, afterMinutes: 5 };
const groupPage = 100;
const mostGroupPages = 10;

/** No index has a message's group, so that nothing is written for it: its id says about when it was sent. */
async function findByGroup(id: string, operations: HistoryDeps["operations"]): Promise<Operation | null> {
  const madeAt = groupMadeAt(id);
  if (madeAt === null) return null;
  const from = subMinutes(madeAt, groupWindow.beforeMinutes);
  const to = addMinutes(madeAt, groupWindow.afterMinutes);
  let before: string | null = null;
  for (let pages = 0; pages < mostGroupPages; pages += 1) {
    const page = await operations.list({ limit: groupPage, from, to, ...(before !== null && { before }) });
    const found = page.operations.find(({ result }) => JSON.stringify(result).includes(`"${id}"`));
    if (found !== undefined || page.next === null) return found ?? null;
    before = page.next;
  }
  return null;
}

/** Any shorter word is rather a name. */
const shortestId = 10;

function subjectsOf({ act, unknownsCard }: Operation): string[] {
  return [actSubject(act), ...(unknownsCard === null ? [] : [listingSubject(unknownsCard)])];
}

/** An operator stands in for on-call. Null of who may not read it. */
async function toReader(operation: Operation, person: Person, deps: HistoryDeps): Promise<Reader | null> {
  if (operation.author === person.id) return "author";
  if (deps.isKnownOperator(person)) return "on-call";
  if (await deps.hadPartIn(operation, person)) return "anybody";
  return deps.isOperator(person) ? "on-call" : null;
}

function toEntry(operation: Operation, words: Catalogue, { describe }: HistoryDeps): Entry {
  return { operation, description: describe(operation, words) ?? describeUnread(operation, words) };
}
