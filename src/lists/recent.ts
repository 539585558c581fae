/** What was read, and when. */
export type Reading<T> = { value: T; at: Date };

export type RecentOptions<T> = {
  read: (signal: AbortSignal) => Promise<T>;
  /** For so long a reading is given to whoever asks. */
  maxAgeMs: number;
  /** After that the signal ends the reading. */
  limitMs: number;
  now: () => Date;
};

/**
 * One reading for all who ask at the same time or shortly after, so that turning pages doesn't read a whole list
 * again for each. A failure is told to those who waited for it, and not kept.
 */
export function createRecent<T>({
  read,
  maxAgeMs,
  limitMs,
  now,
}: RecentOptions<T>): () => Promise<Reading<T>> {
  let known: Reading<T> | undefined;
  let running: Promise<Reading<T>> | undefined;

  async function readNow(): Promise<Reading<T>> {
    const value = await read(AbortSignal.timeout(limitMs));
    known = { value, at: now() };
    return known;
  }

  return async () => {
    const ageMs = known === undefined ? Number.POSITIVE_INFINITY : now().getTime() - known.at.getTime();
    // A clock that was set back must not keep a reading for ever.
    if (known !== undefined && ageMs >= 0 && ageMs < maxAgeMs) return known;
    // Not within the reading: one that fails at once would be let go of before it is held, and held for ever.
    running ??= readNow().finally(() => {
      running = undefined;
    });
    return running;
  };
}
