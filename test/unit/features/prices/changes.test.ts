import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare, readKnown, toKnown } from "../../../../src/features/prices/monitor.view.ts";

const korea = { countryId: "82", countryName: "Korea", sms: 18, lms: 45, mms: null };
const japan = { countryId: "81", countryName: "Japan", sms: 60 };

type Price = {
  countryId?: string | null;
  countryName?: string | null;
  sms?: number | null;
  lms?: number | null;
};

function changes(first: Price[], second: Price[], isPart = false) {
  const before = toKnown(first, { isPart: false, before: [] });
  const after = toKnown(second, { isPart, before });
  return compare(before, after, { isPart }).map((change) =>
    change.what === "changed"
      ? `${change.country.countryName} ${change.kind} ${change.before} ${change.after}`
      : `${change.country.countryName} ${change.what}`,
  );
}

describe("what differs between two readings of prices", () => {
  it.each<[string, Price[], Price[], string[]]>([
    ["nothing", [korea, japan], [japan, korea], []],
    ["a price", [korea], [{ ...korea, sms: 20.5 }], ["Korea sms 18 20.5"]],
    ["two of one country", [korea], [{ ...korea, sms: 1, lms: 2 }], ["Korea sms 18 1", "Korea lms 45 2"]],
    ["a price that is not given any more", [korea], [{ ...korea, sms: null }], ["Korea sms 18 null"]],
    ["a country more", [korea], [japan, korea], ["Japan new"]],
    ["a country less", [korea, japan], [korea], ["Japan gone"]],
    ["countries with one number", [korea], [korea, { ...korea, countryName: "Other" }], ["Other new"]],
    ["what else a record holds", [korea], [{ ...korea, dateUpdated: "2026" } as Price], []],
  ])("%s", (_, first, second, told) => {
    expect(changes(first, second)).toEqual(told);
  });

  it("says nothing of what may stand behind a cut, and does not forget it", () => {
    expect(changes([korea], [{ ...korea, sms: null, lms: 46 }], true)).toEqual(["Korea lms 45 46"]);
    expect(changes([korea, japan], [korea], true)).toEqual([]);
    const before = toKnown([korea, japan], { isPart: false, before: [] });
    expect(toKnown([korea], { isPart: true, before })).toHaveLength(2);
  });

  it("is nothing for the same reading twice, through the store and back", () => {
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
        const before = toKnown(read, { isPart: false, before: [] });
        const stored = readKnown(JSON.parse(JSON.stringify({ prices: before }))) ?? [];
        const after = toKnown(read, { isPart, before: stored });
        expect(compare(stored, after, { isPart })).toEqual([]);
      }),
    );
  });
});
