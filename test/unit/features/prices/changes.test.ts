import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparePrices, mergePrices, readKnownPrices } from "../../../../src/features/prices/monitor.view.ts";

const korea = { countryId: "82", countryName: "Korea", sms: 18, lms: 45, mms: null };
const japan = { countryId: "81", countryName: "Japan", sms: 60 };

type Price = {
  countryId?: string | null;
  countryName?: string | null;
  sms?: number | null;
  lms?: number | null;
};

function changes(first: Price[], second: Price[], isPart = false) {
  const before = mergePrices(first, { isPart: false, before: [] });
  const after = mergePrices(second, { isPart, before });
  return comparePrices(before, after, { isPart }).map((change) =>
    change.what === "changed"
      ? `${change.country.countryName} ${change.kind} ${change.before} ${change.after}`
      : `${change.country.countryName} ${change.what}`,
  );
}

describe("the changes between two readings of the price list", () => {
  it.each<[string, Price[], Price[], string[]]>([
    ["are none if only the order differs", [korea, japan], [japan, korea], []],
    ["have a changed price", [korea], [{ ...korea, sms: 20.5 }], ["Korea sms 18 20.5"]],
    [
      "have both changed prices of a country",
      [korea],
      [{ ...korea, sms: 1, lms: 2 }],
      ["Korea sms 18 1", "Korea lms 45 2"],
    ],
    ["have a price that is no longer listed", [korea], [{ ...korea, sms: null }], ["Korea sms 18 null"]],
    ["have a new country", [korea], [japan, korea], ["Japan new"]],
    ["have a country that is no longer listed", [korea, japan], [korea], ["Japan gone"]],
    [
      "have a new country with the number of a known one",
      [korea],
      [korea, { ...korea, countryName: "Other" }],
      ["Other new"],
    ],
    ["ignore the other fields of a record", [korea], [{ ...korea, dateUpdated: "2026" } as Price], []],
  ])("%s", (_, first, second, told) => {
    expect(changes(first, second)).toEqual(told);
  });

  it("leave out what a partial list lacks, which stays stored", () => {
    expect(changes([korea], [{ ...korea, sms: null, lms: 46 }], true)).toEqual(["Korea lms 45 46"]);
    expect(changes([korea, japan], [korea], true)).toEqual([]);
    const before = mergePrices([korea, japan], { isPart: false, before: [] });
    expect(mergePrices([korea], { isPart: true, before })).toHaveLength(2);
  });

  it("are none if the same list is read twice, even after it was stored", () => {
    const prices = fc.array(
      fc.record(
        {
          countryId: fc.option(fc.string()),
          countryName: fc.option(fc.string()),
          sms: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 })),
          cti: fc.option(fc.integer()),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(prices, fc.boolean(), (read, isPart) => {
        const before = mergePrices(read, { isPart: false, before: [] });
        const stored = readKnownPrices(JSON.parse(JSON.stringify({ prices: before }))) ?? [];
        const after = mergePrices(read, { isPart, before: stored });
        expect(comparePrices(stored, after, { isPart })).toEqual([]);
      }),
    );
  });
});
