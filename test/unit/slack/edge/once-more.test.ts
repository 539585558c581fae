import { WebAPIRateLimitedError } from "@slack/web-api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { onceMore } from "../../../../src/slack/edge/once-more.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call that is limited for so many seconds each time, and taken then; and when it was made. */
function limitedFor(...seconds: number[]) {
  const startedMs = Date.now();
  const madeAtS: number[] = [];
  const call = async () => {
    madeAtS.push((Date.now() - startedMs) / 1000);
    const afterS = seconds[madeAtS.length - 1];
    if (afterS !== undefined) throw new WebAPIRateLimitedError(afterS);
    return "taken";
  };
  return { call, madeAtS };
}

async function end(asked: Promise<string>): Promise<string> {
  const settled = asked.catch((error: unknown) =>
    error instanceof WebAPIRateLimitedError ? "limited" : "failed",
  );
  await vi.runAllTimersAsync();
  return await settled;
}

describe("what Slack takes nothing of for a moment", () => {
  it.each([
    ["behind it", [1], [0, 1], "taken"],
    ["each time that it says so", [4, 6], [0, 4, 10], "taken"],
    ["no sooner than Slack counts", [0], [0, 1], "taken"],
    ["for as long as Slack's limits last", [60], [0, 60], "taken"],
    ["and not for longer", [61], [0], "limited"],
    ["nor for longer in all", [30, 31], [0, 30], "limited"],
  ])("is asked for once more %s", async (_, limits, made, result) => {
    const { call, madeAtS } = limitedFor(...limits);
    expect(await end(onceMore(call, new AbortController().signal))).toBe(result);
    expect(madeAtS).toEqual(made);
  });

  it("is not waited for any longer when the app stops, nor after it", async () => {
    const stopping = new AbortController();
    const { call, madeAtS } = limitedFor(30, 30);
    const asked = onceMore(call, stopping.signal).catch(() => "limited");
    await vi.advanceTimersByTimeAsync(5000);
    stopping.abort();
    expect(await asked).toBe("limited");
    expect(await onceMore(call, stopping.signal).catch(() => "limited")).toBe("limited");
    expect(madeAtS).toEqual([0, 5]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
