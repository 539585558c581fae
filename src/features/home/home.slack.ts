import { within } from "../../deadline.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { describeUnread } from "../../outcomes/index.ts";
import type { PeopleList } from "../../people-list.ts";
import type { HomeTabs } from "../../slack/edge/home-tabs.ts";
import type { Visit } from "../../slack/edge/interaction.ts";
import { whomToAsk } from "../../slack/people/no-access.ts";
import { GroupNotKnownError, type People, type Person } from "../../slack/people/people.ts";
import type { HomeTable } from "../../store/homes/homes.ts";
import type { Operation, Store } from "../../store/index.ts";
import type { HomePart, HomeSection, Whom } from "../feature.ts";
import { type Home, renderHome, renderNotice, toWaiting } from "./home.view.ts";

export type HomeDeps = {
  tabs: Pick<HomeTabs, "draw" | "seen">;
  homes: Pick<HomeTable, "opened" | "openedSince" | "hasOpened">;
  operations: Pick<Store["operations"], "list" | "get">;
  parts: () => readonly HomePart[];
  describe: (operation: Operation, words: Catalogue) => Description | null;
  people: Pick<People, "recognise" | "isKnownToBeOn" | "isNamedOn">;
  isOnCall: (person: Person) => boolean;
  operators: PeopleList;
  /** When the team's day began. */
  dayBegan: (now: Date) => Date;
  wordsOf: (locale: Locale) => Catalogue;
  now: () => Date;
  onFailure: (error: unknown) => void;
};

const recent = 10;
/** More than are shown: the rest is counted. */
const mostUnsettled = 100;
/** What nobody finished in so long is not waited for. */
const unfinishedMs = 7 * 24 * 60 * 60_000;
/** Longer, and a person looks at nothing, or at what was drawn last time. */
const momentMs = 500;

/** Draws the tab that somebody has opened, and remembers that they look at it. */
export async function openHome({ person, hash }: Visit, deps: HomeDeps): Promise<void> {
  if (hash !== null) deps.tabs.seen(person.id, hash);
  const words = deps.wordsOf(person.locale);
  const drawing = deps.tabs.draw(person.id, async (show) => {
    const reading = readHome(person, deps).catch((error: unknown) => {
      deps.onFailure(error);
      return null;
    });
    if ((await within(momentMs, reading)) === undefined) await show(renderNotice(words.home.reading));
    const read = await reading;
    await show(read === null ? renderNotice(words.home.unread) : renderHome(read, words));
  });
  await Promise.all([deps.homes.opened(person.id).catch(deps.onFailure), drawing]);
}

/** Draws anew what somebody's own act has changed, and for those on a list who opened their Home today what others did. */
export async function redrawHomes(whom: Whom, deps: HomeDeps): Promise<void> {
  for (const id of await findLooking(whom, deps)) {
    try {
      const person = await deps.people.recognise(id);
      if (person.standing === "member") await redrawHome(person, deps);
    } catch (error) {
      deps.onFailure(error);
    }
  }
}

async function findLooking(whom: Whom, { homes, people, dayBegan, now }: HomeDeps): Promise<string[]> {
  if (typeof whom === "string") return (await homes.hasOpened(whom)) ? [whom] : [];
  const looking = await homes.openedSince(dayBegan(now()));
  return looking.filter((id) => people.isNamedOn(whom, id));
}

/** What stands there is good until there is something newer, and says of when it is. */
function redrawHome(person: Person, deps: HomeDeps): Promise<void> {
  return deps.tabs.draw(person.id, async (show) => {
    await show(renderHome(await readHome(person, deps), deps.wordsOf(person.locale)));
  });
}

async function readHome(person: Person, deps: HomeDeps): Promise<Home> {
  const words = deps.wordsOf(person.locale);
  const at = deps.now();
  const isOnCall = deps.isOnCall(person);
  const whose = isOnCall ? {} : { author: person.id };
  const [own, unsettled, unfinished, ...sections] = await Promise.all([
    deps.operations.list({ author: person.id, limit: recent }),
    deps.operations.list({ ...whose, outcomes: ["unknown"], isUnsettled: true, limit: mostUnsettled }),
    listUnfinished(person, deps),
    ...deps.parts().map((part) => readSection(part, person, deps)),
  ]);
  const toEntry = (operation: Operation) => ({
    operation,
    description: deps.describe(operation, words) ?? describeUnread(operation, words),
  });
  const waiting = [...unsettled.operations, ...unfinished].map((operation) =>
    toWaiting(toEntry(operation), person, words),
  );
  const whom = whomToAsk(deps.operators, words.common.operators);
  return {
    sections: [{ waiting }, ...sections],
    operations: own.operations.map(toEntry),
    isOnCall,
    whom,
    at,
  };
}

/** Somebody's own that never left although its upload is there. */
async function listUnfinished({ id }: Person, { operations, now }: HomeDeps): Promise<Operation[]> {
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
async function readSection(part: HomePart, person: Person, deps: HomeDeps): Promise<HomeSection> {
  try {
    return await part(person);
  } catch (error) {
    if (error instanceof GroupNotKnownError) return { notKnown: error.group };
    deps.onFailure(error);
    return {};
  }
}
