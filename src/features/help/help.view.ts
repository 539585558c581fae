import type { Catalogue } from "../../locales/index.ts";
import { type Answer, renderAnswer } from "../../slack/blocks/answer.ts";
import { type Line, renderLines } from "../../slack/blocks/rich-text.ts";
import { type Guide, guideLines } from "../../slack/edge/guide.ts";
import { ids, usedMost } from "./ids.ts";

/** A command and what it is to the person asking. */
export type Topic = { command: string; guide: Guide };

/** All commands of one person: first what they may use, with every use and example, then what they may not. */
export function renderHelp(topics: readonly Topic[], { help }: Catalogue, whom: Line | null): Answer {
  const open = topics.filter(({ guide }) => guide.barred === null);
  const barred = topics.filter(({ guide }) => guide.barred !== null);
  const [first] = open;
  const refusals = barred.map(({ command, guide }): Line => [{ bold: command }, ` · ${guide.barred}`]);
  const parts: Line[][] = [
    [[{ bold: help.heading }]],
    ...open.map(({ command, guide }) => guideLines(command, guide, help)),
    barred.length === 0
      ? []
      : [[{ bold: help.barredHeading }], ...refusals, ...(whom === null ? [] : [whom])],
    first === undefined ? [] : [[`${help.eachCommand} `, { code: `${first.command} help` }]],
  ];
  return inParts(parts.filter((lines) => lines.length > 0));
}

/** A block for each, which Slack sets apart from the next one. */
function inParts(parts: readonly Line[][]): Answer {
  const rendered = parts.map(renderLines);
  return { text: rendered.map(({ text }) => text).join("\n"), blocks: rendered.map(({ block }) => block) };
}

/** What somebody new may try first. It stays in a conversation, so it names no recipient. */
export function renderGreeting(topics: readonly Topic[], { help }: Catalogue): Answer {
  const open = topics.filter(({ guide }) => guide.barred === null);
  const rank = ({ command }: Topic) =>
    usedMost.includes(command) ? usedMost.indexOf(command) : usedMost.length;
  const first = open.toSorted((a, b) => rank(a) - rank(b)).slice(0, usedMost.length);
  return renderAnswer([
    [help.greeting],
    ...first.map(({ command, guide }): Line => ["• ", { code: command }, ` ${guide.purpose}`]),
    ["• ", { code: ids.command }, ` ${help.purpose}`],
  ]);
}
