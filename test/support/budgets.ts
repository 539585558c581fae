import { setImmediate } from "node:timers/promises";
import { type Within, within } from "../../src/deadline.ts";

export type Budgets = {
  /** So many times as long as in production. */
  times: number;
  within: Within;
};

/**
 * The app's budgets of milliseconds, so long that a busy machine keeps within them: a story in which one runs out makes
 * them short by itself. Their own lengths are told by unit tests, on timers that are set forward.
 */
export function createBudgets(): Budgets {
  const budgets: Budgets = { times: 20, within: (limitMs, work) => within(limitMs * budgets.times, work) };
  return budgets;
}

/** Budgets that are over as soon as nothing but waiting is left; how long each of these is in production. */
export function createSpentBudgets(): { within: Within; limitsMs: number[] } {
  const limitsMs: number[] = [];
  return {
    limitsMs,
    within: async (limitMs, work) => {
      let isOver = false;
      const ending = work.finally(() => {
        isOver = true;
      });
      ending.catch(() => {});
      await setImmediate();
      if (isOver) return await work;
      limitsMs.push(limitMs);
      return undefined;
    },
  };
}
