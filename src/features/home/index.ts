import { wordsOf } from "../../locales/index.ts";
import { toDescribedOperation } from "../../outcomes/index.ts";
import { readRowEntries } from "../../outcomes/rows.view.ts";
import type { TabVisit } from "../../slack/edge/interaction.ts";
import { GroupNotKnownError, type Person } from "../../slack/people/people.ts";
import type { AppContext, Feature, HomeSection, ReadHomeSection } from "../feature.ts";
import { type HomeContent, renderHome, renderHomeNotice } from "./home.view.ts";
import { HomeRefresher } from "./open-homes.ts";

const recent = 10;
const maxUnresolved = 100;

export function createHome(app: AppContext): Feature {
  const { home, people } = app;
  const onFailure = (error: unknown) =>
    app.log.error({ err: error }, "a Home tab could not be rendered whole");
  const show = async (person: Person) =>
    home.publish(person.id, renderHome(await readHome(person, app, onFailure), wordsOf(person.locale)));
  const homes = new HomeRefresher({ recognise: people.recognise, show, onFailure });
  home.onChanged((person) => homes.changed(person));
  const open = async ({ person, words }: TabVisit) => {
    try {
      await homes.open(person);
    } catch (error) {
      onFailure(error);
      await home.publish(person.id, renderHomeNotice(words.home.unread));
    }
  };
  return { routes: { tabs: { home: open } }, worker: homes };
}

async function readHome(
  person: Person,
  app: AppContext,
  onFailure: (error: unknown) => void,
): Promise<HomeContent> {
  const { config, people, store, home } = app;
  const { operations } = store;
  const words = wordsOf(person.locale);
  const at = app.now();
  const isOnCall = people.isKnownToBeOn(config.people.operators, person);
  const whose = isOnCall ? {} : { author: person.id };
  const [done, unresolved, ...sections] = await Promise.all([
    operations.list({ author: person.id, limit: recent, isOnceAnAct: true }),
    operations.list({ ...whose, outcomes: ["unknown"], isUnresolved: true, limit: maxUnresolved }),
    ...home.parts().map((part) => readSection(part, person, onFailure)),
  ]);
  return {
    reader: person.id,
    sections,
    isOnCall,
    operators: config.people.operators,
    at,
    unknown: unresolved.operations.map((one) => toDescribedOperation(one, words, app.operations)),
    done: await readRowEntries(done.operations, words, app),
  };
}

/** Reads a feature's section; empty if the feature fails, so that Home still shows the others. */
async function readSection(
  part: ReadHomeSection,
  person: Person,
  onFailure: (error: unknown) => void,
): Promise<HomeSection> {
  try {
    return await part(person);
  } catch (error) {
    if (error instanceof GroupNotKnownError) return { notKnown: error.group };
    onFailure(error);
    return {};
  }
}
