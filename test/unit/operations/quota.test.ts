import fc from "fast-check";
import { expect, test } from "vitest";
import { createQuota } from "../../../src/operations/limits.ts";

const zones = ["Asia/Seoul", "UTC", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe"];
const limit = 20;

test("the daily limit counts by the day in the team's time zone, at any time", () => {
  const start = Date.parse("2026-03-01T00:00:00Z");
  const dayMs = 86_400_000;
  const minute = fc.integer({ min: 0, max: 400 * 24 * 60 }).map((minutes) => start + minutes * 60_000);
  // Around midnights, where a day kept too long would show.
  const edge = fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.integer({ min: -2000, max: 2000 }))
    .map(([days, ms]) => start + days * dayMs - 9 * 3_600_000 + ms);
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(fc.oneof(minute, edge), { minLength: 2 }),
      (timeZone, times) => {
        let nowMs = 0;
        const quota = createQuota({ timeZone, limit, now: () => new Date(nowMs) });
        const format = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
        for (const time of times) {
          nowMs = time;
          expect(quota()).toEqual({ day: format.format(nowMs), limit });
        }
      },
    ),
  );
});

test("the daily limit starts at zero at midnight in the team's time zone", () => {
  let nowMs = Date.parse("2026-11-21T14:59:59.999Z");
  const quota = createQuota({ timeZone: "Asia/Seoul", limit, now: () => new Date(nowMs) });
  expect(quota().day).toBe("2026-11-21");
  nowMs += 1;
  expect(quota().day).toBe("2026-11-22");
});
