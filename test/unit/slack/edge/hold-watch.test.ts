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

/** What Slack signed so long ago by this machine's clock, and whom it told of its age. */
function follow(watch: HoldWatch, ageMs: number) {
  const ages: number[] = [];
  const signedAtMs = Date.now() - ageMs;
  return { wasHeldUp: watch.follow({ signedAtMs, onOld: (oldMs) => ages.push(oldMs) }), ages };
}

it("counts what was signed too long ago when it is read, and tells of its age once", () => {
  const { watch } = startWatch();
  vi.advanceTimersByTime(1000);
  const young = follow(watch, 10_000);
  expect(young.wasHeldUp()).toBe(false);
  expect(young.ages).toEqual([]);
  const old = follow(watch, 10_001);
  expect(old.ages).toEqual([10_001]);
  expect([old.wasHeldUp(), old.wasHeldUp()]).toEqual([true, true]);
  expect(old.ages).toEqual([10_001]);
});

it("tells of no age where the process itself stood still", () => {
  const { watch } = startWatch();
  vi.advanceTimersByTime(1000);
  const read = follow(watch, 1000);
  vi.setSystemTime(Date.now() + 12_000);
  expect(read.wasHeldUp()).toBe(true);
  expect(read.ages).toEqual([]);
});

it("counts what became too old while it was worked at, and stays by that when the clock is set back", () => {
  const { watch, moved } = startWatch();
  vi.advanceTimersByTime(1000);
  const onItsWay = follow(watch, 9000);
  vi.advanceTimersByTime(1000);
  expect(onItsWay.wasHeldUp()).toBe(false);
  vi.advanceTimersByTime(100);
  expect(onItsWay.wasHeldUp()).toBe(true);
  expect(onItsWay.ages).toEqual([10_100]);
  moved.wallMs -= 60_000;
  expect(onItsWay.wasHeldUp()).toBe(true);
  expect(onItsWay.ages).toEqual([10_100]);
});

it("goes by the wall clock alone, which is what Slack's word can be held against: one that is behind passes all", () => {
  const { watch, moved } = startWatch();
  moved.wallMs -= 60_000;
  vi.advanceTimersByTime(1000);
  const late = follow(watch, 20_000);
  expect(late.wasHeldUp()).toBe(false);
  expect(late.ages).toEqual([]);
  expect(follow(watch, 70_001).wasHeldUp()).toBe(true);
});

it("tells of no age where nobody signed", () => {
  const { watch } = startWatch();
  vi.advanceTimersByTime(60_000);
  expect(watch.follow()()).toBe(false);
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
