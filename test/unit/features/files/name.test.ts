import fc from "fast-check";
import { expect, it } from "vitest";
import { formatFileName, shortenFileName } from "../../../../src/features/files/stored.ts";

it.each([
  ["logo.png", "logo.png"],
  [`${"가".repeat(94)}.pptx`, `${"가".repeat(94)}.pptx`],
  [`${"가".repeat(120)}.pptx`, `${"가".repeat(94)}….pptx`],
  [`${"a".repeat(94)}😀😀.png`, `${"a".repeat(94)}….png`],
  [`${'"'.repeat(90)}.png`, `${'"'.repeat(47)}….png`],
  ["b".repeat(150), `${"b".repeat(99)}…`],
])("the file name %s is kept in a form as %s", (name, carried) => {
  expect(shortenFileName(name)).toBe(carried);
});

const unit = fc.constantFrom("a", "가", "😀", '"', "\\", "\u0001", "\ud800", ".");

it("a file name kept in a form takes at most 100 characters as JSON", () => {
  fc.assert(
    fc.property(fc.string({ unit, minLength: 90, maxLength: 130 }), (name) => {
      const carried = shortenFileName(name);
      expect(JSON.stringify(carried).length).toBeLessThanOrEqual(102);
      if (name.isWellFormed()) expect(carried.isWellFormed()).toBe(true);
    }),
  );
});

it("a shown file name spells out a character that reverses text, and keeps emoji", () => {
  expect(formatFileName("invoice\u202egnp.exe ❤️")).toBe("invoice‹U+202E›gnp.exe ❤️");
});
