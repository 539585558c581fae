import { type Catalogue, wordsOf } from "../../locales/index.ts";
import { verbatimRenderer } from "../../outcomes/alert.view.ts";
import { type Answer, renderAnswer, renderParagraphs } from "../../slack/blocks/answer.ts";
import { fillLine, type Line } from "../../slack/blocks/rich-text.ts";
import { type Guide, isAllowed } from "../../slack/edge/guide.ts";
import type { CommandRoute, TabVisit } from "../../slack/edge/interaction.ts";
import { toMentions } from "../../slack/people/no-access.ts";
import { GroupNotKnownError, type Person } from "../../slack/people/people.ts";
import type { Store } from "../../store/index.ts";
import type { AppContext, Feature } from "../feature.ts";

const ids = { command: "/msg-help", messagesTab: "messages" } as const;

const usedMost: readonly string[] = ["/msg-send", "/msg-prices", "/msg-history"];

const greetingKind = "greeting";

export function createHelp({ config, commands, store }: AppContext): Feature {
  const others = (): [string, CommandRoute][] =>
    Object.entries(commands()).filter(([command]) => command !== ids.command);
  return {
    routes: {
      commands: {
        [ids.command]: {
          run: ({ ack, person, words }) => {
            const topics = others().map(([command, route]) => topicFor(command, person, route, words));
            return ack(renderHelp(topics, words, toMentions(config.people.operators)));
          },
          guide({ locale }) {
            const { help } = wordsOf(locale);
            return { purpose: help.purpose, uses: [{ words: "", does: help.shows }] };
          },
          // Repeats the answer to a redelivery: it is in the acknowledgement, and changes nothing.
          answersAgain: true,
        },
      },
      tabs: { [ids.messagesTab]: (visit) => greetOnce(visit, others(), store) },
    },
    renderers: { [greetingKind]: verbatimRenderer },
  };
}

/** Greets a person once, ever. `guide` throws while a right is unknown: then a later visit greets. */
async function greetOnce(
  { person, words }: TabVisit,
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

function topicFor(command: string, person: Person, { guide }: CommandRoute, { edge }: Catalogue): Topic {
  try {
    return { command, guide: guide(person) };
  } catch (error) {
    if (!(error instanceof GroupNotKnownError)) throw error;
    const unknown = { purpose: "", denied: edge.groupNotKnown(error.group), uses: [] };
    return { command, guide: unknown, isUnsure: true };
  }
}

/** `isUnsure`: set while the person's right to the command is unknown. */
type Topic = { command: string; guide: Guide; isUnsure?: true };

/** Renders one line for each command, so that a phone shows all; `/msg-send help` has the details. */
function renderHelp(topics: readonly Topic[], words: Catalogue, whom: Line): Answer {
  const { help } = words;
  const open = topics.filter(({ guide }) => isAllowed(guide));
  const denied = topics.filter(({ guide, isUnsure }) => !isAllowed(guide) && isUnsure !== true);
  const unsure = topics.filter(({ isUnsure }) => isUnsure === true);
  const [first] = open;
  return renderParagraphs([
    [[{ bold: help.heading }], ...open.map(purposeLine)],
    [
      ...exampleLine(open.filter(isUsedMost), help),
      ...(first === undefined ? [] : [[`${help.eachCommand} `, { code: `${first.command} help` }]]),
    ],
    [
      ...(denied.length === 0 ? [] : [deniedLine(denied, words, whom)]),
      ...unsure.map(({ command, guide }): Line => [{ code: command }, ` · ${guide.denied}`]),
    ],
  ]);
}

function deniedLine(topics: readonly Topic[], { help, common }: Catalogue, whom: Line): Line {
  const commands = topics.flatMap(
    ({ command }, index): Line => [index === 0 ? " " : ", ", { code: command }],
  );
  const { ask, anybody } = common.access;
  return [help.noAccess, ...commands, ". ", ...(whom.length === 0 ? [anybody] : fillLine(ask, { whom }))];
}

function purposeLine({ command, guide }: Topic): Line {
  return [{ code: command }, ` ${guide.purpose}`];
}

function exampleLine(topics: readonly Topic[], { example }: Catalogue["help"]): Line[] {
  const examples = topics.flatMap(({ command, guide }) =>
    guide.uses.flatMap((use) => (use.example === undefined ? [] : `${command} ${use.example}`)),
  );
  return examples.slice(0, 1).map((code) => [`${example} `, { code }]);
}

function isUsedMost({ command }: Topic): boolean {
  return usedMost.includes(command);
}

/** First steps for a newcomer. The post stays, so it names no recipient. */
function renderGreeting(topics: readonly Topic[], { help }: Catalogue): Answer {
  const first = topics.filter((topic) => isUsedMost(topic) && isAllowed(topic.guide));
  return renderAnswer([
    [help.greeting],
    ...first.map((topic): Line => ["• ", ...purposeLine(topic)]),
    ["• ", { code: ids.command }, ` ${help.purpose}`],
    [help.home],
  ]);
}
