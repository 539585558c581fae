import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storeBudgetMs, within } from "../../src/deadline.ts";
import { lookupBudgetMs } from "../../src/slack/people/people.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("a budget", () => {
  it("gives what comes within it, and nothing after it", async () => {
    const told: unknown[] = [];
    const works = [1499, 1501].map(async (ms) => {
      const { promise, resolve } = Promise.withResolvers<number>();
      setTimeout(() => resolve(ms), ms);
      told.push(await within(storeBudgetMs, promise));
    });
    await vi.advanceTimersByTimeAsync(2000);
    await Promise.all(works);
    expect(told).toEqual([1499, undefined]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("passes a failure on, and keeps no timer", async () => {
    await expect(within(storeBudgetMs, Promise.reject(new Error("locked")))).rejects.toThrow("locked");
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("who somebody is and what the store says are both waited for within Slack's 3 s, with time for the way", () => {
  expect([lookupBudgetMs, storeBudgetMs]).toEqual([800, 1500]);
});
