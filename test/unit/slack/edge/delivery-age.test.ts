import fc from "fast-check";
import { expect, it } from "vitest";
import { DeliveryAges } from "../../../../src/slack/edge/delivery-age.ts";

const minuteMs = 60_000;
const limitMs = 3000;

/** Slack's clock, and this machine's, which is ahead of it. */
function startAges(aheadMs = 0) {
  const time = { nowMs: 1_000_000_000_000, aheadMs };
  const ages = new DeliveryAges({ monotonicMs: () => time.nowMs, wallMs: () => time.nowMs + time.aheadMs });
  /** Arrives now, after so long. */
  const arrive = (onItsWayMs: number) => ages.note(Math.floor((time.nowMs - onItsWayMs) / 1000) * 1000);
  return { time, arrive };
}

it("is what a delivery took, at most, and less by a second at most", () => {
  const ways = fc.array(fc.record({ waitMs: fc.nat(20_000), wayMs: fc.nat(30_000) }), { minLength: 1 });
  fc.assert(
    fc.property(ways, fc.integer({ min: -120_000, max: 0 }), (deliveries, aheadMs) => {
      const { time, arrive } = startAges(aheadMs);
      // On a whole second and without a way: the difference of the clocks is known exactly.
      arrive(0);
      for (const { waitMs, wayMs } of deliveries) {
        if (time.nowMs - 1_000_000_000_000 + waitMs > 4 * minuteMs) break;
        time.nowMs += waitMs;
        const toldMs = arrive(wayMs);
        expect(toldMs).toBeGreaterThanOrEqual(wayMs);
        expect(toldMs).toBeLessThan(wayMs + 1000);
      }
    }),
  );
});

it("is late for all that was held back while the process started, though nothing came before", () => {
  const { time, arrive } = startAges();
  for (const wayMs of [20_000, 12_000, 4000]) expect(arrive(wayMs)).toBeGreaterThan(limitMs);
  time.nowMs += 100;
  expect(arrive(100)).toBeLessThan(limitMs);
});

it("is late for all that was held back after a quiet night", () => {
  const { time, arrive } = startAges();
  arrive(50);
  time.nowMs += 600 * minuteMs;
  for (const wayMs of [20_000, 12_000, 4000]) expect(arrive(wayMs)).toBeGreaterThan(limitMs);
});

it.each([
  ["from the start on", (time: { aheadMs: number }) => time],
  [
    "since it was set",
    (time: { aheadMs: number }) => {
      time.aheadMs = 90_000;
      return time;
    },
  ],
])("is no longer told by a clock that is ahead %s than ten minutes of deliveries", (when, set) => {
  const { time, arrive } = startAges(when === "since it was set" ? 0 : 90_000);
  arrive(0);
  set(time);
  const toldMs: number[] = [];
  for (let minute = 0; minute < 60; minute += 1) {
    time.nowMs += minuteMs;
    toldMs.push(arrive(50));
  }
  expect(toldMs.slice(11).every((ms) => ms < limitMs)).toBe(true);
  // And what is late then is still told.
  expect(arrive(20_000)).toBeGreaterThan(limitMs);
});

it("is not told by a clock that is behind, or set back", () => {
  const { time, arrive } = startAges(-90_000);
  expect(arrive(0)).toBeLessThan(limitMs);
  expect(arrive(20_000)).toBeGreaterThan(limitMs);
  time.aheadMs = -3_600_000;
  expect(arrive(0)).toBeLessThan(limitMs);
});
