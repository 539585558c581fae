import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dailyAt } from "../../../src/jobs/index.ts";

const seoul = "Asia/Seoul";
const newYork = "America/New_York";
const berlin = "Europe/Berlin";

describe("dailyAt(hour, time zone)", () => {
  it.each([
    // The hour itself, the moment before, and over midnight.
    [9, seoul, "2026-11-22T00:00:00.000Z", "2026-11-22T00:00:00.000Z"],
    [9, seoul, "2026-11-21T23:59:59.999Z", "2026-11-21T00:00:00.000Z"],
    [9, seoul, "2026-11-22T14:59:59.000Z", "2026-11-22T00:00:00.000Z"],
    [9, seoul, "2026-11-22T15:00:00.000Z", "2026-11-22T00:00:00.000Z"],
    [9, seoul, "2026-11-23T00:00:00.000Z", "2026-11-23T00:00:00.000Z"],
    // The first of a month, of a year, and the day after a leap day.
    [9, seoul, "2026-11-30T23:00:00.000Z", "2026-11-30T00:00:00.000Z"],
    [9, seoul, "2026-12-31T23:59:00.000Z", "2026-12-31T00:00:00.000Z"],
    [9, seoul, "2028-02-29T23:59:00.000Z", "2028-02-29T00:00:00.000Z"],
    [9, "UTC", "2027-03-01T08:59:59.000Z", "2027-02-28T09:00:00.000Z"],
    [9, "UTC", "2028-03-01T08:59:59.000Z", "2028-02-29T09:00:00.000Z"],
    // Days of 23 and 25 hours: nine on the wall is nine on the wall.
    [9, newYork, "2026-03-08T12:59:59.000Z", "2026-03-07T14:00:00.000Z"],
    [9, newYork, "2026-03-08T13:00:00.000Z", "2026-03-08T13:00:00.000Z"],
    [9, newYork, "2026-11-01T13:59:59.000Z", "2026-10-31T13:00:00.000Z"],
    [9, newYork, "2026-11-01T14:00:00.000Z", "2026-11-01T14:00:00.000Z"],
    [9, berlin, "2026-03-29T06:59:59.000Z", "2026-03-28T08:00:00.000Z"],
    [9, berlin, "2026-03-29T07:00:00.000Z", "2026-03-29T07:00:00.000Z"],
    [9, berlin, "2026-10-25T08:00:00.000Z", "2026-10-25T08:00:00.000Z"],
    // An hour that the clock jumps over comes with the next one; one that comes twice counts once, the first time.
    [2, newYork, "2026-03-08T06:59:59.000Z", "2026-03-07T07:00:00.000Z"],
    [2, newYork, "2026-03-08T07:00:00.000Z", "2026-03-08T07:00:00.000Z"],
    [1, newYork, "2026-11-01T05:00:00.000Z", "2026-11-01T05:00:00.000Z"],
    [1, newYork, "2026-11-01T06:30:00.000Z", "2026-11-01T05:00:00.000Z"],
    // Zones on half and quarter hours, and beyond the date line.
    [9, "Asia/Kathmandu", "2026-11-22T03:15:00.000Z", "2026-11-22T03:15:00.000Z"],
    [9, "Australia/Lord_Howe", "2026-11-21T22:00:00.000Z", "2026-11-21T22:00:00.000Z"],
    [9, "Pacific/Kiritimati", "2026-11-21T18:59:59.000Z", "2026-11-20T19:00:00.000Z"],
    [0, seoul, "2026-11-21T15:00:00.000Z", "2026-11-21T15:00:00.000Z"],
    [0, seoul, "2026-11-21T14:59:59.000Z", "2026-11-20T15:00:00.000Z"],
  ])("for %i o'clock in %s returns, at %s, the last due time %s", (hour, zone, at, expected) => {
    expect(dailyAt(hour, zone)(new Date(at)).toISOString()).toBe(expected);
  });

  it("returns a time within the last 25 hours, which never moves backwards", () => {
    const moment = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) });
    const zone = fc.constantFrom(seoul, newYork, berlin, "Australia/Lord_Howe", "UTC");
    fc.assert(
      fc.property(moment, fc.nat(7 * 24 * 3_600_000), zone, (ms, laterMs, timeZone) => {
        const due = dailyAt(9, timeZone);
        const at = due(new Date(ms)).getTime();
        expect(at).toBeLessThanOrEqual(ms);
        expect(ms - at).toBeLessThan(25 * 3_600_000 + 1);
        expect(due(new Date(ms + laterMs)).getTime()).toBeGreaterThanOrEqual(at);
      }),
    );
  });
});
