/** What the store has before any acknowledgement: with the look-up of the person that stays within Slack's 3 s. */
export const storeBudgetMs = 1500;

/**
 * What `work` gives, or `undefined` when it takes longer than `limitMs`. The work itself goes on: whoever
 * calls this decides what its late end means. A failure of the work within the limit is thrown.
 */
export type Within = <T>(limitMs: number, work: Promise<T>) => Promise<T | undefined>;

export const within: Within = async (limitMs, work) => {
  const { promise: limit, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
};

/** Waits, or less when the signal aborts. By the global timer, which tests set forward. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  const timer = setTimeout(end, ms);
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  await promise;
  clearTimeout(timer);
  signal?.removeEventListener("abort", end);
}
