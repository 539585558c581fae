import { dailyAt } from "../../jobs/daily-at.ts";
import { every } from "../../jobs/index.ts";
import { createHomes } from "../../store/homes/homes.ts";
import type { Feature, House } from "../feature.ts";
import { type HomeDeps, openHome, redrawHomes } from "./home.slack.ts";
import { ids } from "./ids.ts";

const dayMs = 24 * 60 * 60_000;

/** Everybody's own page in the app: what they may do, what waits for them, what they did. */
export function createHome({ config, home, log, operations, people, store, wordsOf, now }: House): Feature {
  const homes = store.open(createHomes);
  const deps: HomeDeps = {
    ...{ homes, people, wordsOf, now },
    tabs: home.tabs,
    operations: store.operations,
    parts: home.parts,
    describe: (operation, words) => operations.describe(operation, words),
    operators: config.people.operators,
    isOnCall: (person) => people.isKnownToBeOn(config.people.operators, person),
    dayBegan: dailyAt(0, config.timeZone),
    onFailure: (error) => log.error({ err: error }, "a Home tab could not be drawn whole"),
  };
  home.onChanged((whom) => void redrawHomes(whom, deps).catch(deps.onFailure));
  return {
    routes: { tabs: { [ids.tab]: (visit) => openHome(visit, deps) } },
    jobs: [
      {
        name: "homes",
        dueSince: every(dayMs),
        run: () => homes.purge(new Date(now().getTime() - 2 * dayMs)),
      },
    ],
  };
}
