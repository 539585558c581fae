import type { Button } from "@slack/types";
import type { Within } from "../../deadline.ts";
import { type Catalogue, wordsOf } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { onceAnAct, readTitles } from "../../outcomes/batch.view.ts";
import { describeUnread, type Teller } from "../../outcomes/index.ts";
import { mostUnsettled } from "../../outcomes/settle.slack.ts";
import type { PeopleList } from "../../people-list.ts";
import type { HomeShown, HomeTabs } from "../../slack/edge/home-tabs.ts";
import type { Visit } from "../../slack/edge/interaction.ts";
import { GroupNotKnownError, type People, type Person } from "../../slack/people/people.ts";
import type { Operation, Store } from "../../store/index.ts";
import type { HomePart, HomeSection } from "../feature.ts";
import { type Home, renderHome, renderNotice } from "./home.view.ts";
import { type OpenHomes, unreadMs } from "./open-homes.ts";

export type HomeDeps = {
  tabs: HomeTabs;
  homes: Pick<OpenHomes, "opened" | "shown">;
  operations: Pick<Store["operations"], "list" | "get" | "ofAct">;
  tellerOf: (kind: string) => Teller | undefined;
  parts: () => readonly HomePart[];
  describe: (operation: Operation, words: Catalogue) => Description | null;
  people: Pick<People, "recognise" | "isKnownToBeOn">;
  isOnCall: (person: Person) => boolean;
  operators: PeopleList;
  /** Where an upload or a template can be seen. */
  toConsole: (words: Catalogue) => readonly Button[];
  within: Within;
  now: () => Date;
  onFailure: (error: unknown) => void;
};

const recent = 10;
/** What nobody finished in so long is not waited for. */
const unfinishedMs = 7 * 24 * 60 * 60_000;
/** Longer, and a person looks at nothing, or at what was drawn last time. */
const momentMs = 500;

/** Renders the tab that somebody has opened, before all that nobody waits for. */
export async function openHome({ person, hash }: Visit, deps: HomeDeps): Promise<void> {
  const words = wordsOf(person.locale);
  deps.homes.opened(person.id, hash);
  const reading = readHome(person, deps).catch((error: unknown) => {
    deps.onFailure(error);
    return null;
  });
  let stands = hash;
  if ((await deps.within(momentMs, reading)) === undefined) {
    stands = await showNotice(person, { says: words.home.reading, hash }, deps);
  }
  const home = await reading;
  if (home === null) {
    await showNotice(person, { says: words.home.unread, hash: stands }, deps);
    deps.homes.shown(person.id, undefined);
  } else {
    deps.homes.shown(person.id, await deps.tabs.show(person.id, renderHome(home, words), stands));
  }
}

/** What stands there then; null where that isn't known. */
async function showNotice(
  { id }: Person,
  { says, hash }: { says: string; hash: string | null },
  { tabs, onFailure }: HomeDeps,
): Promise<string | null> {
  try {
    const shown = await tabs.show(id, renderNotice(says), hash);
    return shown.kind === "shown" ? shown.hash : null;
  } catch (error) {
    onFailure(error);
    return null;
  }
}

/**
 * Renders a Home that something changed on. What stands there is good until then, and says of when it is. Null: nobody is
 * shown it, or Slack won't take it later either.
 * @throws where it can't be read now.
 */
export async function renderAgain(
  id: string,
  hash: string | null,
  deps: Omit<HomeDeps, "homes">,
): Promise<HomeShown | null> {
  const person = await deps.people.recognise(id);
  if (person.standing === "outsider") return null;
  if (person.standing === "not_known") return { kind: "later", afterMs: unreadMs, isLimited: false };
  const home = await readHome(person, deps);
  return await deps.tabs.show(id, renderHome(home, wordsOf(person.locale)), hash).catch((error: unknown) => {
    deps.onFailure(error);
    return null;
  });
}

async function readHome(person: Person, deps: Omit<HomeDeps, "homes">): Promise<Home> {
  const words = wordsOf(person.locale);
  const at = deps.now();
  const isOnCall = deps.isOnCall(person);
  const whose = isOnCall ? {} : { author: person.id };
  const [own, unsettled, unfinished, ...sections] = await Promise.all([
    readDone(person, deps),
    deps.operations.list({ ...whose, outcomes: ["unknown"], isUnsettled: true, limit: mostUnsettled }),
    listUnfinished(person, deps),
    ...deps.parts().map((part) => readSection(part, person, deps)),
  ]);
  const toEntry = (operation: Operation) => ({
    operation,
    description: deps.describe(operation, words) ?? describeUnread(operation, words),
  });
  const toConsole = deps.toConsole(words);
  return {
    ...{ reader: person.id, sections, isOnCall, operators: deps.operators, at },
    open: [...unsettled.operations, ...unfinished].map((one) => ({ ...toEntry(one), toConsole })),
    operations: own.map(({ operation, title }) => ({ ...toEntry(operation), title })),
  };
}

/** What somebody did last, a run of several as one. */
async function readDone({ id, locale }: Person, deps: Omit<HomeDeps, "homes">) {
  const page = await deps.operations.list({ author: id, limit: recent, isOnceAnAct: true });
  const once = onceAnAct(page.operations);
  const titles = await readTitles(once, wordsOf(locale), deps);
  return once.map((operation) => ({ operation, title: titles.get(operation.act) ?? null }));
}

/** Somebody's own that never left although its upload is there. */
async function listUnfinished(
  { id }: Person,
  { operations, now }: Pick<HomeDeps, "operations" | "now">,
): Promise<Operation[]> {
  const page = await operations.list({
    author: id,
    outcomes: ["not_sent"],
    isStillSo: true,
    limit: mostUnsettled,
  });
  const sinceMs = now().getTime() - unfinishedMs;
  const unfinished: Operation[] = [];
  for (const operation of page.operations) {
    const { act, step, siblings, createdAt } = operation;
    if (step === 0 || createdAt.getTime() < sinceMs) continue;
    if (siblings.find(({ id: one }) => one === act)?.outcome === "accepted") unfinished.push(operation);
  }
  return unfinished;
}

/** One feature's failure takes nothing from the others. */
async function readSection(
  part: HomePart,
  person: Person,
  deps: Pick<HomeDeps, "onFailure">,
): Promise<HomeSection> {
  try {
    return await part(person);
  } catch (error) {
    if (error instanceof GroupNotKnownError) return { notKnown: error.group };
    deps.onFailure(error);
    return {};
  }
}
