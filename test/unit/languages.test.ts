import { describe, expect, it } from "vitest";
import { findLocale, memoizeByLocale } from "../../src/languages.ts";
import { isHelp } from "../../src/slack/edge/guide.ts";

describe("languages of people", () => {
  it.each([
    ["ko-KR", "ko"],
    ["en-US", "en"],
    ["en", "en"],
    ["kok-IN", undefined],
    ["constructor", undefined],
    ["", undefined],
  ])("findLocale returns for Slack's locale %j the app's language %s", (tag, locale) => {
    expect(findLocale(tag)).toBe(locale);
  });

  it("memoizeByLocale makes the value of each language only once", () => {
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
    "isHelp recognizes %s as a request for help",
    (typed) => {
      expect(isHelp(typed)).toBe(true);
    },
  );

  it.each(["", "helpme", "---help", "-?", "toString"])(
    "isHelp doesn't take %j for a request for help",
    (typed) => {
      expect(isHelp(typed)).toBe(false);
    },
  );
});
