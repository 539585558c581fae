import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countries } from "../../../sandbox/platform/countries.ts";
import { findCountryNumber, searchCountries } from "../../../src/lists/country.ts";
import { timesParsing } from "../../support/processor-time.ts";

function found(typed: string): unknown {
  const result = searchCountries(typed, countries);
  return "prices" in result ? result.prices.map(({ countryId }) => countryId) : result.kind;
}

describe("the country search", () => {
  it.each([
    ["82", ["82"]],
    ["+82", ["82"]],
    ["0082", ["82"]],
    ["８２", ["82"]],
    ["KR", ["82"]],
    ["kr", ["82"]],
    ["South Korea", ["82"]],
    ["Korea, South", ["82"]],
    ["대한민국", ["82"]],
    ["한국", ["82"]],
    ["korea", ["82"]],
    ["1", ["1"]],
    ["US", ["1"]],
    ["usa", ["1"]],
    ["United States", ["1"]],
    ["미국", ["1"]],
    ["캐나다", ["1"]],
    ["us/canada", ["1"]],
    ["uk", ["44"]],
    ["GB", ["44"]],
    ["영국", ["44"]],
    ["中国", ["86"]],
    ["日本", ["81"]],
    ["ไทย", ["66"]],
    ["두바이", ["971"]],
    ["일본", ["81"]],
    ["일 본", ["81"]],
    ["japan ", ["81"]],
    ["Macau", ["853"]],
    ["마카오", ["853"]],
    ["são tomé", ["239"]],
    ["czech", ["420"]],
    ["Turkey", ["90"]],
    ["tl", ["670"]],
    ["east timor", ["670"]],
    ["Saint Kitts and Nevis", ["1"]],
    ["터키", ["90"]],
    ["England", ["44"]],
    ["Northern Ireland", ["44"]],
    ["Great Britain", ["44"]],
    ["JPN", ["81"]],
    ["kor", ["82"]],
    ["GBR", ["44"]],
    ["Holland", ["31"]],
    ["호주", ["61"]],
    ["남아공", ["27"]],
    ["Burma", ["95"]],
    ["America", ["1"]],
    ["Republic of Korea", ["82"]],
    ["Korea, Republic of", ["82"]],
    ["the united states", ["1"]],
    ["The States", ["1"]],
    ["the UK", ["44"]],
    ["the Netherlands", ["31"]],
    ["The Philippines", ["63"]],
    ["싱가폴", ["65"]],
    ["이태리", ["39"]],
    ["말레이지아", ["60"]],
    ["우즈벡", ["998"]],
    ["불란서", ["33"]],
    ["에스파냐", ["34"]],
    [":flag-kr:", ["82"]],
    [":flag-england:", ["44"]],
    [":kr:", ["82"]],
    ["🇰🇷", ["82"]],
    ["🇯🇵 Japan", ["81"]],
    ["🏴󠁧󠁢󠁳󠁣󠁴󠁿", ["44"]],
  ])("finds a country by %j", (typed, ids) => {
    expect(found(typed)).toEqual(ids);
  });

  it.each([
    ["South Korea (82)", ["82"]],
    ["Türkiye (90)", ["90"]],
    ["US/Canada (1)", ["1"]],
    ["한국 (82)", ["82"]],
    ["미국/캐나다 (1)", ["1"]],
    ["한국（82）", ["82"]],
  ])("finds a country by its row's label %j", (typed, ids) => {
    expect(found(typed)).toEqual(ids);
    expect(findCountryNumber(typed)).toBe(ids[0]);
  });

  it("finds all countries whose names have the typed part", () => {
    expect(found("stan")).toEqual(expect.arrayContaining(["998", "996", "993", "92"]));
  });

  it("finds all countries if nothing is typed", () => {
    expect(found(" ")).toHaveLength(countries.length);
  });

  it.each(["850", "북한", "North Korea", "Iceland", "PRK", "🇮🇸", "Niger", "Åland"])(
    "reports %j as a country that the platform doesn't list",
    (typed) => {
      expect(found(typed)).toBe("unlisted");
    },
  );

  it.each([
    "Atlantis",
    "Atlantis, Japan",
    "999999",
    "xx",
    "zz",
    "000",
    "🇽🇽",
    "😄",
    ":flag-xx:",
    "XYZ",
    "<!channel>",
    "constructor",
  ])("reports %j as unknown", (typed) => {
    expect(found(typed)).toBe("unknown");
  });

  it.each(["<https://a.b/c|d>", "a ", "korea,", "가나"])("is fast for thousands of %j", (piece) => {
    expect(timesParsing(() => searchCountries(piece.repeat(1500), []))).toBeLessThan(2);
  });

  it("finds nothing for any text if the records are incomplete", () => {
    const records = [{ countryName: null, countryId: null }, {}, { countryName: "", countryId: "" }];
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom("0", "+0", "00"), fc.string({ unit: "binary" })), (typed) => {
        const result = searchCountries(typed, records);
        if ("prices" in result && result.kind === "found") expect(result.prices).toEqual([]);
      }),
    );
  });
});
