import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareTexts, showUndrawn } from "../../../../src/features/templates/difference.ts";
import { ownTimeMs } from "../../../support/own-time.ts";

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
  ])("is by whole words and placeholders: %s → %s", (before, after, wanted) => {
    expect(told(before, after)).toBe(wanted);
  });

  it("gives back both texts, whatever they are", () => {
    const text = fc.string({
      unit: fc.constantFrom("a", "가", " ", "\n", "#{이름}", "🧑‍🍳", "é", "<!channel>", "1"),
    });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const stretches = compareTexts(before, after);
        const without = (kind: string) =>
          stretches
            .filter((one) => one.kind !== kind)
            .map((one) => one.text)
            .join("");
        expect(without("added")).toBe(before);
        expect(without("removed")).toBe(after);
      }),
    );
  });

  it("ends soon for texts that have nothing in common", () => {
    const long = (word: string) => Array.from({ length: 5000 }, (_, index) => `${word}${index}`).join(" ");
    const startedMs = ownTimeMs();
    const stretches = compareTexts(long("a"), long("b"));
    expect(ownTimeMs() - startedMs).toBeLessThan(5000);
    expect(
      stretches
        .filter(({ kind }) => kind !== "removed")
        .map(({ text }) => text)
        .join(""),
    ).toBe(long("b"));
  });
});

describe("what is not drawn", () => {
  it.each([
    ["\n", "↵\n"],
    ["  ", "␣␣"],
    ["two words", "two words"],
    ["a\u200bb", "a‹U+200B›b"],
    ["\u202eevil", "‹U+202E›evil"],
    ["\u3164", "‹U+3164›"],
    ["👨‍👩‍👧 ❤️", "👨‍👩‍👧 ❤️"],
    ["a\u200d", "a‹U+200D›"],
  ])("is named where it changed: %j", (text, shown) => {
    expect(showUndrawn(text)).toBe(shown);
  });
});
