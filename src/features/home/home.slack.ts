import type { Button } from "@slack/types";
import { startWatch, systemClocks } from "../../clocks.ts";
import type { Within } from "../../deadline.ts";
import type { Catalogue, Locale } from "../../locales/index.ts";
import type { Description } from "../../operations/description.ts";
import { describeUnread, type Teller } from "../../outcomes/index.ts";
import { mostUnsettled } from "../../outcomes/settle.slack.ts";
import { onceAnAct, readTitles } from "../../outcomes/several.ts";
import type { PeopleList } from "../../people-list.ts";
import { webApiTimeoutMs } from "../../slack/edge/edge.ts";
import type { HomeShown, HomeTabs } from "../../slack/edge/home-tabs.ts";
import type { Visit } from "../../slack/edge/interaction.ts";
import { GroupNotKnownError, type People, type Person } from "../../slack/people/people.ts";
import { homeLeaseMs } from "../../store/homes/claim.ts";
import type { HomeClaim, HomeTable } from "../../store/homes/types.ts";
import type { Operation, Store } from "../../store/index.ts";
import type { HomePart, HomeSection, Whom } from "../feature.ts";
import { type Home, renderHome, renderNotice } from "./home.view.ts";

export type HomeDeps = {
  tabs: HomeTabs;
  homes: Pick<HomeTable, "open" | "drawn" | "retry" | "leave" | "mark" | "openedSince">;
  /** Whose opening the store didn't take. */
  missed: Set<string>;
  operations: Pick<Store["operations"], "list" | "get" | "ofAct">;
  tellerOf: (kind: string) => Teller | undefined;
  parts: () => readonly HomePart[];
  describe: (operation: Operation, words: Catalogue) => Description | null;
  people: Pick<People, "recognise" | "isKnownToBeOn" | "isNamedOn">;
  isOnCall: (person: Person) => boolean;
  operators: PeopleList;
  /** Where an upload or a template can be seen. */
  toConsole: (words: Catalogue) => readonly Button[];
  /** When the team's day began. */
  dayBegan: (now: Date) => Date;
  wordsOf: (locale: Locale) => Catalogue;
  within: Within;
  now: () => Date;
  onFailure: (error: unknown) => void;
};

const recent = 10;
/** What nobody finished in so long is not waited for. */
const unfinishedMs = 7 * 24 * 60 * 60_000;
/** Longer, and a person looks at nothing, or at what was drawn last time. */
const momentMs = 500;
/** What could not be read may be in so long. */
const unreadMs = 5000;

/** Draws the tab that somebody has opened, before all that nobody waits for. */
export async function openHome({ person, hash }: Visit, deps: HomeDeps): Promise<void> {
  const words = deps.wordsOf(person.locale);
  const opening = claimAndRead(person, hash, deps);
  let stands = hash;
  if ((await deps.within(momentMs, opening)) === undefined) {
    stands = await showNotice(person, { says: words.home.reading, hash }, deps);
  }
  const { claimed, home } = await opening;
  if (claimed === null) deps.missed.add(person.id);
  if (home === null) {
    await showNotice(person, { says: words.home.unread, hash: stands }, deps);
    if (claimed !== null) await note(deps, ({ homes }) => homes.retry(claimed.claim, { afterMs: unreadMs }));
  } else if (claimed === null) {
    await deps.tabs.show(person.id, renderHome(home, words), stands);
  } else {
    const { claim, isOver } = claimed;
    await showHome({ claim: { ...claim, hash: stands }, isOver }, { person, home }, deps);
  }
}

/** Never rejects: whatever fails is tried again. */
async function claimAndRead(
  person: Person,
  hash: string | null,
  deps: HomeDeps,
): Promise<{ claimed: Claimed | null; home: Home | null }> {
  const orNull = (error: unknown) => {
    deps.onFailure(error);
    return null;
  };
  const claimed = await claimHome(() => deps.homes.open(person.id, hash)).catch(orNull);
  return { claimed, home: await readHome(person, deps).catch(orNull) };
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

/** `isOver`: a request that leaves now may outlast the claim. */
export type Claimed = { claim: HomeClaim; isOver: () => boolean };

export async function claimHome(claim: () => Promise<HomeClaim | null>): Promise<Claimed | null> {
  // Taken before the store is asked: the claim runs out no earlier than this says.
  const passedMs = startWatch(systemClocks);
  const taken = await claim();
  const isOver = () => passedMs() + webApiTimeoutMs >= homeLeaseMs;
  return taken === null ? null : { claim: taken, isOver };
}

/** Draws a Home that something changed on. What stands there is good until then, and says of when it is. */
export async function drawHome(claimed: Claimed, deps: HomeDeps): Promise<void> {
  const { claim } = claimed;
  try {
    const person = await deps.people.recognise(claim.person);
    if (person.standing === "outsider") return await deps.homes.leave(claim);
    if (person.standing === "not_known") return await deps.homes.retry(claim, { afterMs: unreadMs });
    await showHome(claimed, { person, home: await readHome(person, deps) }, deps);
  } catch (error) {
    deps.onFailure(error);
    await note(deps, ({ homes }) => homes.retry(claim, { afterMs: unreadMs }));
  }
}

/** @throws what Slack will not take later either. */
async function showHome(
  { claim, isOver }: Claimed,
  { person, home }: { person: Person; home: Home },
  deps: HomeDeps,
): Promise<void> {
  if (isOver()) return await note(deps, ({ homes }) => homes.retry(claim, { afterMs: 0 }));
  let shown: HomeShown;
  try {
    shown = await deps.tabs.show(person.id, renderHome(home, deps.wordsOf(person.locale)), claim.hash);
  } catch (error) {
    await note(deps, ({ homes }) => homes.leave(claim));
    throw error;
  }
  await note(deps, async ({ homes }) => {
    if (shown.kind === "shown") await homes.drawn(claim, { hash: shown.hash, isOnCall: home.isOnCall });
    else await homes.retry(claim, shown.kind === "later" ? shown : { afterMs: 0 });
  });
}

/** Where the store doesn't take it, the claim runs out and the Home is drawn once more. */
async function note(deps: HomeDeps, write: (deps: HomeDeps) => Promise<void>): Promise<void> {
  await write(deps).catch(deps.onFailure);
}

/** Has that person's Home drawn anew, or those of all on the list who opened theirs today. */
export async function markHomes(whom: Whom, { homes, people, dayBegan, now }: HomeDeps): Promise<void> {
  if (typeof whom === "string") return await homes.mark([whom]);
  const looking = await homes.openedSince(dayBegan(now()));
  await homes.mark(looking.filter((id) => people.isNamedOn(whom, id)));
}

async function readHome(person: Person, deps: HomeDeps): Promise<Home> {
  const words = deps.wordsOf(person.locale);
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
async function readDone({ id, locale }: Person, deps: HomeDeps) {
  const page = await deps.operations.list({ author: id, limit: recent, isOnceAnAct: true });
  const once = onceAnAct(page.operations);
  const titles = await readTitles(once, deps.wordsOf(locale), deps);
  return once.map((operation) => ({ operation, title: titles.get(operation.act) ?? null }));
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
