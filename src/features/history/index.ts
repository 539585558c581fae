import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { limits } from "../../platform/index.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { Person } from "../../slack/people/people.ts";
import type { AppContext, Feature } from "../feature.ts";
import { handleHistoryCommand, handlePageButton, openDetails } from "./history.slack.ts";
import { ids } from "./history.view.ts";

export function createHistory(app: AppContext): Feature {
  const guide = (person: Person) => historyGuide(person, app);
  return {
    routes: {
      commands: {
        [ids.command]: { run: (command) => handleHistoryCommand(command, guide(command.person), app), guide },
      },
      clicks: {
        [ids.page]: (click) => handlePageButton(click, app),
        [ids.open]: (click) => openDetails(click, app),
      },
    },
    home: ({ locale }) => ({ buttons: [{ actionId: ids.open, text: wordsOf(locale).history.title.own }] }),
  };
}

function historyGuide(person: Person, { people, config }: AppContext): Guide {
  const { guide }: Catalogue["history"] = wordsOf(person.locale).history;
  return {
    purpose: guide.purpose,
    denied: null,
    uses: [
      { words: "", does: guide.own },
      { words: "failed", does: guide.failed },
      ...(people.isKnownToBeOn(config.people.operators, person) ? [{ words: "all", does: guide.all }] : []),
      { words: guide.searchWords, does: guide.search, example: guide.searchExample },
      { words: guide.idWords, does: guide.one },
    ],
    notes: [guide.kept(config.retentionDays, limits.sendHistoryMonths)],
  };
}
