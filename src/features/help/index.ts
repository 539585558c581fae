import type { Catalogue, Locale } from "../../locales/index.ts";
import type { Guide } from "../../slack/guide.ts";
import type { Visit } from "../../slack/interaction.ts";
import type { Person } from "../../slack/people.ts";
import type { Routes, RouteTable } from "../../slack/router.ts";
import type { Store } from "../../store/index.ts";
import { renderGreeting, renderHelp, type Topic } from "./help.view.ts";
import { ids } from "./ids.ts";

export type HelpDeps = {
  /** Every other feature's, in the order in which they are shown. */
  commands: RouteTable["commands"];
  posts: Pick<Store["posts"], "addOnce">;
  wordsOf: (locale: Locale) => Catalogue;
};

/** What this person may do here: on `/msg-help`, and as a greeting when they first open the app's messages. */
export function helpRoutes(deps: HelpDeps): Routes {
  return {
    commands: {
      [ids.command]: {
        run: ({ ack, person }) => ack(renderHelp(topicsFor(person, deps), deps.wordsOf(person.locale))),
        guide: ({ locale }) => helpGuide(deps.wordsOf(locale)),
      },
    },
    tabs: { [ids.messagesTab]: (visit) => greetOnce(visit, deps) },
  };
}

async function greetOnce({ person }: Visit, deps: HelpDeps): Promise<void> {
  const body = renderGreeting(topicsFor(person, deps), deps.wordsOf(person.locale));
  await deps.posts.addOnce(`greeting:${person.id}`, [{ destinations: [person.id], body, author: person.id }]);
}

function topicsFor(person: Person, { commands }: HelpDeps): Topic[] {
  return Object.entries(commands).map(([command, { guide }]) => ({ command, guide: guide(person) }));
}

function helpGuide({ help }: Catalogue): Guide {
  return { purpose: help.purpose, barred: null, uses: [{ words: "", does: help.shows }], notes: [] };
}
