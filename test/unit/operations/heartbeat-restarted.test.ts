import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClocks } from "../../../src/clocks.ts";
import { Heartbeat } from "../../../src/operations/recovery.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** `retryWhileAway` starts the operations again if the store fails after the first beat. */
it("the heartbeat stops although it was started twice", async () => {
  let beats = 0;
  const heartbeat = new Heartbeat({
    beat: async () => {
      beats += 1;
    },
    leaseMs: 60_000,
    clocks: systemClocks,
    onError: () => {},
  });
  await heartbeat.start();
  await heartbeat.start();
  await heartbeat.stop();
  const before = beats;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(beats).toBe(before);
});
