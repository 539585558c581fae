/** Longest wait for the store before an acknowledgement. With the person's look-up (0.8 s) it is within Slack's 3 s. */
export const storeBudgetMs = 1500;

/** Resolves with undefined after `limitMs`, while `work` continues. @throws if `work` fails within the limit */
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

/** Waits for `ms`, or until the signal aborts. Uses the global timer, which tests advance. */
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
