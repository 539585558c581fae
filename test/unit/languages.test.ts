import { describe, expect, it } from "vitest";
import { findLocale, onceForEach } from "../../src/languages.ts";
import { isHelp } from "../../src/slack/edge/guide.ts";

describe("a language", () => {
  it.each([
    ["ko-KR", "ko"],
    ["en-US", "en"],
    ["en", "en"],
    ["kok-IN", undefined],
    ["constructor", undefined],
    ["", undefined],
  ])("of the tag %j is %s", (tag, locale) => {
    expect(findLocale(tag)).toBe(locale);
  });

  it("is made ready once", () => {
    const made: string[] = [];
    const greet = onceForEach((locale) => {
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

  it.each(["help", "HELP", "-help", "--help", "?", "도움말"])("is asked for help in by %s", (typed) => {
    expect(isHelp(typed)).toBe(true);
  });

  it.each(["", "helpme", "---help", "-?", "toString"])("is not asked for help in by %j", (typed) => {
    expect(isHelp(typed)).toBe(false);
  });
});
