import { expect, it } from "vitest";
import { normalizeTexts } from "../../src/composed-text.ts";

it("normalizeTexts keeps a field named __proto__ as an ordinary field", () => {
  const value = JSON.parse('{"__pro\u200bto__": {"a": "x"}, "b": {"__proto__": "각"}}'.normalize("NFD"));
  const read = normalizeTexts(value, (name) => name.replace("\u200b", ""));
  expect(JSON.stringify(read)).toBe('{"b":{"__proto__":"각"},"__proto__":{"a":"x"}}');
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

it("normalizeTexts parts long runs of combining marks, and changes the result no further", () => {
  const marks = "\u0301\u0323".repeat(1000);
  const { text } = normalizeTexts({ text: `a${marks}b` });
  expect(text).not.toMatch(/(?:(?!\u034F)\p{M}){31}/u);
  expect(text.replaceAll("\u034F", "").normalize("NFC")).toBe(`a${marks}b`.normalize("NFC"));
  expect(normalizeTexts({ text })).toEqual({ text });
});

it("normalizeTexts keeps decomposed Hangul and a few marks as they are in NFC", () => {
  const [given] = normalizeTexts(["\u1112\u1161\u11ab e\u0301\u0323"]);
  expect(given).toBe("\ud55c \u1eb9\u0301");
});
