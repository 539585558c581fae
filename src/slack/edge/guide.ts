import { nameInvisible, withoutInvisible } from "../../blank-text.ts";
import { helpWords } from "../../languages.ts";
import { type Answer, renderParagraphs } from "../blocks/answer.ts";
import { shorten } from "../blocks/limits.ts";
import { type Line, withCommands } from "../blocks/rich-text.ts";

/** A command's help for one person. */
export type Guide = {
  /** One sentence. */
  purpose: string;
  /** Why this person can't use it, and who can change that; null when they can. */
  denied?: string | null;
  uses: readonly Use[];
  /** Sentences about what the configuration decides. */
  notes?: readonly string[];
};

/** One way to type a command. */
export type Use = {
  /** Text after the command, with `<placeholders>`; empty for the command alone. */
  words: string;
  does: string;
  /** Text after the command that works as it is. */
  example?: string;
};

type GuideWords = {
  example: string;
  unknownWords: (command: string, words: string) => string;
};

/** True for `?`, and for `help` in any language of this app. */
export function isHelp(text: string): boolean {
  const words = withoutInvisible(text).replace(/^-{1,2}(?!\?)/, "");
  return ["?", ...helpWords].includes(words.toLowerCase());
}

export function isOpen({ denied }: Guide): boolean {
  return (denied ?? null) === null;
}

/** Whether anything but `help` makes sense after the command. */
export function takesWords(guide: Guide): boolean {
  return guide.uses.some(({ words }) => words !== "");
}

/** One command's help. `problem`: why the person sees it instead of what they asked for. */
export function renderGuide(command: string, guide: Guide, words: GuideWords, problem?: string): Answer {
  return renderParagraphs([
    [...(problem === undefined ? [] : [withCommands(problem)]), ...guideLines(command, guide, words)],
    isOpen(guide) ? (guide.notes ?? []).map(withCommands) : [],
  ]);
}

/** Characters of typed text that an error repeats; the rest is cut. */
const longestEcho = 60;

export function unknownWords(command: string, typed: string, words: GuideWords): string {
  return words.unknownWords(command, nameInvisible(shorten(typed, longestEcho)));
}

function guideLines(command: string, guide: Guide, words: GuideWords): Line[] {
  const purpose: Line = [{ bold: command }, ` · ${guide.purpose}`];
  if (guide.denied) return [purpose, [guide.denied]];
  return [purpose, ...guide.uses.flatMap((use) => useLines(command, use, words))];
}

function useLines(command: string, use: Use, words: GuideWords): Line[] {
  const line: Line = ["• ", { code: `${command} ${use.words}`.trimEnd() }, ` ${use.does}`];
  if (use.example === undefined) return [line];
  return [line, [`   ${words.example} `, { code: `${command} ${use.example}` }]];
}
