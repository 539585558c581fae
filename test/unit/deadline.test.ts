import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storeBudgetMs, within } from "../../src/deadline.ts";
import { lookupBudgetMs } from "../../src/slack/people/people.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("within", () => {
  it("gives a result in time, and undefined after the limit", async () => {
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

it("the budgets for people and the store are 0.8 s and 1.5 s of Slack's 3 s", () => {
  expect([lookupBudgetMs, storeBudgetMs]).toEqual([800, 1500]);
});
