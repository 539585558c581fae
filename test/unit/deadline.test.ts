import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storeBudgetMs, within } from "../../src/deadline.ts";
import { lookupBudgetMs } from "../../src/slack/people/people.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

describe("within, which limits how long a promise is waited for,", () => {
  it("returns a result that comes in time, and undefined after the limit", async () => {
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

  it("rejects with the promise's own error, and leaves no timer running", async () => {
    await expect(within(storeBudgetMs, Promise.reject(new Error("locked")))).rejects.toThrow("locked");
    expect(vi.getTimerCount()).toBe(0);
  });
});

it("of Slack's 3 seconds, looking up a person may take 0.8 s and storing 1.5 s", () => {
  expect([lookupBudgetMs, storeBudgetMs]).toEqual([800, 1500]);
});
