import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer, renderParagraphs } from "../../slack/blocks/answer.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";
import { type Guide, isOpen } from "../../slack/edge/guide.ts";

/** A command and what it is to the person asking. `isUnsure`: nobody knows right now whether they may. */
export type Topic = { command: string; guide: Guide; isUnsure?: true };

/** All commands of one person, a line each, so that a phone shows them at once; what each takes, its own help says. */
export function renderHelp(topics: readonly Topic[], words: Catalogue, whom: Line): Answer {
  const { help } = words;
  const open = topics.filter(({ guide }) => isOpen(guide));
  const denied = topics.filter(({ guide, isUnsure }) => !isOpen(guide) && isUnsure !== true);
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

/** Which, and whom to ask: why, each of them says when it is typed. */
function deniedLine(topics: readonly Topic[], { help, common }: Catalogue, whom: Line): Line {
  const commands = topics.flatMap(
    ({ command }, index): Line => [index === 0 ? " " : ", ", { code: command }],
  );
  const { ask, them, anybody } = common.access;
  return [help.noAccess, ...commands, ". ", ...(whom.length === 0 ? [anybody] : [ask, ...whom, them])];
}

function purposeLine({ command, guide }: Topic): Line {
  return [{ code: command }, ` ${guide.purpose}`];
}

/** How words are typed behind a command: the first one's, since a phone has no room for each. */
function exampleLine(topics: readonly Topic[], { example }: Catalogue["help"]): Line[] {
  const examples = topics.flatMap(({ command, guide }) =>
    guide.uses.flatMap((use) => (use.example === undefined ? [] : `${command} ${use.example}`)),
  );
  return examples.slice(0, 1).map((code) => [`${example} `, { code }]);
}

function isUsedMost({ command }: Topic): boolean {
  return usedMost.includes(command);
}

/** What somebody new may try first. It stays in a conversation, so it names no recipient. */
export function renderGreeting(topics: readonly Topic[], { help }: Catalogue): Answer {
  const first = topics.filter((topic) => isUsedMost(topic) && isOpen(topic.guide));
  return renderAnswer([
    [help.greeting],
    ...first.map((topic): Line => ["• ", ...purposeLine(topic)]),
    ["• ", { code: ids.command }, ` ${help.purpose}`],
    [help.home],
  ]);
}

export const ids = { command: "/msg-help", messagesTab: "messages" } as const;

/** The commands used most, for the first words to somebody new. */
const usedMost: readonly string[] = ["/msg-send", "/msg-prices", "/msg-history"];
