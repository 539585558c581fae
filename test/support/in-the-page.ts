import { readHealth, updateHealth, updateStreak } from "../../src/features/platform/health.ts";

/* What the tests of the sandbox's page compare it with, since they import nothing of `src` themselves. */

export { toShown } from "../../src/slack/blocks/rich-text.ts";

/** Whether the bot calls the platform failing after two unanswered calls so far apart. */
export function isFailingAfter(minutes: number): boolean {
  const first = {
    ...{ at: Date.UTC(2026, 10, 22), operation: "sendMessage", isSigned: true, end: "unknown" as const },
    ...{ status: null, code: "TimedOut", words: "" },
  };
  const last = { ...first, at: first.at + minutes * 60_000 };
  const streak = updateStreak(updateStreak(null, first), last);
  return updateHealth(readHealth(null), last, streak).failingSince !== null;
}
