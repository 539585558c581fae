import { describe, expect, it } from "vitest";
import { findLocale, memoizeByLocale } from "../../src/languages.ts";
import { isHelp } from "../../src/slack/edge/guide.ts";

describe("languages", () => {
  it.each([
    ["ko-KR", "ko"],
    ["en-US", "en"],
    ["en", "en"],
    ["kok-IN", undefined],
    ["constructor", undefined],
    ["", undefined],
  ])("findLocale finds for the tag %j the language %s", (tag, locale) => {
    expect(findLocale(tag)).toBe(locale);
  });

  it("onceForEach makes each language's value once", () => {
    const made: string[] = [];
    const greet = memoizeByLocale((locale) => {
      made.push(locale);
      return { locale };
    });
    expect([greet("ko"), greet("en"), greet("ko")]).toEqual([
      { locale: "ko" },
      { locale: "en" },
      { locale: "ko" },
    ]);
    expect(made).toEqual(["ko", "en"]);
  });

  it.each(["help", "HELP", "-help", "--help", "?", "도움말", "he\u200blp", "\u2060?"])(
    "isHelp is true for %s",
    (typed) => {
      expect(isHelp(typed)).toBe(true);
    },
  );

  it.each(["", "helpme", "---help", "-?", "toString"])("isHelp is false for %j", (typed) => {
    expect(isHelp(typed)).toBe(false);
  });
});
