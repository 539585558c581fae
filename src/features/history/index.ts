import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { limits } from "../../platform/index.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Person } from "../../slack/people/people.ts";
import type { AppContext, Feature } from "../feature.ts";
import { type HistoryDeps, lookUp, openDetails, turnPage } from "./history.slack.ts";
import { ids } from "./history.view.ts";

export function createHistory({
  config,
  people,
  store,
  operations,
  within,
  now,
  services,
  presenterOf,
}: AppContext): Feature {
  const deps: HistoryDeps = {
    operations: store.operations,
    posts: store.posts,
    describe: (operation, words) => operations.describe(operation, words),
    presenterOf,
    hadPartIn: async (operation, person) => (await services().hadPartIn?.(operation, person)) === true,
    isOperator: (person) => people.isOn(config.people.operators, person),
    isKnownOperator: (person) => people.isKnownToBeOn(config.people.operators, person),
    operators: config.people.operators,
    begin: (person, words) => services().toSend?.(person, words) ?? [],
    retentionDays: config.retentionDays,
    timeZone: config.timeZone,
    within,
    now,
  };
  const guide = (person: Person) => historyGuide(person, deps);
  return {
    routes: {
      commands: { [ids.command]: { run: (command) => lookUp(command, guide(command.person), deps), guide } },
      clicks: {
        [ids.page]: (click) => turnPage(click, deps),
        [ids.open]: (click) => openDetails(click, deps),
      },
    },
    home: ({ locale }) => ({ buttons: [{ actionId: ids.open, text: wordsOf(locale).history.title.own }] }),
  };
}

function historyGuide(person: Person, { isKnownOperator, retentionDays }: HistoryDeps): Guide {
  const { guide }: Catalogue["history"] = wordsOf(person.locale).history;
  return {
    purpose: guide.purpose,
    denied: null,
    uses: [
      { words: "", does: guide.own },
      { words: "failed", does: guide.failed },
      ...(isKnownOperator(person) ? [{ words: "all", does: guide.all }] : []),
      { words: guide.searchWords, does: guide.search, example: guide.searchExample },
      { words: guide.idWords, does: guide.one },
    ],
    notes: [guide.kept(retentionDays), guide.keptThere(limits.sendHistoryMonths)],
  };
}
