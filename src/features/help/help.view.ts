import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer, renderParagraphs } from "../../slack/blocks/answer.ts";
import { fillLine, type Line } from "../../slack/blocks/rich-text.ts";
import { type Guide, isOpen } from "../../slack/edge/guide.ts";

/** `isUnsure`: it isn't known right now whether they may. */
export type Topic = { command: string; guide: Guide; isUnsure?: true };

/** A line for each command, so that a phone shows all; a command's own help has the rest. */
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

/** Denied commands, and whom to ask. */
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

/** First steps for somebody new. It stays in a conversation, so it names no recipient. */
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

const usedMost: readonly string[] = ["/msg-send", "/msg-prices", "/msg-history"];
