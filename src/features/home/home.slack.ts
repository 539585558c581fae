import { within } from "../../deadline.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { describeUnread } from "../../outcomes/index.ts";
import type { HomeTabs } from "../../slack/edge/home-tabs.ts";
import type { Visit } from "../../slack/edge/interaction.ts";
import type { People, Person } from "../../slack/people/people.ts";
import type { HomeTable } from "../../store/homes/homes.ts";
import type { Operation, Store } from "../../store/index.ts";
import type { HomePart, HomeSection, Whom } from "../feature.ts";
import { type Home, renderHome, toWaiting } from "./home.view.ts";

export type HomeDeps = {
  tabs: Pick<HomeTabs, "draw" | "seen">;
  homes: Pick<HomeTable, "opened" | "openedSince">;
  operations: Pick<Store["operations"], "list">;
  parts: () => readonly HomePart[];
  describe: (operation: Operation, words: Catalogue) => Description | null;
  people: Pick<People, "recognise" | "isKnownToBeOn">;
  isOnCall: (person: Person) => boolean;
  /** When the team's day began. */
  dayBegan: (now: Date) => Date;
  wordsOf: (locale: Locale) => Catalogue;
  now: () => Date;
  onFailure: (error: unknown) => void;
};

const recent = 10;
/** More than are shown: the rest is counted. */
const mostUnsettled = 100;
/** Longer, and a person looks at nothing, or at what was drawn last time. */
const momentMs = 500;

/** Draws the tab that somebody has opened, and remembers that they look at it. */
export async function openHome({ person, hash }: Visit, deps: HomeDeps): Promise<void> {
  if (hash !== null) deps.tabs.seen(person.id, hash);
  await Promise.all([deps.homes.opened(person.id).catch(deps.onFailure), drawHome(person, deps)]);
}

/** Draws anew what has changed, for those of them who opened their Home today. */
export async function redrawHomes(whom: Whom, deps: HomeDeps): Promise<void> {
  const looking = await deps.homes.openedSince(deps.dayBegan(deps.now()));
  const wanted = typeof whom === "string" ? looking.filter((id) => id === whom) : looking;
  for (const id of wanted) {
    const person = await deps.people.recognise(id);
    if (person.standing !== "member") continue;
    if (typeof whom === "string" || deps.people.isKnownToBeOn(whom, person)) await drawHome(person, deps);
  }
}

function drawHome(person: Person, deps: HomeDeps): Promise<void> {
  const words = deps.wordsOf(person.locale);
  return deps.tabs.draw(person.id, async (show) => {
    const reading = readHome(person, deps);
    const isSlow = (await within(momentMs, reading)) === undefined;
    const isOnCall = deps.isOnCall(person);
    if (isSlow) await show(renderHome({ sections: [], operations: null, isOnCall, at: deps.now() }, words));
    await show(renderHome(await reading, words));
  });
}

async function readHome(person: Person, deps: HomeDeps): Promise<Home> {
  const words = deps.wordsOf(person.locale);
  const at = deps.now();
  const isOnCall = deps.isOnCall(person);
  const whose = isOnCall ? {} : { author: person.id };
  const [own, unsettled, ...sections] = await Promise.all([
    deps.operations.list({ author: person.id, limit: recent }),
    deps.operations.list({ ...whose, outcomes: ["unknown"], isUnsettled: true, limit: mostUnsettled }),
    ...deps.parts().map((part) => readSection(part, person, deps)),
  ]);
  const toEntry = (operation: Operation) => ({
    operation,
    description: deps.describe(operation, words) ?? describeUnread(operation, words),
  });
  const waiting = unsettled.operations.map((operation) => toWaiting(toEntry(operation), person, words));
  return { sections: [{ waiting }, ...sections], operations: own.operations.map(toEntry), isOnCall, at };
}

/** One feature's failure takes nothing from the others. */
async function readSection(part: HomePart, person: Person, deps: HomeDeps): Promise<HomeSection> {
  try {
    return await part(person);
  } catch (error) {
    deps.onFailure(error);
    return {};
  }
}
