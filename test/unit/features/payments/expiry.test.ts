import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createExpiryReader } from "../../../../src/features/payments/expiry.ts";

const seoul = "Asia/Seoul";

describe("a payment method's expiry", () => {
  it.each([
    // The last second of the month where the team is, and the first of the next.
    ["2026/11", "2026-11-30T14:59:59.999Z", seoul, "expiring", 0],
    ["2026/11", "2026-11-30T15:00:00.000Z", seoul, "expired", -1],
    ["2026/11", "2026-11-30T15:00:00.000Z", "UTC", "expiring", 0],
    ["2026/11", "2026-12-01T00:00:00.000Z", "UTC", "expired", -1],
    ["2026/11", "2026-12-01T07:59:59.000Z", "America/Los_Angeles", "expiring", 0],
    ["2026/11", "2026-12-01T08:00:00.000Z", "America/Los_Angeles", "expired", -1],
    // 30 days and 31: the first day of a long month is not yet within 30 days of its end.
    ["2026/12", "2026-12-01T03:00:00.000Z", seoul, "good", 30],
    ["2026/12", "2026-12-02T03:00:00.000Z", seoul, "expiring", 29],
    ["2026/12", "2026-12-01T14:59:59.999Z", seoul, "good", 30],
    ["2026/12", "2026-12-01T15:00:00.000Z", seoul, "expiring", 29],
    ["2026/11", "2026-11-01T03:00:00.000Z", seoul, "expiring", 29],
    ["2026/11", "2026-10-31T03:00:00.000Z", seoul, "good", 30],
    // February, in a leap year and not.
    ["2028/02", "2028-02-29T03:00:00.000Z", seoul, "expiring", 0],
    ["2028/02", "2028-01-31T03:00:00.000Z", seoul, "expiring", 29],
    ["2028/02", "2028-01-30T03:00:00.000Z", seoul, "good", 30],
    ["2027/02", "2027-02-28T15:00:00.000Z", seoul, "expired", -1],
    ["2027/02", "2027-02-28T14:59:59.000Z", seoul, "expiring", 0],
    ["2100/02", "2100-02-28T14:59:59.000Z", seoul, "expiring", 0],
    ["2000/02", "2000-02-29T03:00:00.000Z", seoul, "expiring", 0],
    // Over the turn of the year.
    ["2026/12", "2026-12-31T14:59:59.000Z", seoul, "expiring", 0],
    ["2026/12", "2026-12-31T15:00:00.000Z", seoul, "expired", -1],
    ["2027/01", "2026-12-31T15:00:00.000Z", seoul, "good", 30],
    // Months with a day of 23 and of 25 hours.
    ["2026/03", "2026-03-02T05:00:00.000Z", "America/New_York", "expiring", 29],
    ["2026/03", "2026-03-02T04:59:59.000Z", "America/New_York", "good", 30],
    ["2026/11", "2026-11-01T03:59:59.000Z", "America/New_York", "good", 30],
    ["2026/11", "2026-11-01T04:00:00.000Z", "America/New_York", "expiring", 29],
    // Far off, and long past.
    ["2030/11", "2026-11-21T00:00:00.000Z", seoul, "good", 1470],
    ["2019/07", "2026-11-21T00:00:00.000Z", seoul, "expired", -2670],
    ["9999/12", "2026-11-21T00:00:00.000Z", seoul, "good", 2912118],
    // Other spellings.
    ["2026/1", "2026-01-31T03:00:00.000Z", seoul, "expiring", 0],
    [" 2026/11 ", "2026-11-30T03:00:00.000Z", seoul, "expiring", 0],
  ])(
    "%s, looked at on %s in %s, is %s, and its last day is %i days away",
    (expDate, at, zone, ...expected) => {
      const [state, lastDayInDays] = expected;
      expect(createExpiryReader(new Date(at), zone)(expDate)).toMatchObject({ state, lastDayInDays });
    },
  );

  it.each([
    ...[null, undefined, "", "never", "2026/00", "2026/13", "2026/-1", "2026-11", "11/26", "11/2026"],
    ...["26/11", "0026/11", "2026/11/30", "2026/011", "２０２６/１１", "2026/11\n2027/01"],
  ])("is unreadable if it is written as %j", (expDate) => {
    expect(createExpiryReader(new Date("2026-11-21T00:00:00Z"), seoul)(expDate)).toEqual({
      state: "unreadable",
    });
  });

  it("only gets nearer and worse as time passes", () => {
    const order = ["good", "expiring", "expired"];
    const zones = fc.constantFrom("UTC", seoul, "America/New_York", "Pacific/Apia", "Asia/Kathmandu");
    const time = fc.date({ min: new Date("2020-01-01"), max: new Date("2035-01-01"), noInvalidDate: true });
    const month = fc.tuple(fc.integer({ min: 2019, max: 2036 }), fc.integer({ min: 1, max: 12 }));
    const passing = fc.tuple(time, fc.integer({ min: 0, max: 10 ** 10 }));
    fc.assert(
      fc.property(month, passing, zones, ([year, number], [at, laterMs], zone) => {
        const expDate = `${year}/${String(number).padStart(2, "0")}`;
        const before = createExpiryReader(at, zone)(expDate);
        const after = createExpiryReader(new Date(at.getTime() + laterMs), zone)(expDate);
        if (before.state === "unreadable" || after.state === "unreadable") throw new Error("it is readable");
        expect(before.month).toEqual({ year, month: number });
        expect(Number.isInteger(before.lastDayInDays)).toBe(true);
        expect(after.lastDayInDays).toBeLessThanOrEqual(before.lastDayInDays);
        expect(order.indexOf(after.state)).toBeGreaterThanOrEqual(order.indexOf(before.state));
      }),
    );
  });
});
