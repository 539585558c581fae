import type { Catalogue } from "../../locales/index.ts";
import type { Person } from "../../slack/people/people.ts";
import type { Feature, House } from "../feature.ts";
import { openHome, renderAgain } from "./home.slack.ts";
import { ids } from "./ids.ts";
import { OpenHomes } from "./open-homes.ts";

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
  within,
  now,
}: House): Feature {
  const onFailure = (error: unknown) => log.error({ err: error }, "a Home tab could not be rendered whole");
  const deps = {
    ...{ people, tellerOf, within, now, onFailure },
    tabs: home.tabs,
    operations: store.operations,
    parts: home.parts,
    describe: operations.describe.bind(operations),
    operators: config.people.operators,
    toConsole: (words: Catalogue) => offers().toConsole?.(words) ?? [],
    isOnCall: (person: Person) => people.isKnownToBeOn(config.people.operators, person),
  };
  const homes = new OpenHomes({
    pace: home.pace,
    render: (person, hash) => renderAgain(person, hash, deps),
    onFailure,
  });
  const changed = (person: string | null) => {
    if (person !== null) homes.changed(person);
  };
  // Whatever a person does is an entry of the audit, but for what asks them questions.
  store.audit.onRecorded((entries) => {
    for (const { person } of entries) changed(person);
  });
  home.onChanged(changed);
  return {
    routes: { tabs: { [ids.tab]: (visit) => openHome(visit, { ...deps, homes }) } },
    worker: homes,
  };
}
