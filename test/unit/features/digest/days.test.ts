import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daysBetween, dueUntil } from "../../../../src/features/digest/days.ts";

const newYork = "America/New_York";
const spans = (now: string, told: string, zone: string) =>
  daysBetween(new Date(told), dueUntil(new Date(now), zone), zone).map(
    ({ from, to }) => `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`,
  );

describe("the days that a digest is due of", () => {
  it.each([
    // At nine yesterday is; until nine it is still the day before.
    ["2026-11-26T00:00:00Z", "2026-11-24T15:00:00Z", "Asia/Seoul", ["2026-11-24T15:00 2026-11-25T15:00"]],
    ["2026-11-25T23:59:59Z", "2026-11-24T15:00:00Z", "Asia/Seoul", []],
    ["2026-11-26T03:00:00Z", "2026-11-25T15:00:00Z", "Asia/Seoul", []],
    // Days of 23 and 25 hours, and those around them.
    [
      "2026-03-10T13:00:00Z",
      "2026-03-07T05:00:00Z",
      newYork,
      [
        "2026-03-07T05:00 2026-03-08T05:00",
        "2026-03-08T05:00 2026-03-09T04:00",
        "2026-03-09T04:00 2026-03-10T04:00",
      ],
    ],
    ["2026-11-02T14:00:00Z", "2026-11-01T04:00:00Z", newYork, ["2026-11-01T04:00 2026-11-02T05:00"]],
    // TIME_ZONE was another one: what was told of isn't told of again.
    ["2026-11-26T14:00:00Z", "2026-11-25T15:00:00Z", newYork, ["2026-11-25T15:00 2026-11-26T05:00"]],
  ])("at %s, told until %s, in %s", (now, told, zone, due) => {
    expect(spans(now, told, zone)).toEqual(due);
  });

  it("are seven at most, follow each other, and have all ended", () => {
    const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) });
    const zone = fc.constantFrom("Asia/Seoul", newYork, "Australia/Lord_Howe", "Asia/Beirut", "UTC");
    fc.assert(
      fc.property(moment, fc.nat(20 * 24 * 3_600_000), zone, (ms, agoMs, timeZone) => {
        const told = new Date(ms - agoMs);
        const days = daysBetween(told, dueUntil(new Date(ms), timeZone), timeZone);
        expect(days.length).toBeLessThanOrEqual(7);
        for (const [index, { from, to }] of days.entries()) {
          expect(from.getTime()).toBeGreaterThanOrEqual(told.getTime());
          expect(to.getTime()).toBeGreaterThan(from.getTime());
          expect(to.getTime()).toBeLessThanOrEqual(ms);
          if (index > 0) expect(from).toEqual(days[index - 1]!.to);
        }
      }),
    );
  });
});
