import { expect, test } from "vitest";
import { findUsedOnce } from "../../scripts/size/exports.ts";
import { findStrays, readSentences } from "../../scripts/size/sentences.ts";

test("readSentences finds each text with a letter in the catalogue, by language", () => {
  const catalogue = `
    import { marks } from "./marks.ts";
    const en = {
      title: (kind: "one" | "two") => \`\${marks.done} \${kind === "one" ? "Send it" : "Send them"}: now\`,
      "a-key": ": ",
      count: (of: number) => of.toLocaleString("en"),
    };
    const koName = "SMS";
    const ko = { title: () => "보내기" };`;
  expect(readSentences("src/locales/made-up.ts", catalogue)).toEqual([
    { language: "en", text: "\0 \0: now" },
    { language: "en", text: "Send it" },
    { language: "en", text: "Send them" },
    { language: "ko", text: "SMS" },
    { language: "ko", text: "보내기" },
  ]);
});

test.each([
  ['words.title ?? "Try again"', "Try again"],
  ['say(person, " took it over.")', " took it over."],
  ['button("보내기")', "보내기"],
  ['say("Nothing was sent to", name)', "Nothing was sent to"],
])("findStrays finds a sentence outside the catalogue in %s", (code, text) => {
  expect(findStrays(new Map([["src/features/made-up.ts", code]]))).toEqual([
    `src/features/made-up.ts:1: ${text}`,
  ]);
});

test.each([
  'throw new StoreError("It could not be stored.")',
  'logger.warn("Slack does not answer yet")',
  'type Says = "Try again"',
  'if (reply === "Not found") retry()',
  'import { a } from "./a file.ts"',
  'select("not sent")',
])("findStrays finds no sentence for people in %s", (code) => {
  expect(findStrays(new Map([["src/features/made-up.ts", code]]))).toEqual([]);
});

test("findStrays allows sentences for operators in src/ops", () => {
  expect(findStrays(new Map([["src/ops/doctor.ts", 'say("Nothing else was checked.")']]))).toEqual([]);
});

test("findUsedOnce finds a name that only one other file imports, even through re-exports", () => {
  const sources = new Map([
    [
      "src/a.ts",
      "export const once = 1; export const twice = 2; export const never = 3; export type Both = 4;",
    ],
    ["src/index.ts", 'export * from "./a.ts"; export { once as renamed } from "./a.ts";'],
    ["src/b.ts", 'import { renamed, twice, type Both } from "./index.ts";'],
    ["src/folder/c.ts", 'import { twice, type Both } from "../a.ts";'],
  ]);
  expect(findUsedOnce(sources)).toEqual(["src/a.ts once"]);
});

test("findUsedOnce counts an object's functions separately, unless the object is passed on whole", () => {
  const object = "export const parts = { one: () => 1, two: () => 2, size: 3 };";
  const used = new Map([
    ["src/a.ts", object],
    ["src/b.ts", 'import { parts } from "./a.ts"; parts.one();'],
  ]);
  expect(findUsedOnce(used)).toEqual(["src/a.ts parts.one"]);
  used.set("src/c.ts", 'import { parts } from "./a.ts"; hand(parts);');
  expect(findUsedOnce(used)).toEqual(["src/a.ts parts.two"]);
});
