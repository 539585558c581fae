import { replaceInvisible, withoutInvisible } from "../../blank-text.ts";
import { helpKeywords } from "../../languages.ts";
import { type Answer, renderParagraphs } from "../blocks/answer.ts";
import { shorten } from "../blocks/limits.ts";
import { type Line, toCommandLine } from "../blocks/rich-text.ts";

export type Guide = {
  purpose: string;
  /** Reason why this person can't use the command, and who can change that; null if they can. */
  denied?: string | null;
  uses: readonly CommandUse[];
  notes?: readonly string[];
};

export type CommandUse = {
  /** Text after the command, with `<placeholders>`; empty for the command alone. */
  words: string;
  does: string;
  example?: string;
};

type GuideWords = {
  example: string;
  unknownWords: (command: string, words: string) => string;
};

/** True for `?`, and for `help` in any language of this app. */
export function isHelp(text: string): boolean {
  const words = withoutInvisible(text).replace(/^-{1,2}(?!\?)/, "");
  return ["?", ...helpKeywords].includes(words.toLowerCase());
}

export function isAllowed({ denied }: Guide): boolean {
  return (denied ?? null) === null;
}

export function takesArguments(guide: Guide): boolean {
  return guide.uses.some(({ words }) => words !== "");
}

/** Renders a command's help. `problem`: reason why it is shown in place of the requested answer. */
export function renderGuide(command: string, guide: Guide, words: GuideWords, problem?: string): Answer {
  return renderParagraphs([
    [...(problem === undefined ? [] : [toCommandLine(problem)]), ...guideLines(command, guide, words)],
    isAllowed(guide) ? (guide.notes ?? []).map(toCommandLine) : [],
  ]);
}

const maxEchoLength = 60;

export function formatUnknownWords(command: string, typed: string, words: GuideWords): string {
  return words.unknownWords(command, replaceInvisible(shorten(typed, maxEchoLength)));
}

function guideLines(command: string, guide: Guide, words: GuideWords): Line[] {
  const purpose: Line = [{ bold: command }, ` · ${guide.purpose}`];
  if (guide.denied) return [purpose, [guide.denied]];
  return [purpose, ...guide.uses.flatMap((use) => useLines(command, use, words))];
}

function useLines(command: string, use: CommandUse, words: GuideWords): Line[] {
  const line: Line = ["• ", { code: `${command} ${use.words}`.trimEnd() }, ` ${use.does}`];
  if (use.example === undefined) return [line];
  return [line, [`   ${words.example} `, { code: `${command} ${use.example}` }]];
}
