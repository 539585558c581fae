import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countries } from "../../../sandbox/platform/countries.ts";
import { createCountryNamer, findCountryNumber, searchCountries } from "../../../src/lists/country.ts";
import { timesParsing } from "../../support/processor-time.ts";

function found(typed: string): unknown {
  const result = searchCountries(typed, countries);
  return "prices" in result ? result.prices.map(({ countryId }) => countryId) : result.kind;
}

describe("the country search of the price list", () => {
  it.each([
    ["82", ["82", "+82", "0082", "８２", "KR", "kr", "kor", ":flag-kr:", ":kr:", "🇰🇷", "한국", "대한민국"]],
    ["82", ["korea", "South Korea", "Korea, South", "Republic of Korea", "Korea, Republic of"]],
    ["1", ["1", "US", "usa", "United States", "the united states", "The States", "America", "us/canada"]],
    ["1", ["미국", "캐나다", "Saint Kitts and Nevis"]],
    ["44", ["uk", "the UK", "GB", "GBR", "영국", ":flag-england:", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"]],
    ["44", ["England", "Northern Ireland", "Great Britain"]],
    ["81", ["JPN", "japan ", "일본", "일 본", "日本", "🇯🇵 Japan"]],
    ["31", ["Holland", "the Netherlands"]],
    ["63", ["The Philippines"]],
    ["86", ["中国"]],
    ["66", ["ไทย"]],
    ["971", ["두바이"]],
    ["853", ["Macau", "마카오"]],
    ["239", ["são tomé"]],
    ["420", ["czech"]],
    ["90", ["Turkey", "터키"]],
    ["670", ["tl", "east timor"]],
    ["61", ["호주"]],
    ["27", ["남아공"]],
    ["95", ["Burma"]],
    ["65", ["싱가폴"]],
    ["39", ["이태리"]],
    ["60", ["말레이지아"]],
    ["998", ["우즈벡"]],
    ["33", ["불란서"]],
    ["34", ["에스파냐"]],
  ])("finds the country %s by each of its names: %j", (id, names) => {
    for (const typed of names) expect(found(typed), typed).toEqual([id]);
  });

  it.each([
    ["South Korea (82)", "82"],
    ["Türkiye (90)", "90"],
    ["US/Canada (1)", "1"],
    ["한국 (82)", "82"],
    ["미국/캐나다 (1)", "1"],
    ["한국（82）", "82"],
  ])("finds a country by the label of its row, %j", (typed, id) => {
    expect(found(typed)).toEqual([id]);
    expect(findCountryNumber(typed)).toBe(id);
  });

  it("finds all countries whose name contains the typed part", () => {
    expect(found("stan")).toEqual(expect.arrayContaining(["998", "996", "993", "92"]));
  });

  it("finds all countries if nothing was typed", () => {
    expect(found(" ")).toHaveLength(countries.length);
  });

  it.each([
    ["unlisted", ["850", "북한", "North Korea", "Iceland", "PRK", "🇮🇸", "Niger", "Åland"]],
    ["unknown", ["Atlantis", "Atlantis, Japan", "999999", "xx", "zz", "000", "🇽🇽", "😄"]],
    ["unknown", [":flag-xx:", "XYZ", "<!channel>", "constructor"]],
  ])("answers “%s” for names that the platform has no prices for: %j", (kind, names) => {
    for (const typed of names) expect(found(typed), typed).toBe(kind);
  });

  it.each(["<https://a.b/c|d>", "a ", "korea,", "가나"])("is quick for thousands of %j", (piece) => {
    expect(timesParsing(() => searchCountries(piece.repeat(1500), []))).toBeLessThan(2);
  });

  it("finds nothing for any text if the price records have no names and numbers", () => {
    const records = [{ countryName: null, countryId: null }, {}, { countryName: "", countryId: "" }];
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom("0", "+0", "00"), fc.string({ unit: "binary" })), (typed) => {
        const result = searchCountries(typed, records);
        if ("prices" in result && result.kind === "found") expect(result.prices).toEqual([]);
      }),
    );
  });
});

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
])(
  "the country that the platform calls %s (%s) is named %s in English and %s in Korean",
  (countryName, countryId, english, korean) => {
    expect(nameOf({ countryName, countryId }, "en")).toBe(english);
    expect(nameOf({ countryName, countryId }, "ko")).toBe(korean);
  },
);

it.each([
  ["Somewhere/Canada", "1", "Somewhere/Canada"],
  [" Atlantis ", "999", "Atlantis"],
  ["constructor", "__proto__", "constructor"],
  ["", "", null],
  [null, null, null],
  [undefined, undefined, null],
])("an unknown country that the platform calls %s (%s) keeps that name", (countryName, countryId, told) => {
  for (const locale of ["en", "ko"] as const) expect(nameOf({ countryName, countryId }, locale)).toBe(told);
});
