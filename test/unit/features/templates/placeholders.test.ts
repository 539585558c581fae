import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  comparePlaceholders,
  fillSamples,
  placeholdersOf,
  splitPlaceholders,
} from "../../../../src/features/templates/placeholders.ts";

describe("placeholders", () => {
  it("are found once each, in order, over content, names and links", () => {
    expect(placeholdersOf("#{b} #{a} #{b}", "https://x/#{c}", "#{} #{open {no}")).toEqual([
      "#{b}",
      "#{a}",
      "#{c}",
    ]);
  });

  it("that were renamed are lost and added", () => {
    expect(comparePlaceholders(["#{a}", "#{b}"], ["#{b}", "#{c}"])).toEqual({
      added: ["#{c}"],
      lost: ["#{a}"],
    });
  });

  it.each([
    ["#{고객명}", "김하나"],
    ["#{주문번호}", "12345"],
    ["#{결제일}", "11월 21일"],
    ["#{쿠폰}", "쿠폰"],
    ["#{택배사명}", "한빛택배"],
    ["#{carrier name}", "한빛택배"],
    ["#{상품명}", "무선 이어폰"],
    ["#{매장명}", "한빛상점"],
    ["#{행사명}", "행사명"],
    ["#{주문자명}", "김하나"],
  ])("are filled with what their name suggests: %s", (text, usual) => {
    expect(fillSamples(text, "usual")).toBe(usual);
    expect(fillSamples(text, "longest").length).toBeGreaterThan(usual.length);
  });

  it("are told apart from the text around them, of which nothing is lost", () => {
    const text = fc.string({ unit: fc.constantFrom("#{a}", "#", "{", "}", "가", "\n", "#{", "x") });
    fc.assert(
      fc.property(text, (content) => {
        const parts = splitPlaceholders(content);
        expect(parts.map((part) => part.text).join("")).toBe(content);
        const marked = parts.filter(({ isPlaceholder }) => isPlaceholder).map((part) => part.text);
        expect([...new Set(marked)]).toEqual(placeholdersOf(content));
      }),
    );
  });
});
