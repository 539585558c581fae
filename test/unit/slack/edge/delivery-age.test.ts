import fc from "fast-check";
import { expect, it } from "vitest";
import { DeliveryAges } from "../../../../src/slack/edge/delivery-age.ts";

const minuteMs = 60_000;
const limitMs = 3000;

/** Slack's clock, and this machine's: the wall clock is ahead of it, and the monotonic one stands still in a sleep. */
function startAges(aheadMs = 0) {
  const time = { nowMs: 1_000_000_000_000, aheadMs, sleptMs: 0 };
  const clocks = {
    monotonicMs: () => time.nowMs - time.sleptMs,
    wallMs: () => time.nowMs + time.aheadMs,
  };
  const ages = new DeliveryAges(clocks);
  const signedAt = (onItsWayMs: number) => Math.floor((time.nowMs - onItsWayMs) / 1000) * 1000;
  return {
    time,
    /** Arrives now, after so long. */
    arrive: (onItsWayMs: number) => ages.note(signedAt(onItsWayMs)),
    /** What a process would tell of it that has started just now. */
    arriveAtStart: (onItsWayMs: number) => new DeliveryAges(clocks).note(signedAt(onItsWayMs)),
    sleep: (ms: number) => {
      time.nowMs += ms;
      time.sleptMs += ms;
    },
  };
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

const offMs = fc.integer({ min: -120_000, max: 120_000 });
const fresh = fc.array(fc.record({ waitMs: fc.nat(10 * minuteMs), wayMs: fc.nat(900) }), {
  minLength: 1,
  maxLength: 40,
});

it("is not told by a clock that was set right, whatever it was and whatever was learned of it", () => {
  fc.assert(
    fc.property(offMs, fresh, fc.nat(10 * minuteMs), (aheadMs, deliveries, waitMs) => {
      const { time, arrive } = startAges(aheadMs);
      for (const { waitMs: betweenMs, wayMs } of deliveries) {
        time.nowMs += betweenMs;
        arrive(wayMs);
      }
      time.aheadMs = 0;
      time.nowMs += waitMs;
      expect(arrive(50)).toBeLessThan(limitMs);
      expect(arrive(20_000)).toBeGreaterThan(limitMs);
    }),
  );
});

it("is as late as after a start, whatever the clocks did, until deliveries showed another difference", () => {
  const what = fc.record({
    aheadMs: fc.option(offMs, { nil: undefined }),
    sleepMs: fc.option(fc.nat(600_000), { nil: undefined }),
    waitMs: fc.nat(15_000),
    wayMs: fc.nat(40_000),
  });
  fc.assert(
    fc.property(offMs, fc.array(what, { maxLength: 16 }), (atFirstMs, steps) => {
      const { time, arrive, arriveAtStart, sleep } = startAges(atFirstMs);
      for (const { aheadMs, sleepMs, waitMs, wayMs } of steps) {
        time.aheadMs = aheadMs ?? time.aheadMs;
        sleep(sleepMs ?? 0);
        time.nowMs += waitMs;
        expect(arrive(wayMs)).toBeGreaterThanOrEqual(arriveAtStart(wayMs));
      }
    }),
  );
});

it.each([
  ["was learned", 12],
  ["was about to be learned", 5],
])(
  "is as late as after a start when a clock of which it %s that it is ahead was set right",
  (_what, minutes) => {
    const { time, arrive } = startAges(10_000);
    for (let minute = 0; minute < minutes; minute += 1) {
      time.nowMs += minuteMs;
      arrive(50);
    }
    time.aheadMs = 0;
    time.nowMs += minuteMs;
    expect(arrive(12_000)).toBeGreaterThan(limitMs);
  },
);

it("is not told by a monotonic clock that runs fast", () => {
  const { time, arrive } = startAges(-10_000);
  arrive(50);
  time.sleptMs = -60_000;
  expect(arrive(50)).toBeLessThan(limitMs);
});

it.each([
  ["one by one, each after a quiet time", [600, 330, 330, 330, 330]],
  ["after each other, and once more", [600, 30, 301]],
  ["many at once, and once more", [600, 1, 1, 1, 1, 1, 1, 400]],
])("is late for those that come late %s", (_when, waitsSeconds) => {
  const { time, arrive } = startAges();
  for (const seconds of waitsSeconds) {
    time.nowMs += seconds * 1000;
    expect(arrive(20_000)).toBeGreaterThan(limitMs);
  }
});

it("is no longer told by a clock that is ahead where deliveries are rare", () => {
  const { time, arrive } = startAges(10_000);
  const toldMs: number[] = [];
  for (let hour = 0; hour < 12; hour += 1) {
    time.nowMs += 60 * minuteMs;
    toldMs.push(arrive(50));
  }
  expect(toldMs.slice(6).every((ms) => ms < limitMs)).toBe(true);
});
