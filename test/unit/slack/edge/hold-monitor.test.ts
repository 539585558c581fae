import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createStallMonitor, holdLimits } from "../../../../src/slack/edge/edge.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTime(ms);

/** Both clocks run with the timers; each can be moved on alone, as if the process had stalled. */
function startMonitor() {
  const moved = { monotonicMs: 0, wallMs: 0 };
  const oldMs: number[] = [];
  const monitor = createStallMonitor(holdLimits, (ageMs) => oldMs.push(ageMs), {
    monotonicMs: () => performance.now() + moved.monotonicMs,
    wallMs: () => Date.now() + moved.wallMs,
  });
  monitor.start();
  onTestFinished(() => monitor.stop());
  /** Follows a delivery that Slack signed so long ago by this machine's clock. */
  const followSigned = (ageMs: number) => monitor.follow(Date.now() - ageMs);
  return { monitor, moved, oldMs, followSigned };
}

function expectLateAfter(isLate: () => boolean, ms: number) {
  pass(ms);
  expect(isLate()).toBe(false);
  pass(1);
  expect(isLate()).toBe(true);
}

describe("the stall monitor", () => {
  it("calls a delivery late 2.5 s after it was read", () => {
    const { monitor } = startMonitor();
    pass(1000);
    expectLateAfter(monitor.follow(), 2500);
    expect(monitor.follow()()).toBe(false);
  });

  it.each([
    ["before the timer ran", 499, 1601],
    ["after the timer ran", 500, 1600],
  ])(
    "counts a stall of 0.9 s just before a delivery was read as waiting time, if it was read %s",
    (_, ms, leftMs) => {
      const { monitor, moved } = startMonitor();
      moved.monotonicMs += 900;
      pass(ms);
      expectLateAfter(monitor.follow(), leftMs);
    },
  );

  it("calls a delivery late 10 s after Slack signed it, and reports its age", () => {
    const { followSigned, oldMs } = startMonitor();
    pass(1000);
    const [isYoungLate, isOldLate, isLateOnItsWay] = [10_000, 10_001, 9000].map(followSigned);
    expect(isYoungLate?.()).toBe(false);
    expect(oldMs).toEqual([]);
    expect(isOldLate?.()).toBe(true);
    pass(1001);
    expect(isLateOnItsWay?.()).toBe(true);
    expect(oldMs).toEqual([10_001, 10_001]);
  });

  it("reports no age if the process itself stalled", () => {
    const { followSigned, oldMs } = startMonitor();
    pass(1000);
    const isLate = followSigned(1000);
    vi.setSystemTime(Date.now() + 12_000);
    expect(isLate()).toBe(true);
    expect(oldMs).toEqual([]);
  });

  it("accepts older deliveries while the machine's wall clock is behind", () => {
    const { followSigned, moved } = startMonitor();
    moved.wallMs -= 60_000;
    pass(1000);
    expect(followSigned(20_000)()).toBe(false);
    expect(followSigned(70_001)()).toBe(true);
  });

  it.each(["monotonicMs", "wallMs"] as const)(
    "notices a stall by the clock %s alone, before any timer has run",
    (clock) => {
      const { monitor, moved } = startMonitor();
      const readBefore = monitor.follow();
      moved[clock] += 1501;
      expect([monitor.follow()(), readBefore()]).toEqual([true, true]);
    },
  );

  it("calls every delivery late that is read during a stall or within a second after it", () => {
    const { monitor, moved } = startMonitor();
    moved.monotonicMs += 4000;
    const duringHold = monitor.follow();
    pass(1000);
    const lastBehind = monitor.follow();
    pass(1);
    expect(monitor.follow()()).toBe(false);
    expect([duringHold(), lastBehind()]).toEqual([true, true]);
  });

  it("ignores a stall before its start, and a clock that was set back", () => {
    const { monitor, moved } = startMonitor();
    monitor.stop();
    moved.wallMs += 60_000;
    expect(monitor.follow()()).toBe(false);
    monitor.start();
    expect(monitor.follow()()).toBe(false);
    moved.wallMs -= 3_600_000;
    pass(500);
    expect(monitor.follow()()).toBe(false);
  });
});
