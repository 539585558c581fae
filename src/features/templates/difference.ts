import { diffArrays } from "diff";
import { nameCharacter, nameInvisible } from "../../blank-text.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";

/** A stretch of a text that stayed, went or came. */
export type Stretch = { kind: "same" | "removed" | "added"; text: string };

/** A word in any alphabet, a placeholder, or any other character by itself. */
const words = /#\{[^{}\n]+\}|[\p{L}\p{M}\p{N}]+|./gsu;

/**
 * Words and signs that go and come. With more, finding out takes by their square (2,000 of them took 0.2 s of everybody
 * else's time), and the whole text is shown as replaced: right, and of less help.
 */
const mostChanges = 200;

/** Word by word: what stayed and what went are the text before, what stayed and what came the text after. */
export function compareTexts(before: string, after: string): Stretch[] {
  const changes = diffArrays(split(before), split(after), { maxEditLength: mostChanges });
  if (changes === undefined) {
    return [stretch("removed", before), stretch("added", after)].filter(({ text }) => text !== "");
  }
  return changes.map(({ value, added, removed }) =>
    stretch(added ? "added" : removed ? "removed" : "same", value.join("")),
  );
}

function split(text: string): string[] {
  return text.match(words) ?? [];
}

function stretch(kind: Stretch["kind"], text: string): Stretch {
  return { kind, text };
}

/** A stretch that changed with everything in it to be seen: nobody may approve what nobody can see. */
export function showInvisible(text: string): string {
  const named = nameInvisible(text).replace(/[\t-\r]/g, (found) =>
    found === "\n" ? "↵\n" : nameCharacter(found),
  );
  return /^ +$/.test(named) ? named.replaceAll(" ", "␣") : named;
}

/** What changed, with everything in it to be seen. */
export function showChanges(stretches: readonly Stretch[]): Stretch[] {
  return stretches.map(({ kind, text }) => ({ kind, text: kind === "same" ? text : showInvisible(text) }));
}

/** A text that isn't compared, with all in it to be seen but its line breaks, which are rendered. */
export function showWhole(text: string): string {
  return text.split("\n").map(showInvisible).join("\n");
}

/** `#{name}` stands for what each recipient's message has in its place. */
const placeholder = /#\{([^{}\n]+)\}/gu;

/** Each once, in the order of their first place. */
export function placeholdersOf(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(placeholder) ?? []))];
}

/** What came and what went; a renamed one is both. */
export function comparePlaceholders(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((one) => !before.includes(one)),
    lost: before.filter((one) => !after.includes(one)),
  };
}

/** A placeholder is told apart from what everybody reads. */
export function markPlaceholders(text: string): Line {
  const parts = text.split(/(#\{[^{}\n]+\})/u);
  return parts.flatMap((part, index): Line => {
    if (part === "") return [];
    return [index % 2 === 1 ? { code: part } : part];
  });
}
