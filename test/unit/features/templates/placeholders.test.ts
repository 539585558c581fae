import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  comparePlaceholders,
  findPlaceholders,
  markPlaceholders,
} from "../../../../src/features/templates/difference.ts";

describe("placeholders", () => {
  it("are found once each, in order, over content, names and links", () => {
    expect(findPlaceholders("#{b} #{a} #{b}", "https://x/#{c}", "#{} #{open {no}")).toEqual([
      "#{b}",
      "#{a}",
      "#{c}",
    ]);
  });

  it("are reported as lost and added if they were renamed", () => {
    expect(comparePlaceholders(["#{a}", "#{b}"], ["#{b}", "#{c}"])).toEqual({
      added: ["#{c}"],
      lost: ["#{a}"],
    });
  });

  it("are marked in a text without changing it", () => {
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
