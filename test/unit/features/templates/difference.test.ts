import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changeLines } from "../../../../src/features/templates/change.view.ts";
import {
  comparePlaceholders,
  compareTexts,
  findPlaceholders,
  markPlaceholders,
  revealInDiff,
  revealInvisible,
} from "../../../../src/features/templates/difference.ts";
import { timesParsing } from "../../../support/processor-time.ts";
import { en } from "../../../support/words.ts";

const told = (before: string, after: string) =>
  compareTexts(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join("");

describe("the difference of two texts", () => {
  it.each([
    ["Your order is on its way", "Your order has left", "Your order [-is-]{+has+} [-on its way-]{+left+}"],
    ["주문이 접수되었습니다", "주문이 출고되었습니다", "주문이 [-접수되었습니다-]{+출고되었습니다+}"],
    ["Hello #{이름}!", "Hello #{고객명}!", "Hello [-#{이름}-]{+#{고객명}+}!"],
    ["a b", "a  b", "a {+ +}b"],
    ["", "new", "{+new+}"],
    ["old", "", "[-old-]"],
    ["same", "same", "same"],
  ])("marks whole words and placeholders: %s → %s", (before, after, wanted) => {
    expect(told(before, after)).toBe(wanted);
  });

  it("contains both texts unchanged", () => {
    const unit = fc.constantFrom("a", "가", " ", "\n", "#{이름}", "🧑‍🍳", "é", "<!channel>", "1");
    const text = fc.string({ unit });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const stretches = compareTexts(before, after);
        const without = (kind: string) =>
          stretches.flatMap((one) => (one.kind === kind ? [] : [one.text])).join("");
        expect(without("added")).toBe(before);
        expect(without("removed")).toBe(after);
      }),
    );
  });

  it("is the whole old text and then the whole new text if everything was rewritten", () => {
    const text = (word: string) => Array.from({ length: 150 }, (_, index) => `${word}${index}`).join(" ");
    expect(compareTexts(text("a"), text("b"))).toEqual([
      { kind: "removed", text: text("a") },
      { kind: "added", text: text("b") },
    ]);
  });
});

describe("the differences on a proposal's card", () => {
  const random = (seed: number) => {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
  };
  const text = (length: number, seed: number, letter: (at: number) => string) => {
    const next = random(seed);
    return Array.from({ length }, () => letter(next())).join("");
  };
  const sign = (at: number) => String.fromCharCode(33 + Math.floor(at * 14));
  const two = (at: number) => (at < 0.5 ? "-" : "+");
  const emoji = (at: number) => String.fromCodePoint(0x1f300 + Math.floor(at * 500));
  const syllable = (at: number) => (at < 0.25 ? " " : String.fromCharCode(0xac00 + Math.floor(at * 11_000)));

  it.each([
    ["ASCII characters", 1150, sign],
    ["two characters", 1150, two],
    ["emoji", 575, emoji],
    ["Korean", 1150, syllable],
  ])("are computed quickly even for texts that have nothing in common: %s", (_, length, letter) => {
    const fields = (["name", "content", "buttons"] as const).map((field, index) => ({
      field,
      before: text(length, index, letter),
      after: text(length, index + 10, letter),
    }));
    expect(changeLines(fields, en)).not.toContainEqual([en.proposals.card.tooLong]);
    // Without a limit on the search it would be a hundred times.
    expect(timesParsing(() => changeLines(fields, en))).toBeLessThan(3);
  });
});

it("a difference shows the whole old text before the new one if less than half of it stays", () => {
  const told = (before: string, after: string) => changeLines([{ field: "content", before, after }], en)[1];
  expect(told("Your order left", "A parcel is on its way")).toEqual({
    quote: [[{ removed: "Your order left" }], [{ added: "A parcel is on its way" }]],
  });
  const [line] = Object.values(told("Your order left", "Your parcel left") ?? {});
  expect(line).toEqual([["Your ", { removed: "order" }, { added: "parcel" }, " left"]]);
});

it.each([
  ["a\nb\nc", "a\nc", "a\n[-b↵\n-]c"],
  ["a\nb", "a", "a[-↵\nb-]"],
  ["a\n\nb\nc", "a\nc", "a\n[-↵\nb↵\n-]c"],
  ["a", "a\n\nb", "a{+↵\n↵\nb+}"],
  ["a b", "a\nb", "a[-␣-]{+↵\n+}b"],
  ["a\nb", "a b", "a[-↵\n-]{+␣+}b"],
  ["a x\nb", "a b", "a [-x↵\n-]b"],
])("a difference shows a sign for each changed line break: %j → %j", (before, after, wanted) => {
  const marked = { same: ["", ""], removed: ["[-", "-]"], added: ["{+", "+}"] } as const;
  const shown = revealInDiff(compareTexts(before, after));
  expect(shown.map(({ kind, text }) => marked[kind].join(text)).join("")).toBe(wanted);
});

describe("revealInvisible", () => {
  it.each([
    ["\n", "↵\n"],
    ["  ", "␣␣"],
    ["two words", "two words"],
    ["a\u200bb", "a‹U+200B›b"],
    ["\u202eevil", "‹U+202E›evil"],
    ["\u3164", "‹U+3164›"],
    ["👨‍👩‍👧 ❤️", "👨‍👩‍👧 ❤️"],
    ["a\u200d", "a‹U+200D›"],
  ])("shows signs for line breaks, blanks and invisible characters: %j", (text, shown) => {
    expect(revealInvisible(text)).toBe(shown);
  });
});

describe("placeholders such as #{name} in a template", () => {
  it("are listed once each, in order, from content, names and links", () => {
    const found = findPlaceholders("#{b} #{a} #{b}", "https://x/#{c}", "#{} #{open {no}");
    expect(found).toEqual(["#{b}", "#{a}", "#{c}"]);
  });

  it("are reported as one lost and one added if they were renamed", () => {
    const changed = { added: ["#{c}"], lost: ["#{a}"] };
    expect(comparePlaceholders(["#{a}", "#{b}"], ["#{b}", "#{c}"])).toEqual(changed);
  });

  it("are marked in a text whose characters stay unchanged", () => {
    const text = fc.string({ unit: fc.constantFrom("#{a}", "#", "{", "}", "가", "\n", "#{", "x") });
    fc.assert(
      fc.property(text, (content) => {
        const parts = markPlaceholders(content);
        const marked = parts.flatMap((part) =>
          typeof part === "object" && "code" in part ? [part.code] : [],
        );
        const texts = parts.map((part) => (typeof part === "object" && "code" in part ? part.code : part));
        expect(texts.join("")).toBe(content);
        expect([...new Set(marked)]).toEqual(findPlaceholders(content));
      }),
    );
  });
});
