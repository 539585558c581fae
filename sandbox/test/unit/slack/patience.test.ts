import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ownTimeMs } from "../../../../test/support/own-time.ts";
import { whenWaited } from "../../../slack/patience.ts";
import { createWorld } from "../../../slack/world.ts";
import { TEST_MANIFEST } from "../../support/bolt-app.ts";

/** What the system counts by. */
const toleranceMs = 4;
let waitedMs = 0;
const giveUp = vi.fn();
const world = createWorld({
  manifest: TEST_MANIFEST,
  delivery: { kind: "socket" },
  waitedMs: () => waitedMs,
});

/** Time passes for everybody, and so much of it counts. */
function pass(ms: number, countedMs: number): void {
  waitedMs += countedMs;
  vi.advanceTimersByTime(ms);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  giveUp.mockReset();
});
afterEach(() => void vi.useRealTimers());

it("the sandbox's Slack gives a delivery up after three counted seconds, and not earlier", () => {
  whenWaited(world, 3000, giveUp);
  pass(3000, 1200);
  pass(1799, 1799);
  expect(giveUp).not.toHaveBeenCalled();
  pass(1, 1);
  expect(giveUp).toHaveBeenCalledTimes(1);
});

it("the sandbox's Slack doesn't give up a delivery that was answered", () => {
  const callOff = whenWaited(world, 3000, giveUp);
  pass(3000, 1000);
  callOff();
  pass(60_000, 60_000);
  expect(giveUp).not.toHaveBeenCalled();
});

it("ownTimeMs counts the processor time of this process, and never more than the time that passed", () => {
  // Wall time begins before and ends after the counted time, so that an interruption between the two reads can't add to it.
  const all = performance.now();
  const own = ownTimeMs();
  const before = process.threadCpuUsage();
  while (performance.now() - all < 30);
  const { user, system } = process.threadCpuUsage(before);
  const counted = ownTimeMs() - own;
  const passed = performance.now() - all;
  expect(counted).toBeLessThanOrEqual(passed);
  expect(counted).toBeGreaterThan((user + system) / 1000 - toleranceMs);
});
