import { expect, it } from "vitest";
import { normalizeTexts } from "../../src/composed-text.ts";

it("normalizeTexts keeps a field named __proto__ as an ordinary field", () => {
  const value = JSON.parse('{"__pro\u200bto__": {"a": "x"}, "b": {"__proto__": "각"}}'.normalize("NFD"));
  const read = normalizeTexts(value, (name) => name.replace("\u200b", ""));
  expect(JSON.stringify(read)).toBe('{"b":{"__proto__":"각"},"__proto__":{"a":"x"}}');
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});
