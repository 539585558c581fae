import { expect, it } from "vitest";
import { createCountryNamer } from "../../../src/lists/country.ts";

const nameOf = createCountryNamer();

it.each([
  ["Korea, South", "82", "South Korea", "한국"],
  ["East Timor", "670", "Timor-Leste", "동티모르"],
  ["Hong Kong", "852", "Hong Kong", "홍콩"],
  ["United Kingdom", "44", "UK", "영국"],
  ["US/Canada", "1", "US/Canada", "미국/캐나다"],
  ["일본", "81", "Japan", "일본"],
  ["Japan", null, "Japan", "일본"],
  [null, "+82", "South Korea", "한국"],
])("the country %s (%s) is named in English and Korean", (countryName, countryId, english, korean) => {
  expect(nameOf({ countryName, countryId }, "en")).toBe(english);
  expect(nameOf({ countryName, countryId }, "ko")).toBe(korean);
});

it.each([
  ["Somewhere/Canada", "1", "Somewhere/Canada"],
  [" Atlantis ", "999", "Atlantis"],
  ["constructor", "__proto__", "constructor"],
  ["", "", null],
  [null, null, null],
  [undefined, undefined, null],
])("the unknown country %s (%s) keeps the platform's name", (countryName, countryId, told) => {
  for (const locale of ["en", "ko"] as const) expect(nameOf({ countryName, countryId }, locale)).toBe(told);
});
