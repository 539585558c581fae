/** When each job of the clock ran last, over all processes. */
export type JobTable = {
  /** By the clock that runs are kept by; an instance's own may differ. */
  now(): Promise<Date>;
  /**
   * Takes a job that has not run since `ranBefore` for this process alone, for `leaseMs` at most. False: it ran
   * since, or another process is at it.
   */
  take(name: string, since: { ranBefore: Date; leaseMs: number }): Promise<boolean>;
  /** It ran just now; for the one who took it. */
  ran(name: string): Promise<void>;
  /** It did not run, and may be taken again after so long. */
  letGo(name: string, after: { retryAfterMs: number }): Promise<void>;
};
