import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { verbatimRenderer } from "../../outcomes/alert.view.ts";
import type { Guide } from "../../slack/edge/guide.ts";
import type { CommandRoute, Visit } from "../../slack/edge/interaction.ts";
import { namesOf } from "../../slack/people/no-access.ts";
import { GroupNotKnownError, type Person } from "../../slack/people/people.ts";
import type { Store } from "../../store/index.ts";
import type { AppContext, Feature } from "../feature.ts";
import { ids, renderGreeting, renderHelp, type Topic } from "./help.view.ts";

const greetingKind = "greeting";

/** `/msg-help`, and a greeting when somebody first opens the app's messages. */
export function createHelp({ config, commands, store }: AppContext): Feature {
  const others = (): [string, CommandRoute][] =>
    Object.entries(commands()).filter(([command]) => command !== ids.command);
  return {
    routes: {
      commands: {
        [ids.command]: {
          run: ({ ack, person }) => {
            const words = wordsOf(person.locale);
            return ack(
              renderHelp(topicsFor(person, others(), words), words, namesOf(config.people.operators)),
            );
          },
          guide: ({ locale }) => helpGuide(wordsOf(locale)),
          // Answered in the acknowledgement: nothing has to be remembered.
          answersAgain: true,
        },
      },
      tabs: { [ids.messagesTab]: (visit) => greetOnce(visit, others(), store) },
    },
    renderers: { [greetingKind]: verbatimRenderer },
  };
}

/** Greets once, so an incomplete greeting is not sent: `guide` throws if a right isn't known. */
async function greetOnce(
  { person, words }: Visit,
  commands: readonly [string, CommandRoute][],
  { posts }: Pick<Store, "posts">,
): Promise<void> {
  const topics = commands.map(([command, { guide }]) => ({ command, guide: guide(person) }));
  await posts.addOnce({
    subject: `${greetingKind}:${person.id}`,
    audience: "newcomer",
    kind: greetingKind,
    destinations: [person.id],
    isKept: true,
    facts: renderGreeting(topics, words),
  });
}

function topicsFor(person: Person, commands: readonly [string, CommandRoute][], words: Catalogue): Topic[] {
  return commands.map(([command, route]) => topicFor(command, person, route, words));
}

/** An unknown group affects only what depends on it. */
function topicFor(command: string, person: Person, { guide }: CommandRoute, { edge }: Catalogue): Topic {
  try {
    return { command, guide: guide(person) };
  } catch (error) {
    if (!(error instanceof GroupNotKnownError)) throw error;
    const unknown = { purpose: "", denied: edge.groupNotKnown(error.group), uses: [] };
    return { command, guide: unknown, isUnsure: true };
  }
}

function helpGuide({ help }: Catalogue): Guide {
  return { purpose: help.purpose, uses: [{ words: "", does: help.shows }] };
}
