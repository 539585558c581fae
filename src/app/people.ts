import type { App } from "@slack/bolt";
import type { Identity } from "../slack/edge/web-client.ts";
import { createPeople, type People } from "../slack/people/people.ts";
import type { Ground } from "./ground.ts";

/** Who is in the workspace, and may do what. */
export async function startPeople(
  { config, slack, random, log, groupPace, within }: Ground,
  identity: Identity,
  ending: AsyncDisposableStack,
): Promise<People> {
  const people = createPeople({
    client: slack,
    home: identity,
    groups: Object.values(config.people).flatMap(({ groups }) => groups),
    defaultLocale: config.locale,
    within,
    ...(groupPace && { groupPace }),
    onFailure: (what, error) => log.warn({ what, err: error }, "Slack did not say who somebody is"),
  });
  ending.defer(() => people.stop());
  await people.start(random);
  // What an earlier process left behind is asked of them as soon as it is closed, in their language.
  const holders = new Set(config.messages.testRecipients.flatMap(({ holder }) => holder ?? []));
  await Promise.all(Array.from(holders, people.recognise));
  return people;
}

/** What Slack tells of them by itself. */
export function followPeople(app: Pick<App, "event">, people: People): void {
  app.event("subteam_members_changed", ({ event }) =>
    people.groupChanged(event.subteam_id, event.removed_users),
  );
  app.event("user_change", ({ event }) => people.changed(event.user));
}
