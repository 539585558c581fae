import { diffArrays } from "diff";
import { formatCodePoint, replaceInvisible } from "../../blank-text.ts";
import type { Line } from "../../slack/blocks/rich-text.ts";

export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** Matches a placeholder, a word in any alphabet, or any other single character. */
const words = /#\{[^{}\n]+\}|[\p{L}\p{M}\p{N}]+|./gsu;

/** Limit of changed words; beyond it a text counts as replaced. Time grows with the square (0.2 s for 2,000). */
const maxChanges = 200;

/** Compares by words: `same` and `removed` make the old text, `same` and `added` the new text. */
export function compareTexts(before: string, after: string): DiffPart[] {
  const changes = diffArrays(split(before), split(after), { maxEditLength: maxChanges });
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

function stretch(kind: DiffPart["kind"], text: string): DiffPart {
  return { kind, text };
}

/** Names invisible characters of a changed text, so that nobody approves what they can't see. */
export function revealInvisible(text: string): string {
  const named = replaceInvisible(text).replace(/[\t-\r]/g, (found) =>
    found === "\n" ? "↵\n" : formatCodePoint(found),
  );
  return /^ +$/.test(named) ? named.replaceAll(" ", "␣") : named;
}

export function revealInDiff(stretches: readonly DiffPart[]): DiffPart[] {
  return stretches.map(({ kind, text }) => ({ kind, text: kind === "same" ? text : revealInvisible(text) }));
}

/** Names invisible characters of a whole text, except line breaks. */
export function revealInText(text: string): string {
  return text.split("\n").map(revealInvisible).join("\n");
}

/** Placeholder `#{name}`, which the platform replaces for each recipient. */
const placeholder = /#\{([^{}\n]+)\}/gu;

export function findPlaceholders(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => text.match(placeholder) ?? []))];
}

/** Compares placeholders; a renamed one counts as added and lost. */
export function comparePlaceholders(before: readonly string[], after: readonly string[]) {
  return {
    added: after.filter((one) => !before.includes(one)),
    lost: before.filter((one) => !after.includes(one)),
  };
}

export function markPlaceholders(text: string): Line {
  const parts = text.split(/(#\{[^{}\n]+\})/u);
  return parts.flatMap((part, index): Line => {
    if (part === "") return [];
    return [index % 2 === 1 ? { code: part } : part];
  });
}
