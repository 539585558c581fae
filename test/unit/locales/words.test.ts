import { expect, it } from "vitest";
import { locales } from "../../../src/languages.ts";
import { wordsOf } from "../../../src/locales/index.ts";
import type { Words } from "../../../src/locales/words.ts";

const en = {
  title: "Files",
  ends: { accepted: "accepted", refused: "refused" },
  count: (files: number) => (files === 1 ? "1 file" : `${files} files`),
  hints: ["First", "then"],
};
const { title, ends, count, hints } = en;

/** Each line compiles with the mistake alone: tsc fails where it finds none. */
const translations: Words<typeof en>[] = [
  { title: "파일", ends: { accepted: "접수됨", refused: "거부됨" }, count: (n) => `${n}개`, hints: [] },
  { title, ends, count: () => "파일", hints },
  // @ts-expect-error: an entry is missing
  { title, ends, count },
  // @ts-expect-error: one of the ends is missing
  { title, ends: { accepted: "접수됨" }, count, hints },
  // @ts-expect-error: English has no such entry
  { title, ends, count, hints, footer: "끝" },
  // @ts-expect-error: English knows no such end
  { title, ends: { ...ends, unknown: "모름" }, count, hints },
  // @ts-expect-error: English gives a number
  { title, ends, count: (name: string) => name, hints },
  // @ts-expect-error: English gives nothing else
  { title, ends, count: (files: number, folder: string) => `${folder} ${files}`, hints },
  // @ts-expect-error: a sentence is not a number
  { title, ends, count: () => 1, hints },
  // @ts-expect-error: there are several
  { title, ends, count, hints: "먼저" },
];

it("the type Words rejects a translation with other entries or arguments than English", () => {
  expect(translations[0]?.count(2)).toBe("2개");
});

/** Each sentence's path with the names that are filled into it; a `#{name}` is a template's. */
function namesIn(words: unknown, path = ""): string[] {
  if (typeof words === "string") {
    const names = words.match(/(?<!#)\{\w+\}/g) ?? [];
    return names.length === 0 ? [] : [`${path} ${names.toSorted().join(" ")}`];
  }
  if (typeof words !== "object" || words === null) return [];
  return Object.entries(words).flatMap(([name, entry]) => namesIn(entry, `${path}/${name}`));
}

it.each(locales)("each sentence in %s has the same placeholders as in English", (locale) => {
  const filled = namesIn(wordsOf("en"));
  expect(filled.length).toBeGreaterThan(10);
  expect(namesIn(wordsOf(locale)).toSorted()).toEqual(filled.toSorted());
});
