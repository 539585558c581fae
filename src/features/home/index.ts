import { dailyAt } from "../../jobs/daily-at.ts";
import { every } from "../../jobs/index.ts";
import { createHomes } from "../../store/homes/homes.ts";
import type { Feature, House } from "../feature.ts";
import { HomeDrawing } from "./drawing.ts";
import { drawHome, type HomeDeps, markHomes, openHome } from "./home.slack.ts";
import { ids } from "./ids.ts";

const dayMs = 24 * 60 * 60_000;

/** Everybody's own page in the app: what they may do, what waits for them, what they did. */
export function createHome({
  config,
  home,
  log,
  offers,
  operations,
  people,
  store,
  tellerOf,
  wordsOf,
  within,
  now,
}: House): Feature {
  const homes = store.open((context) => createHomes(context, home.pace));
  const missed = new Set<string>();
  const onFailure = (error: unknown) => log.error({ err: error }, "a Home tab could not be drawn whole");
  const deps: HomeDeps = {
    ...{ homes, missed, people, tellerOf, wordsOf, within, now, onFailure },
    tabs: home.tabs,
    operations: store.operations,
    parts: home.parts,
    describe: (operation, words) => operations.describe(operation, words),
    operators: config.people.operators,
    toConsole: (words) => offers().toConsole?.(words) ?? [],
    isOnCall: (person) => people.isKnownToBeOn(config.people.operators, person),
    dayBegan: dailyAt(0, config.timeZone),
  };
  const drawing = new HomeDrawing({
    ...{ homes, missed, onFailure },
    draw: (claimed) => drawHome(claimed, deps),
    // Whatever changes a Home with an operation changes its posts as well.
    onChanged: (listener) => store.posts.onAdded(listener),
  });
  home.onChanged((whom) => void markHomes(whom, deps).then(drawing.wake, onFailure));
  return {
    routes: { tabs: { [ids.tab]: (visit) => openHome(visit, deps) } },
    worker: drawing,
    jobs: [
      {
        name: "homes",
        dueSince: every(dayMs),
        run: () => homes.purge(new Date(now().getTime() - 2 * dayMs)),
      },
    ],
  };
}
