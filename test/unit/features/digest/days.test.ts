import { expect, it } from "vitest";
import { toDigestDay } from "../../../../src/features/digest/index.ts";

const newYork = "America/New_York";

it.each([
  ["2026-11-26T00:00:00Z", "Asia/Seoul", "2026-11-24T15:00 2026-11-25T15:00"],
  // Before nine, the digest due is still the one of the day before.
  ["2026-11-25T23:59:59Z", "Asia/Seoul", "2026-11-23T15:00 2026-11-24T15:00"],
  // Days of 23 and 25 hours.
  ["2026-03-09T13:00:00Z", newYork, "2026-03-08T05:00 2026-03-09T04:00"],
  ["2026-11-02T14:00:00Z", newYork, "2026-11-01T04:00 2026-11-02T05:00"],
])("the digest due at %s in %s covers %s (from and to in UTC)", (now, zone, due) => {
  const { from, to } = toDigestDay(new Date(now), zone);
  expect([from, to].map((at) => at.toISOString().slice(0, 16)).join(" ")).toBe(due);
});
