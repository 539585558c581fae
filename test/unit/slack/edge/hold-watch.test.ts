import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { HoldWatch, holdLimits } from "../../../../src/slack/edge/hold-watch.ts";

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Both clocks run with the timers; each can be moved on alone, as if nothing had run meanwhile. */
function startWatch() {
  const moved = { monotonicMs: 0, wallMs: 0 };
  const watch = new HoldWatch(holdLimits, {
    monotonicMs: () => performance.now() + moved.monotonicMs,
    wallMs: () => Date.now() + moved.wallMs,
  });
  watch.start();
  onTestFinished(() => watch.stop());
  return { watch, moved };
}

it("sees no hold in a process that runs", () => {
  const { watch } = startWatch();
  const wasHeldUp = watch.follow();
  vi.advanceTimersByTime(2000);
  expect(wasHeldUp()).toBe(false);
  expect(watch.follow()()).toBe(false);
});

it("counts what took long altogether, though nothing in it did, and what may have waited unread", () => {
  const { watch, moved } = startWatch();
  vi.advanceTimersByTime(1000);
  const inTime = watch.follow();
  vi.advanceTimersByTime(2200);
  expect(inTime()).toBe(false);
  vi.advanceTimersByTime(400);
  expect(inTime()).toBe(true);
  // A timer that is nearly a second late is no hold, but what is read then may have come before it.
  moved.monotonicMs += 900;
  vi.advanceTimersByTime(100);
  const unread = watch.follow();
  expect(unread()).toBe(false);
  vi.advanceTimersByTime(1800);
  expect(unread()).toBe(true);
});

it("counts how long it was on its way to what it took here", () => {
  const { watch } = startWatch();
  vi.advanceTimersByTime(1000);
  expect(watch.follow(3001)()).toBe(true);
  const onItsWay = watch.follow(2000);
  vi.advanceTimersByTime(900);
  expect(onItsWay()).toBe(false);
  vi.advanceTimersByTime(200);
  expect(onItsWay()).toBe(true);
});

it("counts nothing before Slack is connected", () => {
  const watch = new HoldWatch(holdLimits);
  expect(watch.follow()()).toBe(false);
});

it.each(["monotonicMs", "wallMs"] as const)(
  "sees a hold that only the clock %s tells of, before any timer ran",
  (clock) => {
    const { watch, moved } = startWatch();
    const readBefore = watch.follow();
    moved[clock] += 1200;
    const readFirst = watch.follow();
    expect(readFirst()).toBe(true);
    expect(readBefore()).toBe(true);
  },
);

it("is over once the timer was on time for a quarter of a second, and what was read before stays refused", () => {
  const { watch, moved } = startWatch();
  moved.monotonicMs += 4000;
  const duringHold = watch.follow();
  vi.advanceTimersByTime(200);
  expect(watch.follow()()).toBe(true);
  vi.advanceTimersByTime(200);
  expect(watch.follow()()).toBe(false);
  expect(duringHold()).toBe(true);
});

it("waits on while the process catches up", () => {
  const { watch, moved } = startWatch();
  moved.monotonicMs += 4000;
  vi.advanceTimersByTime(200);
  moved.monotonicMs += 300;
  vi.advanceTimersByTime(200);
  expect(watch.follow()()).toBe(true);
  vi.advanceTimersByTime(300);
  expect(watch.follow()()).toBe(false);
});

it("counts no hold from before it was started, nor a clock that was set back", () => {
  const { watch, moved } = startWatch();
  watch.stop();
  moved.wallMs += 60_000;
  expect(watch.follow()()).toBe(false);
  watch.start();
  expect(watch.follow()()).toBe(false);
  moved.wallMs -= 3_600_000;
  vi.advanceTimersByTime(500);
  expect(watch.follow()()).toBe(false);
});
