import fc from "fast-check";
import { expect, it } from "vitest";
import { carriedName, shownName } from "../../../../src/features/files/stored.ts";

it.each([
  ["logo.png", "logo.png"],
  [`${"가".repeat(94)}.pptx`, `${"가".repeat(94)}.pptx`],
  [`${"가".repeat(120)}.pptx`, `${"가".repeat(94)}….pptx`],
  [`${"a".repeat(94)}😀😀.png`, `${"a".repeat(94)}….png`],
  [`${'"'.repeat(90)}.png`, `${'"'.repeat(47)}….png`],
  ["b".repeat(150), `${"b".repeat(99)}…`],
])("%s is carried as %s", (name, carried) => {
  expect(carriedName(name)).toBe(carried);
});

const unit = fc.constantFrom("a", "가", "😀", '"', "\\", "\u0001", "\ud800", ".");

it("is a text of at most a hundred characters as JSON, whatever the name is", () => {
  fc.assert(
    fc.property(fc.string({ unit, minLength: 90, maxLength: 130 }), (name) => {
      const carried = carriedName(name);
      expect(JSON.stringify(carried).length).toBeLessThanOrEqual(102);
      if (name.isWellFormed()) expect(carried.isWellFormed()).toBe(true);
    }),
  );
});

it("names what turns a name around, and keeps an emoji's own signs", () => {
  expect(shownName("invoice\u202egnp.exe ❤️")).toBe("invoice‹U+202E›gnp.exe ❤️");
});
