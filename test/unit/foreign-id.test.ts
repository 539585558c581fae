import fc from "fast-check";
import { expect, it } from "vitest";
import { isPlainId, shortenId, toShownId } from "../../src/foreign-id.ts";

it.each([
  ["M4V20261121000000BBBBBBBBBBBBBBB", "M4V20261121000000BBBBBBBBBBBBBBB"],
  ["a".repeat(64), "a".repeat(64)],
  ["a".repeat(65), `${"a".repeat(64)}…`],
  ["M4V1\n<!channel>", "M4V1…"],
  ["to 01012345678", "to…"],
  ["01012345678", "…5678"],
  ["010-1234-5678", "…5678"],
  ["123456", "123456"],
  ["가나다", null],
  ["", null],
])("toShownId shows %j as %j", (id, shown) => {
  expect(toShownId(id)).toBe(shown);
  expect(isPlainId(id)).toBe(shown === id);
});

it("toShownId never shows markup, a phone number or more than one line", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), fc.nat(3), (text, repeats) => {
      const shown = toShownId(text.repeat(repeats)) ?? "";
      expect(shown).toMatch(/^…?[A-Za-z0-9_-]{0,64}…?$/);
      expect(shown).not.toMatch(/^[\d_-]*\d{7}[\d_-]*…?$/);
    }),
  );
});

it.each([
  ["M4V20261121000000BBBBBBBBBBB0001", "M4V20261…0001"],
  ["KA01TP2611010", "KA01TP2611010"],
  ["KA01TP26110101", "KA01TP26…0101"],
  ["", ""],
])("shortenId shortens the ID %s to %s", (id, short) => {
  expect(shortenId(id)).toBe(short);
});
