import { describe, expect, it } from "vitest";
import {
  findInvisible,
  isBlank,
  replaceInvisible,
  trimBlank,
  withoutInvisible,
} from "../../src/blank-text.ts";

/** Zero widths, directions, fillers, a variation selector, a soft hyphen, the empty Braille cell, a control. */
const invisible = [
  ..."\u200b\u200c\u2060\ufeff\u200e\u202e\u2066\u115f\u3164\uffa0\ufe0f\u00ad\u2800\ufffc\u0007\u{e0041}",
];

describe.each(invisible.map((one) => [one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0"), one]))(
  "the invisible character U+%s",
  (code, one) => {
    it("is treated as blank, removed from names, trimmed, and shown by its code", () => {
      expect(isBlank(`${one} `)).toBe(true);
      expect(withoutInvisible(`${one}jo${one}on ${one}`)).toBe("joon ");
      expect(trimBlank(` ${one} a ${one}b`)).toBe(`a ${one}b`);
      expect(findInvisible(`a${one}`)).toBe(one);
      expect(replaceInvisible(`a${one}b`)).toBe(`a‹U+${code}›b`);
    });
  },
);

it.each(["👨‍👩‍👧", "❤️", "👍🏽", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣"])(
  "trimBlank keeps the emoji %s whole at the end of a text",
  (emoji) => {
    expect(trimBlank(`\u200bHello ${emoji}\u200b\n`)).toBe(`Hello ${emoji}`);
  },
);

const words = {
  emoji: "👨‍👩‍👧 ❤️ 1️⃣ #️⃣ *️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁵󠁳󠁴󠁸󠁿",
  persian: "می\u200cخواهم",
  arabic: "\u0600١٢٣ ه\u200d",
  hebrew: "לִ\u034fם שלום",
  hindi: "क्\u200dष",
  malayalam: "അവന്\u200d വന്നു",
  sinhala: "ශ්\u200dරී",
  mongolian: "ᠠ\u180b",
  japanese: "葛\u{e0100}城",
};

it.each([...Object.values(words), "two words", "a\tb\nc", "\ud83d"])(
  "replaceInvisible leaves the text %j unchanged",
  (text) => {
    expect(replaceInvisible(text)).toBe(text);
  },
);

it("replaceInvisible shows the code of a variation selector that isn't part of a keycap emoji", () => {
  expect(replaceInvisible("1\ufe0f a\ufe0f\u20e3")).toBe("1‹U+FE0F› a‹U+FE0F›\u20e3");
});

it("replaceInvisible shows the codes of tag characters that aren't part of a flag emoji", () => {
  expect(replaceInvisible("a\u{e0067}\u{e007f}")).toBe("a‹U+E0067›‹U+E007F›");
  const hidden = Array.from("hidden words", (one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join(
    "",
  );
  expect(replaceInvisible(`🏴${hidden}\u{e007f}`)).toContain("‹U+E0068›");
});

it("replaceInvisible shows the code of a joiner between characters that it can't join", () => {
  expect(replaceInvisible("a\u200cb می\u200c\u200cخ \u200d")).toBe("a‹U+200C›b می\u200c‹U+200C›خ ‹U+200D›");
});
